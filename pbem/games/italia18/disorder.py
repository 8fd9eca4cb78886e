"""12.5 Disorganized and Reorganizing units, and what is left of a unit's quality in play."""

from __future__ import annotations

from pbem.games.italia18.counters import is_combat_unit, is_detachment, is_reduced, is_regiment
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId

DG, RG = "dg", "rg"  # the two faces of one marker
RETREAT_MODE = "retreat-mode"
ELITE = (5, 6)


def is_disorganized(board: Board, unit: UnitId) -> bool:
    """12.5a (see 12.5b, rulings R7, R50, R67): either face of the marker; both have the same effects."""
    return board.is_marked(unit, DG) or board.is_marked(unit, RG)


def disorganize(board: Board, unit: UnitId, rule: str) -> None:
    """12.5b (see 12.5a): a Disorganized unit stays so, a Reorganizing one is so again; supports never are."""
    if is_combat_unit(board.unit(unit)):
        if not board.is_marked(unit, DG):
            board.note("disorganized", rule, unit=unit, hex=board.place(unit))
        board.unmark(unit, RG, rule)
        board.mark(unit, DG, rule)


def is_fit(board: Board, unit: UnitId) -> bool:
    """12.2.8g (see 12.4a, 14.0a, ruling R130): no step lost and in order; a detachment on the map has lost none."""
    return is_combat_unit(board.unit(unit)) and not is_reduced(board, unit) and not is_disorganized(board, unit)


def morale(board: Board, unit: UnitId) -> int:
    """See 12.2.3a, 11.4a, ruling R105: the printed morale, one less in Retreat mode."""
    printed = board.unit(unit).figure("morale")
    if not board.is_marked(unit, RETREAT_MODE):
        return printed
    chart = board.scenario.charts["retreat_mode"]
    return max(min(printed, int(chart["morale_least"])), printed + int(chart["morale"]))


def is_elite_now(board: Board, unit: UnitId) -> bool:
    """See 3.0e, 12.2.6a, ruling R105: by the morale that counts at this moment."""
    counter = board.unit(unit)
    return (is_regiment(counter) or is_detachment(counter)) and morale(board, unit) in ELITE
