"""7.1 to 7.4: how far a unit or a stack can go, and why not farther. Nothing here changes the board."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto.control import enemy_hexes, is_enemy_held
from pbem.games.caporetto.costs import WHOLE, Mover, Steps, exits, mover, shown
from pbem.games.caporetto.counters import movement_factor
from pbem.games.caporetto.fog import known_names
from pbem.games.caporetto.pause import allowance, is_paused
from pbem.games.caporetto.terrain import is_closed, why_prohibited
from pbem.games.caporetto.zoc import controlled_hexes, enemies_controlling, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits, Reach, reach
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.trips import nearest
from pbem.values import NamedTuple

FAR = 400  # more half points than any way on the map can cost


def half_points(board: Board, units: Sequence[UnitId]) -> int:
    """See 8.3, 17.2/3, ruling R46: the allowance of a stack in half points: that of its slowest unit."""
    return min(allowance(board, unit) for unit in units) * WHOLE


def ways(board: Board, units: Sequence[UnitId]) -> Exits[HexId]:
    """See 8.3: the prices of a stack: a step must be open to every unit, and the highest price counts."""
    points = half_points(board, units)
    kinds: list[Mover] = list(dict.fromkeys(mover(board, unit, points) for unit in units))
    tables = [exits(board, kind) for kind in kinds]
    return tables[0] if len(tables) == 1 else _joint(tables)


def _joint(tables: Sequence[Exits[HexId]]) -> ByHex[Steps]:
    def row(here: HexId) -> Steps:
        rows = [dict(table[here]) for table in tables]
        common = [there for there in rows[0] if all(there in other for other in rows)]
        found = [(there, max(one[there] for one in rows)) for there in common]
        return tuple(sorted(found, key=lambda step: step[1]))

    return ByHex(row)


def is_pinned(board: Board, unit: UnitId) -> bool:
    """7.4, ruling R37: a unit that begins the Sub-phase in an enemy zone may not move, not even one hex."""
    return is_in_enemy_zoc(board, board.hex_of(unit), board.unit(unit).side)


def stops(board: Board, side: Side) -> dict[HexId, None]:
    """See 7.4, 9.0: the hexes that end a move: those in enemy zones of control, HQs' too (ruling R57)."""
    return controlled_hexes(board, board.enemy_of(side))


def reachable(board: Board, units: Sequence[UnitId]) -> Reach:
    """See 7.0, 7.1, 7.3, 7.4, 8.1/2: all hexes that the stack can move to now, with their costs in half points."""
    start, side = board.hex_of(units[0]), board.unit(units[0]).side
    if is_pinned(board, units[0]):
        return Reach({start: 0}, {})
    found = way(board, units, start, half_points(board, units))
    closed = enemy_hexes(board, side)
    for there, price in ways(board, units)[start]:  # 7.3: one hex is always possible
        if there not in found.cost and there not in closed:
            found.cost[there] = price
            found.previous[there] = start
    return found


def way(board: Board, units: Sequence[UnitId], here: HexId, points: int, goal: HexId | None = None) -> Reach:
    """See 7.1, 7.4: the hexes within this many half points on the stack's way; the way to one if it is named."""
    side = board.unit(units[0]).side
    return reach(here, points, ways(board, units), {}, enemy_hexes(board, side), stops(board, side), goal)


def step_price(board: Board, units: Sequence[UnitId], here: HexId, there: HexId) -> int | None:
    """7.7: the price of one step; nothing where it is closed."""
    if is_enemy_held(board, there, board.unit(units[0]).side):
        return None
    return dict(ways(board, units)[here]).get(there)


# -- why not -------------------------------------------------------------------------------------------------


def pinned(board: Board, unit: UnitId) -> Illegal:
    """See 7.4, ruling R37: who pins the unit."""
    here = board.hex_of(unit)
    by = known_names(board, enemies_controlling(board, here, board.unit(unit).side))
    why = f"{unit} begins the Sub-phase in an enemy zone of control in {board.map.called(here)} and may not move"
    return Illegal("7.4", why, found=f"the zone of {by}", wanted="a unit outside enemy zones of control")


