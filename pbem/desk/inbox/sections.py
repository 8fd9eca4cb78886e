"""The sections of an order file: which step each is for, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.inbox.answers import instalment_key
from pbem.desk.inbox.header import Header, spot_of
from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.places import Asked, of_kind
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import numbered
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.pending import is_fixed_ahead
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Spot
from pbem.kernel.board import Board
from pbem.kernel.naming import does
from pbem.kernel.pieces import Side
from pbem.kernel.sequence import Place, Step
from pbem.kernel.text.mail import Block
from pbem.kernel.text.orders import Order
from pbem.kernel.text.plans import written_out
from pbem.kernel.text.preferences import Condition
from pbem.kernel.text.reading import OrderFile

_SHEET = "`pbem sheet` writes an order sheet to fill in"


def take_orders(campaign: Campaign, state: State, header: Header, file: OrderFile, judged: Judged) -> None:
    """Each section goes to the soonest step that it can mean, or to the question that asks for the next part."""
    later = tuple(place for place in header.places if place.turn >= header.turn)
    asked = Asked(campaign, state, header.side, later, header.who)
    for section, found in file.orders.items():
        if header.place is None and section == header.said:
            continue  # the header's step takes no orders, which is told already
        orders = tuple(written_out(found, lambda: _fresh(campaign, state, header.side)))
        steps = of_kind(campaign, header.side, section)
        is_headed = header.place is not None and campaign.steps[header.place.step].kind == section
        place = header.place if is_headed else asked.soonest(steps, header.place)
        key = instalment_key(state, header.side, header.who)
        if key and _is_under_way(campaign, state, section, is_headed):
            judged.replies[key] = ("more", tuple(str(order) for order in orders))
        elif place is None and not orders and (absent := asked.absent(steps)):
            judged.warnings.append(f"`{section}:` has no effect: {absent.why} [{absent.rule}]")
        elif place is None or asked.is_sealed(place) or _is_called_up(state, header.side, place):
            judged.problems.append(_refused(asked, file.block, section, steps, place))
        elif place.step in judged.orders:
            judged.problems.append(_twice(campaign, file.block, section, place))
        else:
            _take(campaign, state, place, orders, judged)


def _take(campaign: Campaign, state: State, place: Place, orders: tuple[Order, ...], judged: Judged) -> None:
    judged.orders[place.step] = orders
    if place.turn != state.position.turn:
        judged.turns[place.step] = place.turn
        judged.warnings.append(f"{campaign.steps[place.step].title}: the orders are for turn {place.turn}")


def _fresh(campaign: Campaign, state: State, side: str) -> tuple[Condition, ...]:
    """What `fresh` means as the position stands when the file comes in, with the eyes of its sender."""
    conditions = campaign.game.conditions
    if conditions is None or conditions.fresh is None:
        return ()
    seen = position_seen(campaign, state.position, own_eyes(campaign, state, side))
    return conditions.fresh(Board(campaign.scenario, seen), Side(side))


def _is_under_way(campaign: Campaign, state: State, section: str, is_headed: bool) -> bool:
    """Whether the section has the word of the step that is being played."""
    step = campaign.step_of(state) if state.open else None
    return step is not None and (step.kind == section or is_headed)


def _is_called_up(state: State, side: str, place: Place) -> bool:
    """Whether the step under way has called up what the side had filed for this one."""
    return state.open is not None and (side, place.step) in state.open.called


def _refused(asked: Asked, block: Block, section: str, steps: Sequence[Step], place: Place | None) -> Problem:
    campaign, spot, found = asked.campaign, _spot_of_section(block, section), f"orders for {section}"
    if campaign.step_of(asked.state) is None:
        wanted = "nothing more; `pbem report` shows how it ended"
        return Problem(Family.ILLEGAL, "the game is over", found, wanted, advice="open a new campaign", spot=spot)
    if place is not None:
        why = f"{campaign.steps[place.step].title} is sealed: it has begun, and its orders can no longer be changed"
        if is_fixed_ahead(asked.state, asked.who or asked.side, place.step):
            why = (
                f"your orders for {campaign.steps[place.step].title} are sealed together with the step under way: "
                "the same dice decide both, and may be known"
            )
        numbers = [f"`answer {number}: ...`" for number, _ in numbered(asked.state, asked.side, asked.who)]
        wanted = " and ".join(numbers) or "nothing from you until it is complete"
        advice = "if a rule was broken, `pbem undo` takes the step back, with an entry that all can see"
        return Problem(Family.ILLEGAL, why, found, wanted, advice=advice, spot=spot)
    if steps:
        return asked.refused(section, steps, spot)
    why = f"{does(campaign.side_name(asked.side), 'send')} no orders for {section}"
    wanted = asked.wanted()
    return Problem(Family.ILLEGAL, why, found, wanted, advice=_SHEET, spot=spot)


def _twice(campaign: Campaign, block: Block, section: str, place: Place) -> Problem:
    why = f"two sections of the file are for {campaign.steps[place.step].title}"
    wanted = "one section for each step"
    advice = f"give the second one the number of a later step, or put both under `{section}:`"
    spot = _spot_of_section(block, section)
    return Problem(Family.AMBIGUOUS, why, f"orders for {section}", wanted, advice=advice, spot=spot)


def _spot_of_section(block: Block, section: str) -> Spot:
    lines = block.sections.get(section) or block.sections.get("") or ()
    if lines:
        return Spot(lines[0].number, lines[0].text)
    return spot_of(block, "step") if "step" in block.header_lines else Spot(1, f"{section}:")
