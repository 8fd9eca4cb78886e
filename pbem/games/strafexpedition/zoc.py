"""3.0 Zones of control: which hexes a unit holds down, and whom that concerns."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import is_hq, is_infantry, is_mountain
from pbem.games.strafexpedition.roana import is_blown
from pbem.games.strafexpedition.terrain import is_crag
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, Ways
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, Unit, UnitId


def has_zone(unit: Unit) -> bool:
    """See 3.0.zoc: infantry and fortresses have one; artillery and headquarters have none."""
    return is_infantry(unit)


def zone(map: Map, hex_id: HexId, climbs: bool) -> tuple[HexId, ...]:
    """3.0.zoc (see 11.0.4, rulings R27, R28): the hexes around, but those behind a crag only for mountain infantry.

    What a unit could enter counts, not what it can pay for; an enemy in the hex does not matter. A road over a crag
    opens it to everybody, as for movement (ruling R111).
    """
    return map.memo(("zone", hex_id, climbs), lambda: _zone(map, hex_id, climbs))


def _zone(map: Map, hex_id: HexId, climbs: bool) -> tuple[HexId, ...]:
    return tuple([there for there in map.grid.neighbours[hex_id] if climbs or is_passable(map, hex_id, there)])


def is_passable(map: Map, a: HexId, b: HexId) -> bool:
    """See 11.0.4, 11.0.5, ruling R111: whether others than mountain infantry can go from hex to hex, as printed."""
    return not is_crag(map, a, b) or bool(map.along.get((a, b)))


def can_pass(board: Board, a: HexId, b: HexId) -> bool:
    """See 11.0.4, S5.sp6, ruling R71: the same today: where the bridge is down, the crag below it is all there is."""
    return is_passable(board.map, a, b) and not (is_crag(board.map, a, b) and is_blown(board, a, b))


def zone_of(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """See 3.0.zoc: the hexes that this unit controls from where it stands."""
    counter, here = board.unit(unit), board.hex_of(unit)
    if not has_zone(counter):
        return ()
    return reach_from(board, here, is_mountain(counter))


def reach_from(board: Board, here: HexId, climbs: bool) -> tuple[HexId, ...]:
    """See 3.0.zoc, S5.sp6, ruling R71: the hexes that infantry in a hex could enter as the bridge stands today."""
    around = zone(board.map, here, climbs)
    if climbs or not board.marked_sides("bridge"):
        return around
    return tuple([there for there in around if can_pass(board, here, there)])


def controlled(board: Board, side: Side) -> dict[HexId, None]:
    """See 3.0.zoc: all hexes in the zones of a side."""
    return board.derived(("zones", side), (side, "side bridge"), lambda: _controlled(board, side))


def _controlled(board: Board, side: Side) -> dict[HexId, None]:
    holding = [(unit, board.unit(unit)) for unit in board.on_map(side)]
    held = dict.fromkeys((board.hex_of(unit), is_mountain(counter)) for unit, counter in holding if has_zone(counter))
    return {there: None for here, climbs in held for there in reach_from(board, here, climbs)}


def is_in_enemy_zone(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 3.0.zoc, 11.1.1: whether an enemy of the side controls the hex, whoever stands there (ruling R26)."""
    return hex_id in controlled(board, board.enemy_of(side))


def is_in_open_enemy_zone(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 6.2, 8.1, 10.2.2, ruling R26: the same where a friendly unit in the hex lifts the zone."""
    return is_in_enemy_zone(board, hex_id, side) and not _holds(board, hex_id, side)


def _holds(board: Board, hex_id: HexId, side: Side) -> bool:
    return any(not is_hq(board.unit(unit)) for unit in board.units_at(hex_id, side))


def controllers(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 11.1.2, 13.4.5.4: the enemies of the side in whose zones the hex lies."""
    around = [
        unit for there in board.map.grid.neighbours[hex_id] for unit in board.units_at(there, board.enemy_of(side))
    ]
    return tuple([unit for unit in around if hex_id in zone_of(board, unit)])


def beside_enemy(board: Board, side: Side) -> dict[HexId, None]:
    """See 10.2.2, 16.4, rulings G2, R43, R95: hexes in or beside which an enemy combat unit stands, batteries too."""
    owners = (board.enemy_of(side),)
    return board.derived(("beside", side), owners, lambda: board.map.areas.hexes(beside_area(board, side)))


def beside_area(board: Board, side: Side) -> Area:
    """See 10.2.2: the same as an area."""
    held = enemy_area(board, side)
    return held | open_ground(board.map).widen(held)


def open_ground(map: Map) -> Ways:
    """All steps between neighbours, whatever lies between them."""
    return map.memo("open ground", lambda: map.areas.ways())


def in_or_under(board: Board, side: Side) -> Area:
    """See 10.2.2, ruling R43: hexes in which an enemy combat unit stands or that an enemy zone of control reaches."""
    return enemy_area(board, side) | board.map.areas.of(controlled(board, board.enemy_of(side)))


# -- the same for whoever asks about many hexes ---------------------------------------------------------------


def enemy_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See ruling G2: the hexes in which enemy combat units stand."""
    return board.derived(("enemies", side), (board.enemy_of(side),), lambda: _enemy_hexes(board, side))


def _enemy_hexes(board: Board, side: Side) -> dict[HexId, None]:
    units = [unit for unit in board.on_map(board.enemy_of(side)) if not is_hq(board.unit(unit))]
    return dict.fromkeys(board.hex_of(unit) for unit in units)


def enemy_area(board: Board, side: Side) -> Area:
    """See ruling G2: the same as an area."""
    owners = (board.enemy_of(side),)
    return board.derived(("enemy area", side), owners, lambda: board.map.areas.of(enemy_hexes(board, side)))


def open_enemy_zone(board: Board, side: Side) -> Area:
    """See 8.1, 10.2.2, ruling R26: the hexes in enemy zones in which no friend stands."""
    owners = (*board.scenario.sides, "side bridge")
    return board.derived(("open zone", side), owners, lambda: _open_enemy_zone(board, side))


def _open_enemy_zone(board: Board, side: Side) -> Area:
    enemy = board.enemy_of(side)
    return board.map.areas.of(controlled(board, enemy)) & ~enemy_area(board, enemy)
