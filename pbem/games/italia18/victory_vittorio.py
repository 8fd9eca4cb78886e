"""S5: objectives that the Entente have taken, and what is left cut off of the Austro-Hungarian army."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.cut_off import end_worth
from pbem.games.italia18.entering import holder
from pbem.games.italia18.headquarters import has_line
from pbem.games.italia18.holding import COCKADE, objectives_held
from pbem.games.italia18.supply import is_supplied
from pbem.games.italia18.verdicts import Verdict, by_points, lowered
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.score import ScoreLine


def taken(board: Board) -> dict[HexId, int]:
    """S5.vc1 (see ruling R140): objectives that the Entente hold, but for those whose bridge is down."""
    return objectives_held(board, EN, COCKADE, needs_bridges=True)


def cut_off(board: Board) -> tuple[UnitId, ...]:
    """S5.vc2 (see rulings R19, R131): Austro-Hungarian units that could trace no line now, HQs and Artillery too."""
    units = [unit for unit in board.on_map(CP) if board.unit(unit).nation == "AH" and end_worth(board, unit)]
    return tuple([unit for unit in units if not _has_line(board, unit)])


def _has_line(board: Board, unit: UnitId) -> bool:
    return has_line(board, unit) if board.unit(unit).type == "hq" else is_supplied(board, unit)


def score(board: Board) -> tuple[ScoreLine, ...]:
    """See S5.vc1, S5.vc2: both lines, the second as if the game ended now."""
    objectives, cut = taken(board), cut_off(board)
    lost = sum([end_worth(board, unit) for unit in cut])
    return (
        ScoreLine(EN, "S5.vc1", "objectives", len(objectives), sum(objectives.values()), tuple(objectives)),
        ScoreLine(EN, "S5.vc2", "Austro-Hungarians cut off", len(cut), lost, cut),
    )


def verdict(board: Board) -> Verdict:
    """S5.vc3 (see ruling R92): by the points, one level lower without Trento."""
    terms: Mapping[str, Any] = board.scenario.card["victory"]
    found = by_points(sum([line.points for line in score(board)]), EN, CP, terms)
    has_trento = holder(board, HexId(terms["lowered_without"])) == EN
    return found if has_trento or found.winner != EN else lowered(found)
