"""The one board of a message: the place of a question, else where the last thing happened, else the whole map."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from pbem.desk.outbox.knowing import Known
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.views.picture import picture
from pbem.desk.views.telling import tale
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import question_from_json
from pbem.kernel.telling.figures import stacks
from pbem.kernel.telling.tale import Tale

LARGEST = 300_000  # bytes: what mail boxes take without a word


def hexes_asked(known: Known) -> tuple[HexId, ...]:
    """The hexes that his questions are about: those of their combats, and where the units stand that they offer."""
    found: dict[HexId, None] = {}
    for values in known.questions:
        asked = question_from_json(values)
        for episode in asked.episode.inward() if asked.episode else ():
            found |= dict.fromkeys(episode.hexes)
        for option in asked.options:
            unit = known.position.units.get(UnitId(option.value))
            place = HexId(unit.place if unit else option.value)
            found |= {place: None} if place in known.campaign.scenario.map.grid else {}
    return tuple(dict.fromkeys((*found, *_attackers(known, found))))


def _attackers(known: Known, targets: Container[HexId]) -> list[HexId]:
    """From where the hexes are attacked in the step under way."""
    under_way = [step for step in known.steps if not step.is_complete]
    events = [event for step in under_way for event in tale(known.shown, step.after, step.facts).events]
    return [source for event in events if event.at in targets for source in event.sources]


def concerned(known: Known) -> list[dict[str, Any]]:
    """The stacks that his questions are about, as they stand."""
    held = {row["hex"]: row for row in stacks(known.shown.scenario, None, known.position, False)}
    return [held.get(hex_id, {"hex": hex_id, "units": []}) for hex_id in hexes_asked(known)]


def board_of(known: Known) -> tuple[bytes, str]:
    """The picture, and what it shows in words."""
    from pbem.draw.crop import Around  # late: a message without a board needs no drawing

    last, told = _last_events(known)
    hexes = hexes_asked(known)
    crop: Any = Around(hexes) if hexes else "auto" if told else None
    position = last.after if last else known.position
    title = f"{known.campaign.name}, turn {known.state.position.turn}. " + (last.title if last else "As it stands")
    data = picture(known.shown, position, told, scale=None, crop=crop, title=title, max_bytes=LARGEST)
    return data, _words(last)


def _last_events(known: Known) -> tuple[StepFacts | None, Tale | None]:
    """The last of his steps in which something happened that a board shows."""
    for step in reversed(known.steps):
        told = tale(known.shown, step.after, step.facts)
        if told.events:
            return step, told
    return None, None


def _words(last: StepFacts | None) -> str:
    if last is None:
        return "The board now"
    return f"The board {'after' if last.is_complete else 'in the middle of'} {last.label}"
