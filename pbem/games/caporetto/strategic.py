"""7.12 Strategic movement."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.orders_turn import StrategicMove
from pbem.games.caporetto.control import controller, enemy_hexes, enter, friendly_hexes
from pbem.games.caporetto.counters import SIDES, is_hq
from pbem.games.caporetto.fog import known_names
from pbem.games.caporetto.headquarters import check_not_exposed
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.stacking import check_room, check_share
from pbem.games.caporetto.supply import has_line, why_no_line
from pbem.games.caporetto.terrain import ground, is_shut, may_enter
from pbem.games.caporetto.walking import why_closed, why_no_crossing
from pbem.games.caporetto.zoc import enemies_controlling, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import spread, trace
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hold, OrdersBySide
from pbem.values import dataclass, field

ANY_LENGTH = 1000
HARD = ("marsh", "mountain", "alpine", "dominant")  # of several shortest ways one round these is shown


@dataclass(slots=True)
class Phase:
    """What the phase remembers: who has moved, and which orders still come."""

    side: Side
    moved: dict[UnitId, None] = field(default_factory=dict)
    held: dict[UnitId, None] = field(default_factory=dict)
    coming: list[StrategicMove] = field(default_factory=list)


def most(board: Board, side: Side) -> int:
    """7.12/3: five units for the Allies, four for the Central Powers."""
    return int(board.scenario.charts["strategic"]["units"][side])


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 7.12, 4.1/4: the side's strategic moves, in the order written."""
    phase = Phase(side)
    phase.coming = [order for order in orders[side].items if isinstance(order, StrategicMove)]
    for order in orders[side].items:
        with table.attempt(order):
            if isinstance(order, StrategicMove):
                phase.coming = [other for other in phase.coming if other is not order]
                _move(board, table, order, phase)
            elif isinstance(order, Hold):
                phase.held |= dict.fromkeys(order.units)


def _move(board: Board, table: Table, order: StrategicMove, phase: Phase) -> None:
    failing = unmet(board, order.conditions)
    if failing:
        table.skip(order, failing, "7.12")
        return
    check_unit(board, order.unit, phase)
    path = find_path(board, order.unit, order.path)
    check_goal(board, order.unit, order.to, phase)
    phase.moved[order.unit] = None
    enter(board, table, (order.unit,), path, "7.12", how="strategic")


def check_unit(board: Board, unit: UnitId, phase: Phase) -> None:
    """See 7.12, 7.12/1, 7.12/3, 13.1/2, 15.1.2: any own unit on the map, HQs in either mode too, not in an enemy
    zone."""
    side = phase.side
    if board.unit(unit).side != side or not board.is_on_map(unit):
        raise Illegal("7.12", f"{unit} cannot move strategically", found=board.place(unit), wanted="a unit on the map")
    if unit in phase.moved or unit in phase.held:
        raise Illegal("7.12", f"{unit} is ordered twice", wanted="one order for each unit", advice="strike one out")
    if len(phase.moved) >= most(board, side):
        why = f"the {SIDES[side]} may move no more units strategically in this turn"
        raise Illegal("7.12/3", why, found=f"{most(board, side)} moved", wanted=f"at most {most(board, side)} units")
    here = board.hex_of(unit)
    if is_in_enemy_zoc(board, here, side):
        by = known_names(board, enemies_controlling(board, here, side))
        why = f"{unit} is in an enemy zone of control in {board.map.called(here)}"
        raise Illegal("7.12/1", why, found=f"the zone of {by}", wanted="a unit outside enemy zones of control")


def find_path(board: Board, unit: UnitId, goals: Sequence[HexId]) -> tuple[HexId, ...]:
    """7.12 (see 7.1, 7.11/2, rulings R44, R53, R155): through friendly hexes that the unit may enter, free of enemies,
    in any zone; step by step as written, and by a shortest chain between hexes that do not touch."""
    start = board.hex_of(unit)
    if goals[-1] == start:
        raise Illegal("7.12", f"{unit} is in {board.map.called(start)} already", wanted="another hex")
    path = [start]
    for goal in goals[1:] if goals[0] == start else goals:
        path += _stretch(board, unit, path[-1], goal)
    return tuple(path)


