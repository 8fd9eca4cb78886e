"""22.0 The Russian successes in Galicia, and what they do to the offensive."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import AH
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side

NOTE = "russian"
BREAKTHROUGH, END = 2, 3  # the successes that cut the offensive off, and end it


def successes(board: Board) -> int:
    """See 22.0: how many there have been."""
    return board.number(NOTE)


def succeed(board: Board) -> None:
    """22.0 (see EV.main): one more; the first begins Brusilov's offensive and does nothing else."""
    number = successes(board) + 1
    board.write(NOTE, number, "22.0")
    board.note("russian-success", "22.0", number=number)


def is_cut_off(board: Board, side: Side) -> bool:
    """See 22.0, rulings R25, R110: from the second on Austria-Hungary gets no more points and reinforcements.

    The event comes after the day's points, so it counts from the next day on; what was due and not yet placed is lost.
    """
    return side == AH and successes(board) >= BREAKTHROUGH


def is_over(board: Board) -> bool:
    """See 22.0, 23.0: the third ends the game at once."""
    return successes(board) >= END
