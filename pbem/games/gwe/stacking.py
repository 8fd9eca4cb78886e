"""6.0 Stacking."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.gwe.counters import is_combat_unit
from pbem.kernel.board import Board
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import Side, Unit, UnitId

LIMIT = 12  # 16.0/6.0
POINTS = {"XXX": 9, "XX": 2, "X": 1, "III": 1}  # 6.11, 16.0/6.11


def stacking_points(unit: Unit) -> int:
    """2.4.sp, 6.11, 6.16, 16.0/6.11: corps 9, division 2, brigade 1, whatever steps are lost; HQ, Monitor, leader 0."""
    return POINTS[unit.size] if is_combat_unit(unit) else 0


def points(board: Board, units: Iterable[UnitId]) -> int:
    """6.12, 6.13: the sum over units of any kind and nation; fortresses and markers do not count."""
    return sum(stacking_points(board.unit(unit)) for unit in units)


def friends(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """The side's units in the hex."""
    return tuple(unit for unit in board.units_at(hex_id) if board.unit(unit).side == side)


def has_room(board: Board, hex_id: HexId, side: Side, more: int) -> bool:
    """16.0/6.0: whether so many more points would keep the limit of 12."""
    return points(board, friends(board, hex_id, side)) + more <= LIMIT
