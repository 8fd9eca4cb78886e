"""S3 and S4: victory beyond the Piave, by towns held in supply or by points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import CP, EN, fighters, is_reduced
from pbem.games.italia18.guns import is_gun
from pbem.games.italia18.holding import (
    CROSS,
    has_line_to_supplied_hq,
    is_behind_trenches,
    objectives_held,
    occupied,
)
from pbem.games.italia18.supply import is_supplied
from pbem.games.italia18.verdicts import STRATEGIC, Verdict, by_points
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import GONE, UnitId
from pbem.kernel.score import ScoreLine

AMALFI = UnitId("IT-Amalfi")


def score(board: Board) -> tuple[ScoreLine, ...]:
    """S3.vc2, S4.vc2 (see S3.sp3, rulings R134, R140): objectives, markers, the battery, and who is over the river."""
    objectives = objectives_held(board, CP, CROSS, needs_bridges=True)
    released, lost = board.number(f"vp.{CP}"), 1 if is_amalfi_lost(board) else 0
    over, cut = over_in_supply(board), over_without_supply(board)
    terms = _terms(board)
    plus, minus = int(terms["vp_unit_behind"]), int(terms["vp_unit_unsupplied"])
    return (
        ScoreLine(CP, "S3.vc2", "objectives", len(objectives), sum(objectives.values()), tuple(objectives)),
        ScoreLine(CP, "S3.sp3", "Reserves markers taken off", released, released),
        ScoreLine(CP, "S3.sp3", "the Amalfi Battery", lost, lost * int(terms["amalfi"]["vp"])),
        ScoreLine(CP, "S3.vc2", "whole units beyond the line", len(over), len(over) * plus, over),
        ScoreLine(CP, "S3.vc2", "cut off beyond the line", len(cut), len(cut) * minus, cut),
    )


def _terms(board: Board) -> Mapping[str, Any]:
    found: Mapping[str, Any] = board.scenario.card["victory"]
    return found


def is_amalfi_lost(board: Board) -> bool:
    """S3.sp3, S4.sp3 (see ruling R134): it is worth a point, however it was lost; it never moves nor fires at guns."""
    return AMALFI in board.scenario.units and board.place(AMALFI) == GONE


def over_in_supply(board: Board) -> tuple[UnitId, ...]:
    """See S3.vc2, rulings R87, R130, R131: combat units without a loss, with a line to a supplied HQ."""
    whole = [unit for unit in fighters(board, CP) if not is_reduced(board, unit) and _is_over(board, unit)]
    return tuple([unit for unit in whole if has_line_to_supplied_hq(board, unit)])


def over_without_supply(board: Board) -> tuple[UnitId, ...]:
    """See S3.vc2: combat units, whole or not, and Artillery that have no line of any kind."""
    units = [*fighters(board, CP), *(unit for unit in board.on_map(CP) if is_gun(board, unit))]
    return tuple([unit for unit in units if _is_over(board, unit) and not is_supplied(board, unit)])


def _is_over(board: Board, unit: UnitId) -> bool:
    return is_behind_trenches(board, board.hex_of(unit))


def verdict(board: Board) -> Verdict:
    """See S3.vc1, S3.vc2, S4.vc1, S4.vc2: towns first, then the points."""
    if is_strategic(board):
        return Verdict(CP, STRATEGIC)
    return by_points(sum([line.points for line in score(board)]), CP, EN, _terms(board))


def is_strategic(board: Board) -> bool:
    """S3.vc1, S4.vc1 (see ruling R131): enough of the named towns, each with a combat unit in supply."""
    held = occupied(board, [unit for unit in fighters(board, CP) if has_line_to_supplied_hq(board, unit)])
    towns = [one for one in _terms(board)["strategic"] if HexId(one) in held]
    return len(towns) >= int(_terms(board)["strategic_needed"])
