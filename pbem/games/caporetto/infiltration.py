"""11.8 Infiltration: assault infantry between the two Combat Sub-phases."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import fog
from pbem.games.caporetto.assault import is_assault, is_printed_assault
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.orders_combat import Infiltrate
from pbem.games.caporetto.control import enter
from pbem.games.caporetto.costs import WHOLE, shown
from pbem.games.caporetto.counters import AL, SIDES, combat_units, is_combat_unit
from pbem.games.caporetto.headquarters import check_not_left
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.pause import allowance
from pbem.games.caporetto.stacking import check_share
from pbem.games.caporetto.terrain import is_closed, why_prohibited
from pbem.games.caporetto.venezia import is_over
from pbem.games.caporetto.walking import FAR, Missed, slowest, too_far, ways
from pbem.games.caporetto.zoc import combat_zone, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach, reach
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from pbem.values import dataclass, field


@dataclass(slots=True)
class SubPhase:
    """Whose Infiltration Sub-phase it is, who began it in an enemy zone, and who has gone."""

    side: Side
    engaged: dict[UnitId, None] = field(default_factory=dict)
    gone: dict[UnitId, None] = field(default_factory=dict)


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """17.2/2 (see 4.1/2, 4.1/3, 7.5, 11.1, 11.8): the ordered moves one by one; nobody's later movement is touched."""
    here = SubPhase(side, _engaged(board, side))
    for _, batch in table.parts(side, "infiltration", orders[side].items):
        for order in batch:
            if isinstance(order, Infiltrate) and not is_over(board):
                with table.attempt(order):
                    infiltrate(board, table, here, order)
        fog.run_tops(board, table, side, batch)
        if is_over(board):
            return


def _engaged(board: Board, side: Side) -> dict[UnitId, None]:
    """See 11.8: the units that begin the Sub-phase in an enemy zone of control."""
    return {unit: None for unit in board.on_map(side) if is_in_enemy_zoc(board, board.hex_of(unit), side)}


def infiltrate(board: Board, table: Table, here: SubPhase, order: Infiltrate) -> None:
    """See 11.8, 11.8/2, 11.8/4, 8.3, 8.5, 15.2/4, rulings R47, R48, R49, R58: checked whole, then made."""
    failing = unmet(board, order.conditions)
    if failing:
        table.skip(order, failing, "11.8")
        return
    check_who(board, here, order)
    path, cost = plan(board, here, order)
    for unit in order.units:
        check_share(board, unit, path[-1], leaving=order.units)
    check_not_left(board, order.units)
    here.gone |= dict.fromkeys(order.units)
    points = shown(half_of_allowance(board, order.units))
    enter(board, table, order.units, path, "11.8", how="infiltration", cost=cost, allowance=points)


def check_who(board: Board, here: SubPhase, order: Infiltrate) -> None:
    """11.8/4 (see 4.1/3, 11.8, 8.3, 19.6, rulings R49, R105): own assault infantry that stands together and has not
    gone."""
    first = first_allied_turn(board)
    if here.side == AL and board.turn < first:
        found, wanted = f"turn {board.turn}", f"turn {first} or later"
        raise Illegal("4.1/3", f"the {SIDES[AL]} may not infiltrate yet", found=found, wanted=wanted)
    for unit in order.units:
        _check_unit(board, here, unit)
    start = board.hex_of(order.units[0])
    apart = [unit for unit in order.units if board.hex_of(unit) != start]
    if apart:
        why = f"{', '.join(order.units)} are not in one hex"
        found = f"{apart[0]} in {board.hex_of(apart[0])}"
        raise Illegal("8.3", why, found=found, wanted=f"all in {start}", advice="give each its own line")


def first_allied_turn(board: Board) -> int:
    """See 4.1/3: the turn from which the Allies infiltrate."""
    return int(board.scenario.charts["turns"]["allied_infiltration_from"])


