"""9.0 Zones of control."""

from __future__ import annotations

from pbem.games.caporetto.counters import is_combat_unit, is_mountain
from pbem.games.caporetto.terrain import is_closed, is_open, is_winter
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


def zone(board: Board, hex_id: HexId, is_mountain_unit: bool) -> tuple[HexId, ...]:
    """9.1/2 (see 9.0, rulings R38, R149): the adjacent hexes that a unit here controls: none that it may not enter."""
    key = ("zone", hex_id, is_mountain_unit, is_winter(board), board.scenario.option("dominant-entry"))
    return board.map.memo(key, lambda: _zone(board, hex_id, is_mountain_unit))


def _zone(board: Board, hex_id: HexId, is_mountain_unit: bool) -> tuple[HexId, ...]:
    # Over a lake hexside the next hex cannot be entered either, so no control reaches it.
    around = [there for there in board.map.grid.neighbours[hex_id] if not is_closed(board, hex_id, there)]
    return tuple([there for there in around if is_open(board, there, is_mountain_unit)])


def zone_of(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """See 9.0: the hexes that the unit controls from where it stands."""
    return zone(board, board.hex_of(unit), is_mountain(board.unit(unit)))


def controlled_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """9.2 (see 9.0, 9.1, ruling R57): all hexes in the side's zones of control, its HQs' too; nothing negates one."""
    key = ("zoc", side, is_winter(board))
    return board.derived(key, (side,), lambda: _controlled(board, board.on_map(side)))


def combat_zone(board: Board, side: Side) -> dict[HexId, None]:
    """See 15.2/2, 15.2/4, ruling R57: the hexes in the zones of the side's combat units; those of its HQs left out."""
    key = ("combat zoc", side, is_winter(board))
    return board.derived(key, (side,), lambda: _controlled(board, _fighters(board, side)))


def _fighters(board: Board, side: Side) -> tuple[UnitId, ...]:
    # Who lies unseen below an HQ may be another HQ: a check in the fog must not kill somebody's own HQ for it.
    return tuple([unit for unit in board.on_map(side) if _is_fighter(board, unit)])


def _is_fighter(board: Board, unit: UnitId) -> bool:
    return not is_stand_in(unit) and is_combat_unit(board.unit(unit))


def _controlled(board: Board, units: tuple[UnitId, ...]) -> dict[HexId, None]:
    sources = {(board.hex_of(unit), is_mountain(board.unit(unit))): None for unit in units}
    return {there: None for hex_id, is_high in sources for there in zone(board, hex_id, is_high)}


def is_in_enemy_zoc(board: Board, hex_id: HexId, side: Side) -> bool:
    """9.1 (see 9.0): whether an enemy of the side controls the hex, whoever stands there."""
    return hex_id in controlled_hexes(board, board.enemy_of(side))


def is_in_enemy_combat_zone(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 15.2/2, ruling R57: whether an enemy combat unit controls the hex; HQs do not count."""
    # Asked for a hex or two after every step of a unit: the neighbours know it sooner than the whole front.
    return any(_is_fighter(board, unit) for unit in enemies_controlling(board, hex_id, side))


def enemies_controlling(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """9.0: the enemy units in whose zones the hex lies."""
    enemy = board.enemy_of(side)
    around = [unit for there in board.map.grid.neighbours[hex_id] for unit in board.units_at(there)]
    return tuple([unit for unit in around if board.unit(unit).side == enemy and hex_id in zone_of(board, unit)])
