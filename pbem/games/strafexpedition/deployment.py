"""5.0 Set-up by mail: who is placed where, Italy first; what no order places stands as the proposal has it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import logistics
from pbem.games.strafexpedition.by_mail.orders_command import Emplace
from pbem.games.strafexpedition.command import HQ_BOX, headquarters
from pbem.games.strafexpedition.control import enters
from pbem.games.strafexpedition.counters import brigade_of, is_battery, is_fortress, is_infantry, is_mountain
from pbem.games.strafexpedition.disorganization import FIRING
from pbem.games.strafexpedition.set_up import Line, lines, proposal
from pbem.games.strafexpedition.stacking import check_room, counts, limit
from pbem.games.strafexpedition.terrain import front, is_behind_front, is_crag_hex
from pbem.games.strafexpedition.trenches import at_start
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import ASIDE, WAITING, Side, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Deploy, OrdersBySide

START = "start"  # the box of units that are still to be set up


def initial_position(scenario: Scenario) -> Position:
    """See 5.0, S0.notation: everything in its box, trenches dug, and Italy to set up."""
    units = {unit: UnitState(START, _steps(scenario, line, unit)) for line in lines(scenario) for unit in line.units}
    for row in scenario.card.get("reinforcement", ()):
        for name in row.get("units", ()):
            unit = UnitId(name)
            units.setdefault(unit, UnitState(WAITING, scenario.unit(unit).figure("steps")))
    for unit, counter in scenario.units.items():
        if counter.set_up:  # a made-up unit of a case: `at 0303`
            units.setdefault(unit, UnitState(counter.set_up.split()[1], counter.figure("steps")))
    present = {(scenario.unit(unit).side, brigade_of(scenario.unit(unit))) for unit in units}
    for side in scenario.sides:
        hqs = headquarters(scenario, side)
        units |= {hq: UnitState(HQ_BOX, 1) for name, hq in hqs.items() if (side, name) in present}
    others = {one.id: UnitState(ASIDE, one.figure("steps")) for one in scenario.units.values() if one.id not in units}
    states = {unit: units.get(unit) or others[unit] for unit in scenario.units}
    return Position(scenario.game, 1, "it-set-up", states, at_start(scenario), logistics.at_start(scenario))


def _steps(scenario: Scenario, line: Line, unit: UnitId) -> int:
    return 1 if line.is_reduced else scenario.unit(unit).figure("steps")


# -- the set-up of a side ------------------------------------------------------------------------------------


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """5.0 (see S1.sp4, 12.1, rulings R114, T20): as ordered, within the zones; the rest where there is room for it.

    Infantry comes before guns, whose zones may hang on where it stands. Batteries begin in fire mode unless ordered.
    """
    placed = [order for order in orders[side].items if isinstance(order, Deploy)]
    for are_guns in (False, True):
        for order in [one for one in placed if is_battery(board.unit(one.unit)) == are_guns]:
            with table.attempt(order):
                check_place(board, side, order.unit, order.at)
                _put(board, order.unit, order.at)
        _place_rest(board, side, are_guns)
    _emplace(board, table, orders, side)


def line_of(scenario: Scenario, unit: UnitId) -> Line | None:
    """See 5.0: the line of the set-up on which the unit stands; none for a reinforcement."""
    return next((line for line in lines(scenario) if unit in line.units), None)


def zone_of(board: Board, line: Line) -> tuple[HexId, ...]:
    """See 5.0: the hexes of a line, as own infantry stands by now."""
    stands = [unit for unit in board.on_map(line.side) if is_infantry(board.unit(unit))]
    return hexes_of(board.map, line.side, line.zone, [board.hex_of(unit) for unit in stands])


def check_place(board: Board, side: Side, unit: UnitId, at: HexId) -> None:
    """See 5.0, 12.1, 11.0.4, ruling R197: an own unit still to be placed, in its zone, where it can be and has room."""
    line = line_of(board.scenario, unit)
    if line is None or board.place(unit) != START:
        why = f"{unit} is not to be placed now"
        raise Illegal("5.0", why, found=board.place(unit), wanted="a unit of the set-up that has no hex yet")
    zone = zone_of(board, line)
    if at not in zone:
        shown = ", ".join(zone[:8]) + (f" and {len(zone) - 8} more" if len(zone) > 8 else "")
        why = f"{unit} cannot be set up in {board.map.called(at)}"
        raise Illegal("5.0", why, found=at, wanted=shown or line.zone, advice="`pbem sheet` lists the zones")
    if is_crag_hex(board.map, at) and not is_mountain(board.unit(unit)):
        why = f"{unit} cannot be set up in {board.map.called(at)}, a crag hex"
        wanted = "a hex that it could enter: crags are for mountain infantry"
        raise Illegal("11.0.4", why, found=board.unit(unit).type, wanted=wanted, advice="place it elsewhere")
    if is_taken(board, line, unit, at):
        why = f"{board.map.called(at)} is too near to the enemy for {unit}"
        wanted = "a hex without enemies, and for guns of this line none beside one"
        raise Illegal("5.0", why, found=at, wanted=wanted, advice="place it farther back")
    if not reaches_front(board, line, unit, at):
        why = f"{unit} would not reach the second hex behind the enemy front from {board.map.called(at)}"
        wanted = f"a hex within {board.unit(unit).figure('range')} of one"
        raise Illegal("S1.sp1", why, found=at, wanted=wanted, advice="place it nearer to the front")
    check_room(board, at, (unit,))


def is_taken(board: Board, line: Line, unit: UnitId, at: HexId) -> bool:
    """See 5.0, ruling T17: enemies stand there; or beside it, where guns go behind infantry and not behind a front."""
    enemy = board.enemy_of(line.side)
    fixed = [HexId(one) for other in lines(board.scenario, enemy) for one in _named(other.zone)]
    enemies = [*fixed, *(board.hex_of(one) for one in board.on_map(enemy))]
    is_open = is_battery(board.unit(unit)) and line.zone.startswith(("columns", "rows"))
    return any(board.map.grid.distance(at, one) <= int(is_open) for one in enemies)


def reaches_front(board: Board, line: Line, unit: UnitId, at: HexId) -> bool:
    """S1.sp1 (see S2.sp1, ruling T16): Italian guns begin in range of a hex that lies two behind the enemy's front."""
    if line.mode != "fire" or not is_battery(board.unit(unit)):
        return True
    map, most = board.map, board.unit(unit).figure("range")
    return any(map.grid.distance(at, one) <= most for one in _second_line(map, board.enemy_of(line.side)))


