"""16.0 Disorganization, current morale and surrender; the like of it for guns (19.7) and fortresses (20.3)."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import is_battery, is_fortress
from pbem.games.strafexpedition.fortresses import leave_trench
from pbem.games.strafexpedition.zoc import beside_enemy
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId

MARK = "disorganized"
SURRENDERED = "surrendered"  # the box of 16.4, whose units count for victory (23.2)
FIRING = "fire"  # the side of a battery that shows (19.1); without the mark it is the move side


def disorganization(board: Board, unit: UnitId) -> int:
    """See 16.2: the points that the unit has."""
    return int(board.mark_of(unit, MARK) or 0)


def current_morale(board: Board, unit: UnitId) -> int:
    """16.1 (see 16.3): what is printed less the disorganization, on either side of the counter."""
    return board.unit(unit).figure("morale") - disorganization(board, unit)


def threshold(board: Board, unit: UnitId) -> int:
    """3.0.surrender_threshold (see 19.7, 20.3, rulings R63, R119): printed morale; of a battery its bombardment."""
    counter = board.unit(unit)
    return counter.figure("bombardment" if is_battery(counter) else "morale")


def bombardment_factor(board: Board, unit: UnitId) -> int:
    """2.2.1.art, 19.7 (see 19.1): less one for each point, never below 0; a battery that moves has none."""
    counter = board.unit(unit)
    if is_battery(counter) and not board.is_marked(unit, FIRING):
        return 0
    return max(0, counter.figure("bombardment") - disorganization(board, unit))


def disorganize(board: Board, unit: UnitId, points: int, rule: str, *, has_won: bool = False) -> bool:
    """16.4, 16.4.moment, 16.4.2, 20.3 (see 10.3, rulings G2, R95, R103): the unit takes points; whether it surrenders.

    It is asked now and never later: beside an enemy, or with one in its hex, it surrenders at its threshold; otherwise,
    and if its side has won the assault, it stays one point below.
    """
    reached, most = disorganization(board, unit) + points, threshold(board, unit)
    if reached >= most and not has_won and is_beside_enemy(board, unit):
        surrender(board, unit, rule)
        return True
    stays = min(reached, max(0, most - 1))
    if stays != disorganization(board, unit):
        board.mark(unit, f"{MARK}={stays}", rule)
    return False


def is_beside_enemy(board: Board, unit: UnitId) -> bool:
    """See 16.4, rulings G2, R95: whether an enemy combat unit, a lone battery too, stands in or beside its hex."""
    return board.hex_of(unit) in beside_enemy(board, board.unit(unit).side)


def surrender(board: Board, unit: UnitId, rule: str) -> None:
    """See 16.4, 19.3, 20.6, 23.2: into the box of those who surrendered or were captured; its markers come off."""
    if is_fortress(board.unit(unit)):
        leave_trench(board, unit)
    for mark in [mark.partition("=")[0] for mark in board.marks(unit)]:
        board.unmark(unit, mark, rule)
    board.put(unit, SURRENDERED, rule)


def reorganize(board: Board, unit: UnitId, rule: str) -> None:
    """See 4.0.11, 21.6: one point less."""
    left = disorganization(board, unit) - 1
    if left > 0:
        board.mark(unit, f"{MARK}={left}", rule)
    elif left == 0:
        board.unmark(unit, MARK, rule)
