"""Several steps on one page: each told under its own heading, then once for all of them what they share.

The post of several steps (`steps.j2`) and the message to a player (`message.j2`) are made here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.figures import stacks
from pbem.kernel.telling.habits import Telling
from pbem.kernel.telling.tale import Tale
from pbem.report.context import settled
from pbem.report.document import Own, as_json, check_format, document
from pbem.report.escape import clean
from pbem.report.look import Dress
from pbem.report.marks import block, blocks, folded
from pbem.report.shelf import Shelf, written
from pbem.report.words import Wording
from pbem.values import NamedTuple


class Part(NamedTuple):
    """One step of the page; its context needs turn, step, date, dice and press (see `pbem.report.context`)."""

    title: str
    tale: Tale
    before: Position
    after: Position
    context: Mapping[str, Any]
    is_complete: bool = True
    asked_in: tuple[tuple[str, int], ...] = ()  # of a step under way: the combats that wait for an answer


def steps_page(
    name: str,
    scenario: Scenario,
    parts: Sequence[Part],
    *,
    fmt: str = "txt",
    context: Mapping[str, Any] | None = None,
    more: Mapping[str, Any] | None = None,
    own: Own = None,
    warnings: list[str] | None = None,
) -> str:
    """The page with the template of this name. `context` is for all steps together; `more` are values of its own."""
    check_format(fmt)
    values = settled(context) | clean(dict(more or {}))
    values["game"] = values["game"] or clean(scenario.title)
    values["stacks"] = stacks(scenario, parts[0].before, parts[-1].after) if parts else []
    values["digest"] = parts[-1].after.digest() if parts else ""
    values["decisions"] = [fact for part in parts for fact in part.tale.each(clean).facts if fact.kind == "decided"]
    values["rolls"] = [roll for part in parts for roll in _rolls(part)]

    def page(shelf: Shelf) -> str:
        told = [_told(shelf, scenario, part, fmt, number) for number, part in enumerate(parts, 1)]
        if fmt == "json":
            kept = {key: value for key, value in values.items() if key not in ("decisions", "verbs")}
            return as_json({**kept, "steps": [one.values for one in told]})
        telling = parts[0].tale.telling if parts else Telling()
        known = {"steps": [one.values for one in told], "ready": lambda name: block("ready", name)}
        words = Wording(shelf, scenario, telling, values | known)
        ready = {one.values["ready"]: one.text for one in told}
        return document(shelf, words, name, Dress(shelf, fmt, ready), scenario.game)

    return written(page, own, warnings)


class _Told(NamedTuple):
    """A step in the words of its game: its story in the format of the page, and what the template is told of it."""

    text: str
    values: dict[str, Any]


def _told(shelf: Shelf, scenario: Scenario, part: Part, fmt: str, number: int) -> _Told:
    tale, values = part.tale.each(clean), settled(part.context)
    more = {"numbers": tale.numbers, "unsettled": _unsettled(tale, part)}
    words = Wording(shelf, scenario, part.tale.telling, values | more)
    in_short = words.in_short(tale.sums)
    about = {
        "title": folded(clean(part.title)),
        "turn": values["turn"],
        "step": values["step"],
        "date": values["date"],
        "press": values["press"],
        "again": values["again"],
        "void": values["void"],
        "has_numbers": bool(tale.numbers),
        "in_short": in_short,
        "is_complete": part.is_complete,
        "ready": f"step {number}",
    }
    if fmt == "json":
        facts = [{**f.as_json(), "text": folded(Dress(shelf, "txt").inked(words.say(f)))} for f in tale.facts]
        return _Told("", {**about, "facts": facts})
    text = Dress(shelf, fmt, deeper=1).written(blocks(words.part("story", tale.chapters)))
    return _Told(text, {**about, "is_quiet": not text.strip()})


def _unsettled(tale: Tale, part: Part) -> Fact | None:
    """The fact of the combat that waits for an answer."""
    heads = [told.head for chapter in tale.chapters for told in chapter.told if told.head and told.head.episode]
    around = {head.episode.inward()[0][:2]: head for head in heads if head.episode}
    return next((around[key] for key in part.asked_in if key in around), None)


def _rolls(part: Part) -> list[dict[str, Any]]:
    place = (part.context.get("dice") or {}).get("place", "")
    return [_roll(fact, place) for fact in part.tale.facts if fact.kind == "rolled"]


def _roll(fact: Fact, place: str) -> dict[str, Any]:
    label = f"{place}/{fact['name']}" if place else str(fact["name"])
    return {"label": clean(label), "faces": list(fact["faces"]), "sides": fact["sides"], "epoch": fact["epoch"]}
