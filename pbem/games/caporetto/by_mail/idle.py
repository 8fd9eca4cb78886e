"""Orders that can have no effect, told on receipt: instructions for units that take no part, hexes that nobody can
enter, results that never lead there. It reads only the map and the side's own units, so it reveals nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.caporetto.advance import STAY
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.by_mail.orders_combat import Attack, Mine, Second
from pbem.games.caporetto.counters import CP, is_combat_unit
from pbem.games.caporetto.ratio import crt
from pbem.games.caporetto.terrain import is_closed, why_prohibited
from pbem.games.caporetto.withdrawals import Demand, demands, eligible, is_of_kind
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.instructions import OnResult
from pbem.kernel.text.orders import Order
from pbem.kernel.views.caution import Caution

RULES = {"losses": "11.7.1/3", "advance": "12.1", "second": "12.1/2"}
WORDS = ("all", "none", "weakest first", "strongest first")  # that name no unit


def idle(board: Board, order: Order) -> Iterator[Caution]:
    """What of an order of combat can have no effect, whatever the dice say."""
    if isinstance(order, Attack):
        yield from idle_in_attack(board, order)
    elif isinstance(order, Mine):
        yield from idle_in_mine(board, order)


def idle_in_attack(board: Board, order: Attack) -> Iterator[Caution]:
    """See 11.7, 11.7.1/3, 12.1, 12.1/2: whatever the dice say, these words of the order do nothing."""
    for number, told in enumerate(order.results):
        shadow = next((one for one in order.results[:number] if one.covers(told)), None)
        if shadow is not None:
            first = f"`on {shadow.attacker}/{shadow.defender}` comes before it and applies first"
            yield Caution(f"`{told}` never counts: {first}", "11.7.1")
        yield from _strangers(order, told)
        yield from _wrong_results(board, told)
        yield from _closed_advances(board, order, told)
        for second in told.wanted("second"):
            yield from _idle_second(board, order, told, second)


def _strangers(order: Attack, told: OnResult) -> Iterator[Caution]:
    """Units after `losses`, `advance` or `second` that do not attack."""
    seconds = [second.unit for second in told.wanted("second") if second.unit]
    for what, units in (*((what, _units(told.wanted(what))) for what in ("losses", "advance")), ("second", seconds)):
        for unit in units:
            if unit not in order.units:
                yield Caution(f"`{what} {unit}` does nothing: {unit} takes no part in this attack", RULES[what])


def _units(who: Sequence[str]) -> list[UnitId]:
    return [UnitId(word) for word in who if word not in WORDS]


def _wrong_results(board: Board, told: OnResult) -> Iterator[Caution]:
    """See 11.7: results that the table does not have, and those that leave nothing to decide."""
    result = f"{told.attacker}/{told.defender}"
    if not any(told.fits(printed) for row in crt(board).rows.values() for printed in row):
        yield Caution(f"`on {result}` never counts: the Combat Results Table has no such result", "11.7")
        return
    if told.attacker == "0" and told.wanted("losses"):
        yield Caution(f"`on {result}: losses` does nothing: the attacker loses nothing on this result", "11.7.1")
    if told.defender == "0" and (told.wanted("advance") or told.wanted("second")):
        yield Caution(f"`on {result}: advance` does nothing: the defender stays where he is", "12.1")


def _closed_advances(board: Board, order: Attack, told: OnResult) -> Iterator[Caution]:
    """See 12.1, ruling R51: an advance goes only where the unit could move."""
    for unit in _units(told.wanted("advance")):
        closed = why_prohibited(board, unit, order.target)
        if closed and unit in order.units:
            yield Caution(f"`advance {unit}` does nothing: {closed.problem.why}", closed.problem.rule)


def _idle_second(board: Board, order: Attack, told: OnResult, second: Second) -> Iterator[Caution]:
    """See 12.1/2, 19.6, ruling R51: a second hex is for assault infantry that advances, next to the vacated hex."""
    named = [UnitId(second.unit)] if second.unit else list(order.units)
    attacking = [unit for unit in named if unit in order.units]
    storming = [unit for unit in attacking if is_assault(board, unit, order.target)]
    if attacking and not storming:
        who = f"{second.unit} is not" if second.unit else "nobody in this attack is"
        yield Caution(f"`second {second}` does nothing: {who} assault infantry there", "12.1/2")
    elif storming and not any(_advances(told, unit) for unit in storming):
        yield Caution(
            f"`second {second}` does nothing: {', '.join(storming)} does not advance under this line", "12.1/2"
        )
    elif storming and second.hex != STAY:
        why = [_why_no_second(board, unit, order.target, HexId(second.hex)) for unit in storming]
        if all(why):
            yield Caution(f"`second {second}` does nothing: {why[0]}", "12.1/2")


def _advances(told: OnResult, unit: UnitId) -> bool:
    """Whether the line lets the unit advance; where it is silent, another line or an answer may."""
    wanted = told.wanted("advance")
    return not wanted or "all" in wanted or unit in wanted or any(word.endswith("first") for word in wanted)


def _why_no_second(board: Board, unit: UnitId, first: HexId, goal: HexId) -> str:
    if not board.map.grid.are_adjacent(first, goal):
        return f"{goal} is not next to {first}"
    if is_closed(board, first, goal):
        return f"a lake lies between {first} and {goal}"
    closed = why_prohibited(board, unit, goal)
    if closed:
        return closed.problem.why
    return "" if is_assault(board, unit, goal) else f"{unit} acts as assault infantry in the mountains only"


def idle_in_mine(board: Board, order: Mine) -> Iterator[Caution]:
    """See EV.B.mine: who cannot step into the crater."""
    for unit in _units(order.advance):
        counter = board.unit(unit)
        is_near = board.is_on_map(unit) and board.map.grid.are_adjacent(board.hex_of(unit), order.hex)
        if counter.side != CP or not is_combat_unit(counter) or not is_near:
            words = f"`advance {unit}` does nothing: {unit} is not a combat unit next to {order.hex}"
            yield Caution(words, "EV.B.mine")


def idle_in_withdrawal(board: Board, side: Side, units: Sequence[UnitId]) -> Iterator[Caution]:
    """See 13.3, WC: named units that no demand of this turn can take."""
    due = demands(board, side)
    for unit in units if not board.noted("kaiserschlacht") else ():
        if not any(unit in eligible(board, demand) for demand in due):
            yield Caution(f"`withdraw {unit}` does nothing: {_why_kept(board, unit, due)}", "13.3")


def _why_kept(board: Board, unit: UnitId, due: Sequence[Demand]) -> str:
    counter = board.unit(unit)
    if any(d.named == unit or (d.nation == counter.nation and is_of_kind(counter, d.kind)) for d in due):
        return f"{unit} traces no line of supply" if board.is_on_map(unit) else f"{unit} is not in play"
    return f"no unit of its kind and nation is withdrawn in turn {board.turn}"