def _check_unit(board: Board, here: SubPhase, unit: UnitId) -> None:
    counter = board.unit(unit)
    if counter.side != here.side:
        raise Illegal("4.0", f"{unit} belongs to the {SIDES[counter.side]}", wanted="your own units")
    if not board.is_on_map(unit):
        raise Illegal("11.8", f"{unit} is not on the map", found=board.place(unit), wanted="a unit on the map")
    if not is_combat_unit(counter) or not is_assault(board, unit):
        rule = "19.6" if counter.has("alpini") else "11.8/4"
        why = f"{unit} is not assault infantry in {board.hex_of(unit)} and may not infiltrate"
        raise Illegal(rule, why, found=counter.type, wanted="assault infantry", advice="leave it behind")
    if unit in here.gone:
        raise Illegal("11.8", f"{unit} has already infiltrated", wanted="one move in this Sub-phase")


# -- the way -------------------------------------------------------------------------------------------------


def half_of_allowance(board: Board, units: Sequence[UnitId]) -> int:
    """See 11.8/2, 8.3, 14.3/2, 17.2/3, ruling R46: half of the slowest unit's points, fractions up, in half points."""
    return half_of(min(allowance(board, unit) for unit in units))


def half_of(points: int) -> int:
    """See 11.8/2: half of these points, rounded up, in half points."""
    return (points + 1) // 2 * WHOLE


def plan(board: Board, here: SubPhase, order: Infiltrate) -> tuple[tuple[HexId, ...], int | str]:
    """11.8 (see 11.8/2): the path and what it costs; whatever is forbidden is refused here."""
    start = board.hex_of(order.units[0])
    goals = order.path[1:] if order.path[0] == start else order.path
    if not goals:
        raise Illegal("11.8", f"the order leaves {', '.join(order.units)} in {start}", wanted="a hex to go to")
    is_engaged = any(unit in here.engaged for unit in order.units)
    path, cost = _slip(board, order, start, goals) if is_engaged else _walk(board, order, start, goals)
    for there in path[1:]:
        for unit in order.units:
            _check_alpini(board, unit, there)
    return path, cost


def _check_alpini(board: Board, unit: UnitId, there: HexId) -> None:
    """See 19.6, ruling R152: Alpini act as assault infantry in mountain and alpine hexes only."""
    if not is_assault(board, unit, there):
        why = f"{unit} acts as assault infantry in mountain and alpine hexes only"
        raise Illegal("19.6", why, found=board.map.called(there), wanted="a mountain or alpine hex")


def _slip(board: Board, order: Infiltrate, start: HexId, goals: Sequence[HexId]) -> tuple[tuple[HexId, ...], int | str]:
    """9.1/3 (see 11.8, rulings R47, R48): out of an enemy zone one hex, at no cost; by option only into another
    zone."""
    goal, names = goals[-1], ", ".join(order.units)
    if len(goals) > 1 or not board.map.grid.are_adjacent(start, goal):
        why = f"{names} began the Sub-phase in an enemy zone of control and may move one hex"
        raise Illegal("11.8", why, found=f"{start} to {goal}", wanted=f"a hex next to {start}")
    _check_enterable(board, order.units, start, goal)
    side = board.unit(order.units[0]).side
    if chosen(board, "infiltration-goal") == "ezoc" and not is_in_enemy_zoc(board, goal, side):
        why = f"{names} may slip from one enemy zone of control only into another"
        raise Illegal("11.8", why, found=board.map.called(goal), wanted="a hex in an enemy zone of control")
    return (start, goal), 0


def _check_enterable(board: Board, units: Sequence[UnitId], start: HexId, goal: HexId) -> None:
    """See 7.3, 7.9, 7.10, 8.1/2, ruling R48: prohibited hexes stay prohibited."""
    enemy = board.enemy_of(board.unit(units[0]).side)
    if combat_units(board, goal, enemy):
        called = board.map.called(goal)
        raise Illegal("8.1/2", f"{called} is held by the enemy", found=called, wanted="a hex without enemy units")
    if is_closed(board, start, goal):
        raise Illegal(
            "7.10",
            f"a lake lies between {start} and {goal}",
            found=f"{start}/{goal}",
            wanted="a hexside without a lake",
        )
    for unit in units:
        prohibited = why_prohibited(board, unit, goal)
        if prohibited:
            raise prohibited


