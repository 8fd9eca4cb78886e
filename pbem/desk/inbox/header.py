"""The header of an order file: campaign, side, turn, step, each checked against where the campaign stands."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.inbox.answers import instalment_key
from pbem.desk.inbox.places import Asked, coming_for, is_called
from pbem.desk.record.campaign import Campaign, campaign_id
from pbem.desk.record.names import side_called
from pbem.desk.record.senders import is_side, sender_names
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Spot, UsageError
from pbem.kernel.pieces import Side
from pbem.kernel.sequence import Place
from pbem.kernel.text.mail import Block
from pbem.kernel.text.names import folded
from pbem.kernel.text.reading import GENERAL_SECTIONS
from pbem.kernel.text.words import did_you_mean
from pbem.values import NamedTuple

_SHEET = "`pbem sheet` writes an order sheet with the right header"


class Header(NamedTuple):
    """What a header says, understood. `place` is empty where no step is named or the one named takes no orders now.

    `general` is `standing` and the like; `said` is the kind of step that the header means, even if it is past.
    """

    who: str  # a side, or the seat of a player who shares one
    side: Side
    turn: int
    place: Place | None = None
    general: str = ""
    said: str = ""
    places: tuple[Place, ...] = ()  # all that take the side's orders, the soonest first


def read_header(campaign: Campaign, state: State, block: Block, problems: list[Problem]) -> Header | None:
    """The header, or nothing if it does not say whose orders these are; what is wrong is added to the problems."""
    _check_campaign(campaign, block, problems)
    who = _read_side(campaign, block, problems)
    side = campaign.side_of(who) if who else None
    if who is None or side is None:
        _read_turn(state, (), block, problems)
        return None
    places = coming_for(campaign, state, side)
    turn = _read_turn(state, [place.turn for place in places], block, problems)
    general = folded(block.header.get("step", ""))
    if general in GENERAL_SECTIONS:
        return Header(who, side, turn, general=general, places=places)
    if _is_under_way(campaign, state, general) and state.open:
        if _has_no_orders(block):
            return Header(
                who, side, turn, general="answers", places=places
            )  # he answers in the step that asked him, whoever's it is
        if instalment_key(state, side, who):
            now = Place(state.open.turn, state.open.step)  # or sends the part that he was asked for
            return Header(who, side, turn, now, said=campaign.steps[now.step].kind, places=places)
    place = None
    if "step" in block.header:
        asked = Asked(campaign, state, side, tuple(place for place in places if place.turn >= turn))
        place = asked.named(block.header["step"], spot_of(block, "step"), problems)
    if place:
        said = campaign.steps[place.step].kind
    else:
        said = next((step.kind for step in campaign.steps.values() if is_called(campaign, step, general)), "")
    return Header(who, side, turn, place, said=said, places=places)


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


def _read_side(campaign: Campaign, block: Block, problems: list[Problem]) -> str | None:
    """Who writes: a side, or where players share one the seat of one of them."""
    said = block.header.get("side", "")
    sides = sender_names(campaign)
    wanted = " or ".join(f"side: {name}" for name in sides.values())
    if not said:
        problems.append(_missing(block, "side", "the header does not say whose orders these are", wanted))
        return None
    try:
        return str(side_called(sides, said))
    except UsageError:
        advice = did_you_mean(said, [*sides, *sides.values()]) or _SHEET
        why = "the campaign has no such side"
        if is_side(campaign, said):
            why = "players share this side, and the header does not say who of them writes"
        problems.append(Problem(Family.UNREADABLE, why, said, wanted, advice=advice, spot=spot_of(block, "side")))
        return None


def _read_turn(state: State, may: Sequence[int], block: Block, problems: list[Problem]) -> int:
    """The turn of the header: the one being played, or a later one some of whose steps take orders already."""
    said, now = block.header.get("turn", ""), state.position.turn
    wanted = f"turn: {now}"
    if not said:
        if not _has_no_orders(block):
            problems.append(_missing(block, "turn", "the header does not say for which turn the orders are", wanted))
        return now
    spot = spot_of(block, "turn")
    digits = said.split()[0].rstrip(".")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6:
        problems.append(Problem(Family.UNREADABLE, "the turn is not a number", said, wanted, advice=_SHEET, spot=spot))
    elif int(digits) < now:
        why = f"turn {int(digits)} has been played"
        problems.append(Problem(Family.ILLEGAL, why, f"turn: {said}", wanted, advice=_SHEET, spot=spot))
    elif int(digits) in may:
        return int(digits)
    elif int(digits) > now:
        why = f"turn {int(digits)} has not begun; orders are taken for the turn being played"
        problems.append(Problem(Family.ILLEGAL, why, f"turn: {said}", wanted, advice="send it again then", spot=spot))
    return now


def _is_under_way(campaign: Campaign, state: State, said: str) -> bool:
    step = campaign.steps.get(state.open.step) if state.open else None
    return step is not None and is_called(campaign, step, said)


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