def _stretch(board: Board, unit: UnitId, here: HexId, goal: HexId) -> Sequence[HexId]:
    """The hexes from one waypoint to the next, without the first; what is in the way is refused."""
    side, called = board.unit(unit).side, board.map.called(goal)
    if controller(board, goal) != side:
        why = f"{called} is not controlled by the {SIDES[side]}"
        raise Illegal("7.12", why, found=controller(board, goal) or "nobody", wanted="a friendly-controlled hex")
    forbidden = why_closed(board, (unit,), goal)
    if forbidden:
        raise forbidden
    steps = _steps(board, unit)
    if board.map.grid.are_adjacent(here, goal):
        if goal not in steps[here]:
            raise why_no_crossing(board, here, goal)
        return (goal,)
    path = trace(here, (goal,), ANY_LENGTH, steps)
    if not path:
        why = f"no chain of friendly-controlled hexes leads from {here} to {called} for {unit}"
        raise Illegal("7.12", why, found="enemy control or closed terrain on every path", wanted="an open chain")
    return path[1:]


def reachable(board: Board, unit: UnitId) -> dict[HexId, int]:
    """See 7.12, 7.12/1, 7.12/2, 7.12/3: every hex to which the unit could move strategically now, and how far it is."""
    phase = Phase(board.unit(unit).side)
    try:
        check_unit(board, unit, phase)
    except Illegal:
        return {}
    chain = spread((board.hex_of(unit),), ANY_LENGTH, _steps(board, unit)).distance
    return {hex_id: far for hex_id, far in chain.items() if far and _is_open_goal(board, unit, hex_id, phase)}


def _is_open_goal(board: Board, unit: UnitId, hex_id: HexId, phase: Phase) -> bool:
    try:
        check_goal(board, unit, hex_id, phase)
    except Illegal:
        return False
    return True


def _steps(board: Board, unit: UnitId) -> ByHex[tuple[HexId, ...]]:
    side = board.unit(unit).side
    own, held = friendly_hexes(board, side), enemy_hexes(board, side)

    def row(here: HexId) -> tuple[HexId, ...]:
        around = [there for there in board.map.grid.neighbours[here] if there in own and there not in held]
        around.sort(key=lambda there: ground(board.map, there) in HARD)
        return tuple([h for h in around if may_enter(board, unit, h) and not is_shut(board, unit, here, h)])

    return ByHex(row)


def check_goal(board: Board, unit: UnitId, goal: HexId, phase: Phase) -> None:
    """7.12/1, 7.12/2 (see 8.1, 8.5, 15.2/2, rulings R58, R67, R156): in supply there, no mixture, no lone HQ. Room is
    no matter of this phase: 8.1 looks for it when the next Combat Sub-phase is over."""
    side = phase.side
    if not has_line(board, goal, side):
        rule, why = why_no_line(board, goal, side)
        text = f"{unit} would be out of supply in {board.map.called(goal)} ({rule}: {why})"
        raise Illegal("7.12/2", text, wanted="a hex with a line of supply")
    if chosen(board, "strategic-stacking") == "at-once":
        check_room(board, goal, side, (unit,), leaving=_leaving(board, goal, phase))
    check_share(board, unit, goal)  # not on a promise: nothing could undo the mixture
    if is_hq(board.unit(unit)):
        check_not_exposed(board, unit, goal)


def _leaving(board: Board, goal: HexId, phase: Phase) -> Sequence[UnitId]:
    """See 8.1, rulings R52, R156: with the option, units that a later order takes out of the hex make room, as far as
    the limit of the phase goes."""
    left = most(board, phase.side) - len(phase.moved) - 1
    later = [order.unit for order in phase.coming if order.to != goal and not unmet(board, order.conditions)]
    here = board.units_at(goal, phase.side)
    able = [unit for unit in later[:left] if unit in here and not is_in_enemy_zoc(board, goal, phase.side)]
    return [unit for unit in able if unit not in phase.moved]