def _walk(board: Board, order: Infiltrate, start: HexId, goals: Sequence[HexId]) -> tuple[tuple[HexId, ...], int | str]:
    """11.8/2 (see 7.1, 15.2/4, rulings R46, R57, R155): up to half of the points, as written, to the first enemy zone;
    lone HQs stop nobody."""
    points, path, spent = half_of_allowance(board, order.units), [start], 0
    zone = combat_zone(board, board.enemy_of(board.unit(order.units[0]).side))
    for goal in goals:
        here = path[-1]
        if here != start and here in zone:
            raise _stopped(board, order, here)
        found = _reach(board, order.units, here, points - spent, goal, is_step=board.map.grid.are_adjacent(here, goal))
        if goal not in found.cost:
            raise _out_of_reach(board, order, here, goal, points - spent)
        path += found.path(goal)[1:]
        spent += found.cost[goal]
    return tuple(path), shown(spent)


def _reach(
    board: Board, units: Sequence[UnitId], here: HexId, points: int, goal: HexId | None = None, *, is_step: bool = False
) -> Reach:
    """See 11.8/2, 15.2/4, 19.6, ruling R57: zones of combat units stop the move; a hex with a lone HQ does not close
    it. `is_step`: by the one step into the goal."""
    enemy = board.enemy_of(board.unit(units[0]).side)
    held = {board.hex_of(unit): None for unit in board.on_map(enemy) if is_combat_unit(board.unit(unit))}
    alpini = [unit for unit in units if not is_printed_assault(board.unit(unit))]
    low = {h: None for h in board.map.grid.hexes if alpini and not is_assault(board, alpini[0], h)}
    exits = ways(board, units)
    steps = {here: [step for step in exits[here] if step[0] == goal]} if is_step else exits
    return reach(here, points, steps, {}, held | low, combat_zone(board, enemy), goal)


def reachable(board: Board, unit: UnitId) -> Reach:
    """See 11.8, 11.8/2: where one assault unit can infiltrate to now, for the order sheet; cost in half points."""
    start, side = board.hex_of(unit), board.unit(unit).side
    if not is_in_enemy_zoc(board, start, side):
        return _reach(board, (unit,), start, half_of_allowance(board, (unit,)))
    near = [there for there in board.map.grid.neighbours[start] if _is_enterable(board, unit, start, there)]
    return Reach({start: 0, **dict.fromkeys(near, 0)}, dict.fromkeys(near, start))


def _is_enterable(board: Board, unit: UnitId, start: HexId, there: HexId) -> bool:
    try:
        _slip(board, Infiltrate((unit,), (there,)), start, (there,))
        _check_alpini(board, unit, there)
    except Illegal:
        return False
    return True


def _stopped(board: Board, order: Infiltrate, here: HexId) -> Illegal:
    why = f"{', '.join(order.units)} must stop in {board.map.called(here)}, in an enemy zone of control"
    return Illegal("11.8/2", why, found=here, wanted="the end of the move there")


def _out_of_reach(board: Board, order: Infiltrate, here: HexId, goal: HexId, points: int) -> Illegal:
    for unit in order.units:
        _check_alpini(board, unit, goal)
        prohibited = why_prohibited(board, unit, goal)
        if prohibited:
            return prohibited
    if combat_units(board, goal, board.enemy_of(board.unit(order.units[0]).side)):
        return Illegal("8.1/2", f"{board.map.called(goal)} is held by the enemy", wanted="a hex without enemy units")
    is_step = board.map.grid.are_adjacent(here, goal)
    price = _reach(board, order.units, here, FAR, goal, is_step=is_step).cost.get(goal)
    if price is None:
        why = f"no path leads from {here} to {board.map.called(goal)} for {', '.join(order.units)}"
        return Illegal("11.8/2", why, found="enemy zones or closed terrain on every path", wanted="an open path")
    halved, whole = half_of_allowance(board, order.units), half_of(slowest(board, order.units))
    missed = Missed(order.units, here, goal, price, points, halved, whole)
    return too_far(board, missed, _reach(board, order.units, here, points), "11.8/2")
