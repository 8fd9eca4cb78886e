"""5.0 Zones of control."""

from __future__ import annotations

from pbem.games.italia18.counters import CP, EN, fighters
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side

# Purposes for which a friendly unit in the hex opens it.
OPENED_BY_A_FRIEND = ("supply", "retreat", "disengagement", "rebuilding")
NO_FRIENDS = ("air", "depot")  # rulings R100, R129: neither opens a hex by itself


def controlled_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """5.0a: the six hexes round every combat unit, whatever lies in them or between; supports control nothing."""
    return board.derived(("zoc", side), (side,), lambda: _controlled(board, side))


def _controlled(board: Board, side: Side) -> dict[HexId, None]:
    around = board.map.grid.neighbours
    return {there: None for hex_id in manned_hexes(board, side) for there in around[hex_id]}


def manned_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 5.0a: where the side's combat units stand."""
    return board.derived(
        ("manned", side), (side,), lambda: {board.hex_of(unit): None for unit in fighters(board, side)}
    )


def is_in_enemy_zoc(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 5.0a: whether an enemy of the side controls the hex, whoever stands there."""
    return hex_id in controlled_hexes(board, board.enemy_of(side))


def is_closed_by_zoc(board: Board, hex_id: HexId, side: Side, purpose: str) -> bool:
    """5.0b (see rulings R100, R129): an enemy controls the hex, and for this purpose no friend in it opens it."""
    if purpose in OPENED_BY_A_FRIEND:
        return hex_id in closed_hexes(board, side)
    return is_in_enemy_zoc(board, hex_id, side)


def closed_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 5.0b, rulings R100, R129: all hexes that an enemy of the side controls and no friend opens."""
    return board.derived(("closed", side), (CP, EN), lambda: _closed(board, side))


def _closed(board: Board, side: Side) -> dict[HexId, None]:
    friends = [unit for unit in board.on_map(side) if board.unit(unit).type not in NO_FRIENDS]
    opened = dict.fromkeys(map(board.hex_of, friends))
    return {one: None for one in controlled_hexes(board, board.enemy_of(side)) if one not in opened}
