"""What the next checks of the rules will cost a side as the board stands: crowding, want of supply, no way back."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.gwe import attrition, stacking
from pbem.games.gwe.counters import strength
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.occupation import combat_units, occupied_hexes
from pbem.games.gwe.retreat import has_way_back, is_over_ridge, retreat_paths
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.caution import Caution


def cautions(board: Board, side: Side) -> tuple[Caution, ...]:
    """See 6.14, 9.22, 8.64: stacks over the limit, units that will roll for attrition, stacks that cannot retreat."""
    crowded = [stacking.caution(board, hex_id, side) for hex_id in stacking.overstacked_hexes(board, side)]
    hungry = [attrition.caution(board, unit) for unit in attrition.hungry_units(board, side)]
    return (*crowded, *hungry, *_cut_off(board, side))


def _cut_off(board: Board, side: Side) -> Iterator[Caution]:
    """See 8.61, 8.64, 16.0/5.4b, ruling G6: what a retreat would eliminate in the hexes that the enemy can attack."""
    for hex_id in sorted(occupied_hexes(board, side)):
        if standing_fortress(board, hex_id, side) or not _is_faced(board, hex_id, side):
            continue
        stack = tuple(u for u in board.units_at(hex_id, side) if board.unit(u).type not in ("monitor", "leader"))
        heavy = [u for u in stack if board.unit(u).type in ("artillery", "depot")]
        for length in (1, 2):
            if not has_way_back(board, side, hex_id, stack, length):
                yield _no_way(board, hex_id, stack, length)
                break
            if heavy and all(is_over_ridge(board, p) for p in retreat_paths(board, side, hex_id, stack, length)):
                yield _left_behind(board, hex_id, heavy, length)
                break


def _is_faced(board: Board, hex_id: HexId, side: Side) -> bool:
    """Whether an enemy stands next to the hex who could attack it."""
    enemy = board.enemy_of(side)
    around = (h for h in board.map.grid.neighbours[hex_id] if not board.map.crosses(h, hex_id, "impassable"))
    return any(strength(board, unit, "attack") > 0 for h in around for unit in combat_units(board, h, enemy))


def _no_way(board: Board, hex_id: HexId, stack: tuple[UnitId, ...], length: int) -> Caution:
    far = "at all" if length == 1 else "of two hexes"
    words = f"{', '.join(stack)} in {board.map.called(hex_id)} have no retreat {far}: forced to go, they are lost"
    if len(stack) == 1:
        words = f"{stack[0]} in {board.map.called(hex_id)} has no retreat {far}: forced to go, it is lost"
    return Caution(words, "8.64")


def _left_behind(board: Board, hex_id: HexId, heavy: list[UnitId], length: int) -> Caution:
    hexes = "one hex" if length == 1 else "two hexes"
    words = (
        f"every retreat of {hexes} from {board.map.called(hex_id)} crosses a ridge: {', '.join(heavy)} would be lost"
    )
    return Caution(words, "16.0/5.4b")
