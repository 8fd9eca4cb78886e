"""How the game stands: the month, morale and casualties, the score and what is left of both sides."""

from __future__ import annotations

from pbem.games.caporetto import morale, victory
from pbem.games.caporetto.counters import SIDES, is_combat_unit, is_support
from pbem.games.caporetto.withdrawals import WITHDRAWN
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import GONE, WAITING, Side
from pbem.kernel.views.summary import Forces, Summary, Track, forces
from pbem.values import replace


def summary(board: Board) -> Summary:
    """1.1 (see 10.0): the month, morale and casualties, the score as it stands, and what is left of both sides."""
    months = board.scenario.charts["weather"]["months"]
    tracks: dict[str, Track] = {
        "month": months[min(board.turn, len(months)) - 1],
        "event": board.noted("event"),
        "morale": {army: morale.level(board, army) for army in morale.ARMIES},
        "casualties": {army: morale.casualties(board, army) for army in morale.ARMIES},
    }
    left = {side: _forces(board, side) for side in SIDES}
    return Summary(board.turn, board.step, left, victory.score(board), tracks)


def _forces(board: Board, side: Side) -> Forces:
    units = [unit for unit in board.units(side) if not is_support(board.unit(unit))]
    fighting = [unit for unit in units if is_combat_unit(board.unit(unit))]  # an HQ has no steps (ruling R15)
    found = forces(board, units, (WAITING, GONE, WITHDRAWN), fighting=fighting)
    is_hiding = any(is_stand_in(unit) for unit in units if board.is_on_map(unit))
    return replace(found, steps=None) if is_hiding else found
