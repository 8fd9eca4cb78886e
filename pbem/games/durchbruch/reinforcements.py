"""8.1 Reinforcements: they come on in the movement of their corps, one behind the other."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.durchbruch.by_mail.orders import Move
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.control import is_theirs, take
from pbem.games.durchbruch.costs import HALF, WHOLE, shown
from pbem.games.durchbruch.counters import IT, corps_of, is_gun
from pbem.games.durchbruch.marks import SPENT, queue
from pbem.games.durchbruch.movement import march
from pbem.games.durchbruch.planning import Plan, Segment, check_goal, plan
from pbem.games.durchbruch.walking import bonus, half_points, is_strategic, zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.table import Table

FIRST_ON_TRAIL, LATER = 1, 3  # movement points (8.1.2)


def arrival(board: Board, unit: UnitId) -> int:
    """See 6.1-a: the turn on which a reinforcement is due; 0 for all others."""
    word, *rest = board.unit(unit).set_up.split()
    return int(rest[0]) if word == "turn" else 0


def due(board: Board, side: Side, corps: str) -> tuple[UnitId, ...]:
    """5-2, 7-e, 8.1.3, ruling R130: who waits off the map, from the turn that is printed on."""
    waiting = [unit for unit in board.units(side) if board.place(unit) == WAITING]
    own = [unit for unit in waiting if corps_of(board.unit(unit)) == corps]
    return tuple([unit for unit in own if arrival(board, unit) <= board.turn])


def entry_hexes(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """8.1 (see ruling R50): the Italians at 3630 or 5529, the Austro-Germans where the table says."""
    counter = board.unit(unit)
    if counter.side == IT:
        return board.map.hexes_with("entry", owner=IT)
    return (HexId(counter.set_up.split()[2]),)


def entry_price(board: Board, at: HexId, number: int) -> int:
    """8.1.2, 8.1.1, rulings R48 and R49: half a point on a road and one on a trail for the first, three for others."""
    if number:
        return (number + 1 if board.scenario.option("entry-queue") == "series" else LATER) * WHOLE
    return HALF if at in board.map.line_from("road") else FIRST_ON_TRAIL * WHOLE


def check_entry(board: Board, unit: UnitId, at: HexId, segment: Segment) -> int:
    """See 8.1.2, rulings R51 and R131: a hex of its own, in own hands, free of enemies and their zones; what it
    costs."""
    side = board.unit(unit).side
    if unit not in due(board, side, segment.corps):
        wanted = ", ".join(due(board, side, segment.corps)) or "nobody yet"
        raise Illegal("8.1", f"{unit} does not come now", found=f"turn {board.turn}", wanted=wanted)
    if at not in entry_hexes(board, unit):
        raise Illegal("8.1", f"{unit} does not enter at {at}", found=at, wanted=" or ".join(entry_hexes(board, unit)))
    if at in enemy_hexes(board, side) or at in zones(board, side) or (side == IT and is_theirs(board, at)):
        raise Illegal("8.1.2", f"{at} is not free", wanted="an entry hex in own hands, out of enemy zones")
    cost, most = entry_price(board, at, board.number(queue(at))), half_points(board, (unit,))
    if is_strategic(board, side, (at,)):
        most += bonus(board)
    if cost > most:
        raise Illegal("8.1.3", f"{unit} cannot enter this turn", found=f"{shown(most)} MP", wanted=f"{shown(cost)} MP")
    return cost


def enter(board: Board, table: Table, order: Move, segment: Segment) -> None:
    """See 8.1.2, 8.1.3: one unit pays its place in the queue and goes on from there."""
    if len(order.units) != 1:
        raise Illegal(
            "8.1.2", "units enter one behind the other", found=", ".join(order.units), wanted="a line for each"
        )
    unit, at = order.units[0], order.path[0]
    cost = check_entry(board, unit, at, segment)
    found = Plan((at,), ())
    if len(order.path) > 1:
        found = plan(board, order.units, order.path, at, cost, has_minimum=False)
    check_goal(board, order.units, found.path[-1], segment)
    board.write(queue(at), board.number(queue(at)) + 1, "8.1.2")
    segment.moved[unit] = None
    board.put(unit, at, "8.1", how="reinforcement")
    take(board, order.units, [at])
    if len(found.path) > 1:
        march(board, table, order.units, found, order.otherwise)
    if is_gun(board.unit(unit)):
        board.mark(unit, SPENT, "2.3-a")
