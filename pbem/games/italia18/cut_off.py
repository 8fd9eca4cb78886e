"""What units that are cut off or got away are worth at the end of S1 and S5."""

from __future__ import annotations

from pbem.games.italia18.counters import is_combat_unit, is_detachment, is_division, is_reduced
from pbem.games.italia18.guns import is_gun
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId

GOOD = 4  # the morale of divisions that count double while they are whole


def end_worth(board: Board, unit: UnitId) -> int:
    """See S1.vc2, S5.vc2, rulings R82, R105: by the scale of the scenario; a division's by its printed morale."""
    scale, counter = board.scenario.charts["end_scale"], board.unit(unit)
    if is_gun(board, unit):
        return int(scale["artillery"])
    if counter.type == "hq":
        return int(scale["hq"])
    if not is_combat_unit(counter) or is_detachment(counter):
        return 0
    if not is_division(counter):
        return int(scale["brigade" if counter.size == "X" else "regiment"])
    if counter.figure("morale") < GOOD:
        return int(scale["division_morale_2_3"])
    return int(scale["division_reduced_morale_4" if is_reduced(board, unit) else "division_full_morale_4"])
