"""The header of an order file: campaign, side, turn, step, each checked against where the campaign stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.desk.inbox.names import shown, side_called
from pbem.desk.record.campaign import Campaign, campaign_id
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Spot, UsageError
from pbem.kernel.pieces import Side
from pbem.kernel.sequence import Step
from pbem.kernel.text.mail import Block
from pbem.kernel.text.names import folded
from pbem.kernel.text.reading import GENERAL_SECTIONS
from pbem.kernel.text.words import did_you_mean

_SHEET = "`pbem sheet` writes an order sheet with the right header"


class Header(NamedTuple):
    """What a header says, understood. `step` is empty where none is named or the one named takes no orders now.

    `general` is `standing` and the like; `said` is the kind of step that the header means, even if it lies behind.
    """

    side: Side
    turn: int
    step: Step | None = None
    general: str = ""
    said: str = ""


def read_header(campaign: Campaign, state: State, block: Block, problems: list[Problem]) -> Header | None:
    """The header, or nothing if it does not say whose orders these are; what is wrong is added to the problems."""
    _check_campaign(campaign, block, problems)
    side = _read_side(campaign, block, problems)
    turn = _read_turn(state, block, problems)
    if side is None:
        return None
    general = folded(block.header.get("step", ""))
    if general in GENERAL_SECTIONS:
        return Header(side, turn, general=general)
    if _has_no_orders(block) and _is_under_way(campaign, state, general):
        return Header(side, turn, general="answers")  # he answers in the step that asked him, whoever's it is
    step = _read_step(campaign, state, side, block, problems) if "step" in block.header else None
    said = [s.kind for s in campaign.steps.values() if general in (folded(s.id), folded(s.title), folded(s.kind))]
    return Header(side, turn, step, said=step.kind if step else "".join(said[:1]))


def _check_campaign(campaign: Campaign, block: Block, problems: list[Problem]) -> None:
    said = block.header.get("campaign", "")
    wanted = f"campaign: {campaign.name}"
    if not said:
        why = "the header does not name the campaign"
        problems.append(_missing(block, "campaign", why, wanted))
    elif campaign_id(said) != campaign.id:
        advice = "submit it to that campaign, or correct the header"
        why = "the file is for another campaign"
        problems.append(Problem(Family.ILLEGAL, why, said, wanted, advice=advice, spot=spot_of(block, "campaign")))


def _read_side(campaign: Campaign, block: Block, problems: list[Problem]) -> Side | None:
    said = block.header.get("side", "")
    sides = campaign.sides
    wanted = " or ".join(f"side: {name}" for name in sides.values())
    if not said:
        problems.append(_missing(block, "side", "the header does not say whose orders these are", wanted))
        return None
    try:
        return Side(side_called(sides, said))
    except UsageError:
        advice = did_you_mean(said, [*sides, *sides.values()]) or _SHEET
        why = "the campaign has no such side"
        problems.append(Problem(Family.UNREADABLE, why, said, wanted, advice=advice, spot=spot_of(block, "side")))
        return None


def _read_turn(state: State, block: Block, problems: list[Problem]) -> int:
    said, now = block.header.get("turn", ""), state.position.turn
    wanted = f"turn: {now}"
    if not said:
        if not _has_no_orders(block):
            problems.append(_missing(block, "turn", "the header does not say for which turn the orders are", wanted))
        return now
    spot = spot_of(block, "turn")
    digits = said.split()[0].rstrip(".")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6:
        problems.append(Problem(Family.UNREADABLE, "the turn is no number", said, wanted, advice=_SHEET, spot=spot))
    elif int(digits) < now:
        why = f"turn {int(digits)} has been played"
        problems.append(Problem(Family.ILLEGAL, why, f"turn: {said}", wanted, advice=_SHEET, spot=spot))
    elif int(digits) > now:
        why = f"turn {int(digits)} has not begun; orders are taken for the turn being played"
        problems.append(Problem(Family.ILLEGAL, why, f"turn: {said}", wanted, advice="send it again then", spot=spot))
    return now


def _is_under_way(campaign: Campaign, state: State, said: str) -> bool:
    step = campaign.steps.get(state.open.step) if state.open else None
    return step is not None and said in (folded(step.id), folded(step.title), folded(step.kind))


def _has_no_orders(block: Block) -> bool:
    """Whether the file brings only answers, standing orders and press, which belong to no step of the sender's."""
    plain = block.sections.get("", ())
    is_general = all(not section or section in GENERAL_SECTIONS for section in block.sections)
    return is_general and all(line.text.lower().startswith("answer") for line in plain)


