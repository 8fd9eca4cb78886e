"""Pages for one player, from the record to the report room: his order sheet and his receipts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.inbox.answers import instalment_key
from pbem.desk.inbox.places import coming_for
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.names import side_called
from pbem.desk.record.senders import sender_names
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.views.past import position_now
from pbem.desk.views.post import Published, Wish, header_for, names
from pbem.dice.harmless import harmless
from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.position import Position
from pbem.kernel.sequence import Place
from pbem.kernel.views.plain import plain
from pbem.kernel.views.sheet import Sheet
from pbem.store.entry import Reads
from pbem.values import replace

# -- the order sheet ------------------------------------------------------------------------------------------


def sheet(store: Reads, campaign: str, side: str, *, fmt: str = "txt", own: str = "") -> Published:
    """The order sheet of a side for the next step that needs its orders."""
    from pbem.report import sheet as sheet_page

    loaded, state = load(store, campaign)
    owner = _owner(loaded, state, side)
    side_id = loaded.side_of(owner)
    position = next_place(loaded, state, side_id)
    data = sheet_of(loaded, state, owner, position)
    wish = Wish(fmt, own)
    context = {
        **names(loaded),
        "step_title": loaded.steps[position.step].title,
        "standing": state.standing.get(owner, ()),
        "header": header_for(loaded, owner, state, position),
        "player": harmless(loaded.player(owner)),
    }
    text = sheet_page(plain(data), context=context, scenario=loaded.scenario, **wish.words())
    return Published(f"t{position.turn}/{position.step}", text, tuple(wish.warnings))


def sheet_of(campaign: Campaign, state: State, who: str, place: Position) -> Sheet:
    """The sheet of a side or a seat for the turn and the step of a place, as a value."""
    side = campaign.side_of(who)
    seen = position_seen(campaign, _as_it_stands(campaign, state, place), own_eyes(campaign, state, side))
    board = Board(campaign.scenario, seen)
    cautions = tuple(campaign.game.cautions(board, side))
    return _under_command(campaign, who, replace(campaign.game.sheet(board, side), cautions=cautions))


def _as_it_stands(campaign: Campaign, state: State, place: Position) -> Position:
    """The board in the middle of a step under way, with the turn and the step that the sheet is for."""
    return replace(position_now(campaign, state), turn=place.turn, step=place.step)


def _under_command(campaign: Campaign, who: str, whole: Sheet) -> Sheet:
    """Where players share a side: the sheet with the units that this one orders."""
    seat = campaign.seats.get(who)
    if seat is None:
        return whole
    units = campaign.scenario.units
    groups = [replace(g, units=tuple(u for u in g.units if seat.commands(units[u.id]))) for g in whole.groups]
    coming = tuple(one for one in whole.reinforcements if seat.commands(units[one.id]))
    return replace(whole, groups=tuple(group for group in groups if group.units), reinforcements=coming)


def _owner(campaign: Campaign, state: State, side: str) -> str:
    """The side or the seat that is named, or the one that the campaign waits for."""
    if side:
        return str(side_called(sender_names(campaign), side))
    waiting = [debt.seat or debt.side for debt in owed(campaign, state)]
    if len(waiting) == 1:
        return waiting[0]
    raise UsageError(f"say whose sheet: --side {' or --side '.join(campaign.senders)}")


def next_place(campaign: Campaign, state: State, side: str) -> Position:
    """The position with the turn and the step set to the next one that needs this side."""
    order = list(campaign.steps)
    if state.position.step not in order:
        raise UsageError("the game is over: there are no more orders to give")
    needed = places_of(campaign, state, side)
    if needed:
        return replace(state.position, turn=needed[0].turn, step=needed[0].step)
    first = order.index(state.position.step)
    for number, step in enumerate(order[first:] + order[:first], first):
        if side in campaign.steps[step].needs:
            later = number >= len(order) or (state.open is not None and number == first)
            return replace(state.position, turn=state.position.turn + later, step=step)
    return state.position


def places_of(campaign: Campaign, state: State, side: str) -> list[Place]:
    """The steps that need a side and take its orders now, the soonest first; one under way only if it asks for more."""
    opened = None if instalment_key(state, side) else state.open
    now = Place(opened.turn, opened.step) if opened else None
    found = [place for place in coming_for(campaign, state, side) if side in campaign.steps[place.step].needs]
    return found[1:] if now is not None and found[:1] == [now] else found


# -- receipts --------------------------------------------------------------------------------------------------


def receipt_page(receipt: Receipt, sides: Mapping[str, str], *, fmt: str = "txt", own: str = "") -> Published:
    """The receipt as a mail."""
    from pbem.report import receipt as receipt_text

    wish = Wish(fmt, own)
    context = {"sides": dict(sides), "verbs": receipt.verbs, "joiners": receipt.joiners}
    text = receipt_text(receipt_rows(receipt), context=context, **wish.words())
    return Published(f"entry {receipt.seq}", text, tuple(wish.warnings))


def receipt_rows(receipt: Receipt) -> dict[str, Any]:
    """What pages are told of a receipt. Its canonical text ends with the press, which must not pass for a proof."""
    orders, mark, press = receipt.canonical.partition("\npress:\n")
    canonical = orders + mark + "\n".join(map(harmless, press.split("\n")))
    steps = list(receipt.titles or receipt.steps)
    return {**receipt.as_json(), "steps": steps, "is_fresh": receipt.is_fresh, "canonical": canonical}
