"""How the game stands: the score and what is left of both sides."""

from __future__ import annotations

from pbem.games.gwe import victory
from pbem.games.gwe.counters import SIDES
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, GONE, WAITING
from pbem.kernel.views.summary import Summary, forces


def summary(board: Board) -> Summary:
    """The score as it stands and what is left of both sides."""
    units = {side: [unit for unit in board.units(side) if board.place(unit) != ASIDE] for side in SIDES}
    left = {side: forces(board, own, (WAITING, GONE)) for side, own in units.items()}
    return Summary(board.turn, board.step, left, victory.score(board))