def why_not(board: Board, units: Sequence[UnitId], goal: HexId, here: HexId, points: int) -> Illegal:
    """See 7.1, 7.3, 7.4, 7.9, 7.10, 7.11/2, 8.1/2: what keeps the stack from moving on to a hex."""
    closed = why_closed(board, units, goal) or _why_no_step(board, units, here, goal)
    if closed:
        return closed
    step = step_price(board, units, here, goal) if board.map.grid.are_adjacent(here, goal) else None
    far = way(board, units, here, FAR, goal).cost.get(goal) if step is None else step
    if far is None:
        why = f"no path leads from {here} to {board.map.called(goal)} for {', '.join(units)}"
        return Illegal("7.4", why, found="enemy units, enemy zones or closed terrain on every path")
    halved, whole = half_points(board, units), slowest(board, units) * WHOLE
    return too_far(board, Missed(units, here, goal, far, points, halved, whole), way(board, units, here, points), "7.1")


def slowest(board: Board, units: Sequence[UnitId]) -> int:
    """See 8.3: the movement factor of the slowest unit, before a pause halves it."""
    return min(movement_factor(board, unit) for unit in units)


class Missed(NamedTuple):
    """A hex that a stack cannot pay for, all in half points: its price, what is left, what there was at the start, and
    what there would have been without a pause."""

    units: Sequence[UnitId]
    here: HexId
    goal: HexId
    price: int
    points: int
    full: int
    unpaused: int


def too_far(board: Board, missed: Missed, in_reach: Reach, rule: str) -> Illegal:
    """See 7.1, 11.8/2, 17.2/3: what it costs and what there is, by the rule of the pause where that is in the way."""
    units, here, goal, price, points, full, unpaused = missed
    is_next = board.map.grid.are_adjacent(here, goal)
    found = f"the {'step into it' if is_next else 'way'} costs {shown(price)} MP"
    why, wanted = f"{board.map.called(goal)} is out of reach for {', '.join(units)} from {here}", f"{shown(points)} MP"
    if is_paused(board, board.unit(units[0]).side):
        wanted += f": {shown(full)} in all, halved by the operational pause (17.2/3)"
        if price - points <= unpaused - full:
            why, rule = f"{why}: your side is in an operational pause, which halves its movement", "17.2/3"
    return Illegal(rule, why, found=found, wanted=f"at most {wanted}", advice=_instead(board, missed, in_reach))


def why_closed(board: Board, units: Sequence[UnitId], goal: HexId) -> Illegal | None:
    """See 7.3, 7.9, 8.1/2, TEC.sea: what in the hex itself keeps one of the units out."""
    side, called = board.unit(units[0]).side, board.map.called(goal)
    if is_enemy_held(board, goal, side):
        held = known_names(board, board.units_at(goal, board.enemy_of(side)))
        why = f"{called} is held by the enemy; no unit enters an enemy-occupied hex"
        return Illegal("8.1/2", why, found=held, wanted="a hex without enemy units")
    return next((found for unit in units if (found := why_prohibited(board, unit, goal))), None)


def _why_no_step(board: Board, units: Sequence[UnitId], here: HexId, goal: HexId) -> Illegal | None:
    """See 7.10, 7.11/2: what on the hexside keeps the stack from the next hex."""
    if not board.map.grid.are_adjacent(here, goal) or step_price(board, units, here, goal) is not None:
        return None
    return why_no_crossing(board, here, goal)


def why_no_crossing(board: Board, here: HexId, goal: HexId) -> Illegal:
    """See 7.10, 7.11/2, rulings R39, R153: a hexside that the units never cross: a lake, or for HQs a winter river."""
    if is_closed(board, here, goal):
        why = f"a lake lies between {here} and {goal}; nobody crosses it"
        return Illegal("7.10", why, wanted="a way round the lake")
    why = f"in winter no HQ crosses the river between {here} and {goal}: it has no bridge"
    return Illegal("7.11/2", why, wanted="a bridged hexside")


def _instead(board: Board, missed: Missed, in_reach: Reach) -> str:
    """What could be ordered in its place: a way round that was not written, or hexes near the goal."""
    here, goal, points = missed.here, missed.goal, missed.points
    if goal in in_reach.cost:
        way_round = " -> ".join(in_reach.path(goal)[1:])
        return f"a way round costs {shown(in_reach.cost[goal])} MP; write it out: {way_round}"
    seen = nearest(board.map, in_reach.cost, here, goal, lambda price: f"{shown(price)} of {shown(points)} MP")
    return f"within reach: {seen}" if seen else ""
