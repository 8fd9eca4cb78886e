"""12.2.6 Pinned units: their zones do not hold up storm troops."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.advance import ignores_zoc
from pbem.games.italia18.counters import fighters, is_combat_unit
from pbem.games.italia18.markers import PINNED
from pbem.games.italia18.zoc import controlled_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


def is_held_in(board: Board, units: Sequence[UnitId], hex_id: HexId) -> bool:
    """12.2.6j (see 11.2.1, 14.1b, 14.2): whether an enemy zone stops these units in the hex, and keeps them there. For
    regiments of the Central Powers that all have Stosstruppen or a Sturmbataillon, those of pinned units do not."""
    return hex_id in holding_zones(board, units)


def holding_zones(board: Board, units: Sequence[UnitId]) -> dict[HexId, None]:
    """See 12.2.6j: all hexes in which an enemy zone stops these units."""
    enemy = board.enemy_of(board.unit(units[0]).side)
    return unpinned_zones(board, enemy) if is_led_by_storm_troops(board, units) else controlled_hexes(board, enemy)


def is_led_by_storm_troops(board: Board, units: Sequence[UnitId]) -> bool:
    """See 12.2.6j: every combat unit of those who go has its own."""
    fighters = [unit for unit in units if is_combat_unit(board.unit(unit))]
    return bool(fighters) and all(ignores_zoc(board, unit) for unit in fighters)


def unpinned_zones(board: Board, side: Side) -> dict[HexId, None]:
    """See 5.0a, 12.2.6j: what the side's units control that are not pinned."""
    return board.derived(("unpinned", side), (side, PINNED), lambda: _zones(board, side))


def _zones(board: Board, side: Side) -> dict[HexId, None]:
    free = [unit for unit in fighters(board, side) if not board.is_marked(unit, PINNED)]
    held = dict.fromkeys(board.hex_of(unit) for unit in free)
    return {there: None for hex_id in held for there in board.map.grid.neighbours[hex_id]}
