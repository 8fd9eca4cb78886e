"""12 Movement: stacks on their way, hex by hex, with the dice that passages and bridges may want."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import passages
from pbem.games.durchbruch.bridges import come_to, new_bridges, stands
from pbem.games.durchbruch.by_mail.orders import Destroy, Move
from pbem.games.durchbruch.control import go, open_trenches
from pbem.games.durchbruch.costs import mover, price, shown
from pbem.games.durchbruch.counters import is_gun
from pbem.games.durchbruch.exits import leave, way_out
from pbem.games.durchbruch.marks import SPENT
from pbem.games.durchbruch.planning import Plan, Segment, check_goal, check_units, plan
from pbem.games.durchbruch.walking import goes_on, half_points, zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table


def move(board: Board, table: Table, order: Move, segment: Segment) -> None:
    """7.1-4 (see 4.1, 12-c): check the whole move, then make it; guns that have moved are spent."""
    start = check_units(board, order.units, segment)
    found = (way_out if order.leaves else plan)(board, order.units, order.path, start)
    if not order.leaves:
        check_goal(board, order.units, found.path[-1], segment)
    segment.moved |= dict.fromkeys(order.units)
    segment.spent |= dict.fromkeys(order.units, found.spent)
    if is_risky(board, segment.side, found):
        segment.risked |= dict.fromkeys(order.units)
    march(board, table, order.units, found, order.otherwise)
    for unit in order.units:
        if is_gun(board.unit(unit)) and board.hex_of(unit) != start:
            board.mark(unit, SPENT, "2.3-a")
    if order.leaves:
        leave(board, [unit for unit in order.units if board.place(unit) == found.path[-1]])


def is_risky(board: Board, side: Side, found: Plan) -> bool:
    """See 1.4-b2, 9.2-b: whether a check or the die of a bridge may keep the units from the end of their way."""
    steps = list(itertools.pairwise(found.path))
    return any(passages.needs_check(board, side, *step) or new_bridges(board, side, step[1]) for step in steps)


def destroy(board: Board, table: Table, order: Destroy, segment: Segment) -> None:
    """See 2.5.2.2-2, ruling R07: an engineer that fails goes on, if it was told to, with the points that it has
    left."""
    for _, looking in table.previewed([order] if order.path else ()):
        with looking:
            passages.check_may_destroy(board, order.unit, segment.corps)
            _onward(board, order, segment)
    if not passages.destroy(board, table, order.unit, segment.corps) and order.path:
        found = _onward(board, order, segment)
        segment.moved[order.unit] = None
        march(board, table, (order.unit,), found, "")


def _onward(board: Board, order: Destroy, segment: Segment) -> Plan:
    """See 3.1.1, 12-b: from a zone that it entered in this segment nobody goes on."""
    units, here = (order.unit,), board.hex_of(order.unit)
    has_moved = order.unit in segment.moved
    if has_moved and here in zones(board, segment.side) and not goes_on(board, units):
        why = f"{order.unit} must stop in {here}, in an enemy zone of control"
        raise Illegal("3.1.1", why, found=f"{order.path[0]} after it", wanted="no way after `else`")
    is_whole = not has_moved
    found = plan(
        board, units, order.path, here, segment.spent.get(order.unit, 0), has_minimum=is_whole, has_bonus=is_whole
    )
    check_goal(board, units, found.path[-1], segment)
    return found


def march(board: Board, table: Table, units: Sequence[UnitId], found: Plan, otherwise: str) -> tuple[UnitId, ...]:
    """See 12-c, 1.4-b1, 1.4-b2, 9.2-b, ruling R134: hex by hex, as far as the dice allow; who has come to the end."""
    side, going, way = board.unit(units[0]).side, list(units), [found.path[0]]
    spent, bridged = 0, [step for step in itertools.pairwise(found.path) if stands(board, *step)]
    for there, cost in zip(found.path[1:], found.prices, strict=True):
        if (way[-1], there) in bridged:
            cost = _over_the_river(board, going, way[-1], there, cost, half_points(board, units) - spent, otherwise)
        if cost < 0:
            board.note("halted", "9.2-b", units=list(going), hex=way[-1], why="the bridge is blown")
            break
        spent += cost
        if passages.needs_check(board, side, way[-1], there):
            _flush(board, going, way)
            going = _through(board, table, going, there, otherwise, is_last=there == found.path[-1])
            way = [there]
            if not going:
                return ()
            come_to(board, table, side, there)
        else:
            way.append(there)
            if new_bridges(board, side, there):
                _flush(board, going, way)
                come_to(board, table, side, there)
                way = [there]
    _flush(board, going, way, shown(spent))
    return tuple(going)


def _flush(board: Board, units: Sequence[UnitId], way: Sequence[HexId], cost: int | str = "") -> None:
    """The hexes that lie behind the units are told as one move."""
    if len(way) > 1:
        go(board, units, way, "12-b", how="move", **({"cost": cost} if cost != "" else {}))
        open_trenches(board, board.unit(units[0]).side, way, "1.4-a4")


def _over_the_river(
    board: Board, going: Sequence[UnitId], here: HexId, there: HexId, planned: int, left: int, otherwise: str
) -> int:
    """See 1.3.4-a, ruling R134: the price of a step; a bridge that has gone up meanwhile is forded for three more, if
    that is ordered and can be paid; -1 means stop."""
    if stands(board, here, there):
        return planned
    now = max((price(board, mover(board, unit), here, there) or 999 for unit in going), default=999)
    return now if otherwise == "ford" and now <= left else -1


def _through(
    board: Board, table: Table, going: Sequence[UnitId], there: HexId, otherwise: str, *, is_last: bool
) -> list[UnitId]:
    """See 1.4-b0, 1.4-b1, 1.4-b2, ruling R84: the first who may tries; if it holds the others follow and go on, else
    they stay, or with `else next` another one tries."""
    here, side = board.hex_of(going[0]), board.unit(going[0]).side
    left = list(going)
    for unit in [unit for unit in going if passages.may_try(board.unit(unit))]:
        left.remove(unit)
        if passages.attempt(board, table, unit, there):
            go(board, [unit], (here, there), "1.4-b1", how="move")
            passages.succeed(board, unit, there)
            if left:
                go(board, left, (here, there), "12-b", how="move")
            return [unit] if is_last and not left else left
        board.note("thrown-back", "1.4-b2", unit=unit, hex=there, side=side)
        passages.fail(board, unit)
        if otherwise != "next":
            break
    return []