def _missing(block: Block, key: str, why: str, wanted: str) -> Problem:
    lines = [*block.header_lines.values(), *(line for lines in block.sections.values() for line in lines)]
    first = min(lines, key=lambda line: line.number, default=None)
    spot = Spot(first.number, first.text) if first else Spot(1, "")
    return Problem(Family.UNREADABLE, why, f"no `{key}:` in the header", wanted, advice=_SHEET, spot=spot)


def spot_of(block: Block, key: str) -> Spot:
    """Where the header gives a value."""
    line, value = block.header_lines[key], block.header[key]
    start = line.text.lower().find(key)
    column = max(line.text.find(value, start + len(key)), 0)
    return Spot(line.number, line.text, column, max(len(value), 1))


# -- steps ----------------------------------------------------------------------------------------------------


def _read_step(campaign: Campaign, state: State, side: Side, block: Block, problems: list[Problem]) -> Step | None:
    said = folded(block.header["step"])
    steps = campaign.steps
    named = [step for step in steps.values() if said in (folded(step.id), folded(step.title))]
    kinds = dict.fromkeys(step.kind for step in steps.values() if takes_orders(steps, side, step))
    spot = spot_of(block, "step")
    if not named and said not in kinds:
        wanted = "one of " + ", ".join(kinds)
        advice = did_you_mean(said, [*kinds, *steps]) or _SHEET
        why = f"{campaign.side_name(side)} has no step of this name"
        problems.append(Problem(Family.UNREADABLE, why, block.header["step"], wanted, advice=advice, spot=spot))
        return None
    if named and not takes_orders(steps, side, named[0]):
        wanted = "one of " + ", ".join(kinds)
        why = f"{campaign.side_name(side)} sends no orders for {named[0].title}"
        problems.append(Problem(Family.ILLEGAL, why, block.header["step"], wanted, advice=_SHEET, spot=spot))
        return None
    found = step_for(campaign, state, side, named or of_kind(steps, side, said))
    if found is None:
        problems.append(already_played(campaign, state, block.header["step"], spot))
    return found


def takes_orders(steps: Mapping[str, Step], side: Side, step: Step) -> bool:
    """Whether a side may send orders for a step: it must, or nobody must and the rules look at what is there."""
    return side in step.needs or not step.needs


def of_kind(steps: Mapping[str, Step], side: Side, kind: str) -> list[Step]:
    """The steps of a kind that a side sends orders for; those that need them come alone."""
    found = [step for step in steps.values() if folded(step.kind) == folded(kind) and takes_orders(steps, side, step)]
    return [step for step in found if side in step.needs] or found


def step_for(campaign: Campaign, state: State, side: Side, candidates: Sequence[Step], start: str = "") -> Step | None:
    """The candidate that comes first, from `start` or from where the campaign stands; none if all are played.

    A game may end in the middle of a turn: then no step comes any more.
    """
    if campaign.step_of(state) is None:
        return None
    now = state.position.step
    order = list(campaign.steps)
    first = order.index(start or now) if (start or now) in order else 0
    played = state.played_in(state.position.turn)
    for step_id in order[first:] + order[:first]:
        found = [step for step in candidates if step.id == step_id]
        if found and (step_id == now or step_id not in played):
            return found[0]
    return None


def already_played(campaign: Campaign, state: State, said: str, spot: Spot) -> Problem:
    """Orders for a step that lies behind."""
    step = campaign.step_of(state)
    if step is None:
        wanted = "nothing more; `pbem report` shows how it ended"
        return Problem(
            Family.ILLEGAL, "the game is over", shown(said).strip("`"), wanted, advice="open a new campaign", spot=spot
        )
    now = f"the campaign stands at {step.title}"
    why = f"{said} has been played in turn {state.position.turn}; its orders can no longer be changed"
    advice = "if a rule was broken, `pbem amend` takes the step back as a visible entry of the record"
    return Problem(Family.ILLEGAL, why, shown(said).strip("`"), now, advice=advice, spot=spot)