def _second_line(map: Map, side: Side) -> tuple[HexId, ...]:
    """The hexes two behind the front of a side."""
    return map.memo(("second line", side), lambda: _hexes_behind(map, side))


def _hexes_behind(map: Map, side: Side) -> tuple[HexId, ...]:
    line = front(map, side)
    near = dict.fromkeys(one for here in line for one in map.grid.ring(here, 2))
    behind = [one for one in near if is_behind_front(map, one, side)]
    return tuple([one for one in behind if min(map.grid.distance(one, here) for here in line) == 2])


def _named(zone: str) -> list[str]:
    """The hexes of a line that leaves its owner no choice."""
    words = zone.split()
    return words[1:] if words[0] == "at" and len(words) == 2 else []


def _put(board: Board, unit: UnitId, at: HexId) -> None:
    board.put(unit, at, "5.0", how="set-up")
    enters(board, unit, (at,), "5.0")


def _place_rest(board: Board, side: Side, are_guns: bool) -> None:
    """What no order has placed: as proposed, or in the next hex of its zone that has room."""
    proposed = proposal(board.scenario, side)
    for line in lines(board.scenario, side):
        for unit in line.units:
            if board.place(unit) == START and is_battery(board.unit(unit)) == are_guns:
                _put(board, unit, _best(board, line, unit, proposed[unit]))


def _best(board: Board, line: Line, unit: UnitId, wanted: HexId) -> HexId:
    zone, grid = zone_of(board, line), board.map.grid
    if is_fortress(board.unit(unit)) or (wanted in zone and _has_room(board, line, unit, wanted)):
        return wanted
    near = sorted(zone, key=lambda one: (grid.distance(one, wanted), one))
    return next((one for one in near if _has_room(board, line, unit, one)), wanted)


def _has_room(board: Board, line: Line, unit: UnitId, at: HexId) -> bool:
    if is_crag_hex(board.map, at) or is_taken(board, line, unit, at) or not reaches_front(board, line, unit, at):
        return False
    stack = [one for one in board.units_at(at, board.unit(unit).side) if counts(board.unit(one))]
    return len(stack) < limit(board.scenario, at)


def _emplace(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See S1.sp1, 19.1, ruling R114: batteries show their fire side; where the line leaves it open, as ordered."""
    for unit in [one for one in board.on_map(side) if is_battery(board.unit(one))]:
        board.mark(unit, FIRING, "5.0")
    for order in [one for one in orders[side].items if isinstance(one, Emplace)]:
        with table.attempt(order):
            check_modes(board, order.units, order.mode)
            for unit in order.units if order.mode == "move" else ():
                board.unmark(unit, FIRING, "5.0")


def check_modes(board: Board, units: Sequence[UnitId], mode: str) -> None:
    """See S1.sp1, ruling R114: batteries on the map whose line does not say how they begin."""
    for unit in units:
        line = line_of(board.scenario, unit)
        if not is_battery(board.unit(unit)):
            raise Illegal("5.0", f"{unit} has no two modes", found=board.unit(unit).type, wanted="a battery on the map")
        if not board.is_on_map(unit):
            why, wanted = f"{unit} is not on the map", "a battery of the set-up"
            raise Illegal("5.0", why, found=board.place(unit), wanted=wanted, advice="leave it out")
        if line is not None and line.mode not in ("", mode):
            why = f"{unit} begins in {line.mode} mode"
            raise Illegal("5.0", why, found=mode, wanted=line.mode, advice="leave it out")
