"""12.2.6 Pinned units: their zones do not hold up storm troops."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.advance import ignores_zoc
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.markers import PINNED
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


def is_held_in(board: Board, units: Sequence[UnitId], hex_id: HexId) -> bool:
    """12.2.6j (see 11.2.1, 14.1b, 14.2): whether an enemy zone stops these units in the hex, and keeps them there. For
    regiments of the Central Powers that all have Stosstruppen or a Sturmbataillon, those of pinned units do not."""
    side = board.unit(units[0]).side
    if not is_in_enemy_zoc(board, hex_id, side):
        return False
    return not is_led_by_storm_troops(board, units) or hex_id in unpinned_zones(board, board.enemy_of(side))


def is_led_by_storm_troops(board: Board, units: Sequence[UnitId]) -> bool:
    """See 12.2.6j: every combat unit of those who go has its own."""
    fighters = [unit for unit in units if is_combat_unit(board.unit(unit))]
    return bool(fighters) and all(ignores_zoc(board, unit) for unit in fighters)


def unpinned_zones(board: Board, side: Side) -> dict[HexId, None]:
    """See 5.0a, 12.2.6j: what the side's units control that are not pinned."""
    return board.derived(("unpinned", side), (side, PINNED), lambda: _zones(board, side))


def _zones(board: Board, side: Side) -> dict[HexId, None]:
    free = [u for u in board.on_map(side) if is_combat_unit(board.unit(u)) and not board.is_marked(u, PINNED)]
    held = dict.fromkeys(board.hex_of(unit) for unit in free)
    return {there: None for hex_id in held for there in board.map.grid.neighbours[hex_id]}
