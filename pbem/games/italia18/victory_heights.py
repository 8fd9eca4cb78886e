"""S0 and S2: victory in the mountains, by ground held beyond the trenches or by points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import CP, EN, fighters
from pbem.games.italia18.holding import (
    CROSS,
    has_line_to_hq,
    has_line_to_supplied_hq,
    is_behind_trenches,
    objectives_held,
    occupied,
    trenches_taken,
)
from pbem.games.italia18.supply import is_supplied_from
from pbem.games.italia18.verdicts import OPERATIONAL, STRATEGIC, Verdict, by_points, lowered
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.score import ScoreLine

MOUNTAINS = ("mountain", "high-mountain")


def score(board: Board) -> tuple[ScoreLine, ...]:
    """S0.vc3, S2.vc3 (see 11.2.10b): trenches, objectives, and the Reserves markers that the Entente took off."""
    trenches, objectives = trenches_taken(board, CP), objectives_held(board, CP, CROSS)
    each = int(_terms(board)["vp_trench"])
    lines = [
        ScoreLine(CP, "S0.vc3", "Entente trench hexes", len(trenches), each * len(trenches), trenches),
        ScoreLine(CP, "S0.vc3", "objectives", len(objectives), sum(objectives.values()), tuple(objectives)),
    ]
    if "reserves" in board.scenario.card:
        released = board.number(f"vp.{CP}")
        lines.append(ScoreLine(CP, "S2.vc3", "Reserves markers taken off", released, released))
    return tuple(lines)


def verdict(board: Board) -> Verdict:
    """See S0.vc1, S0.vc2, S0.vc3, S0.vc4, S2.vc1, S2.vc2, S2.vc3, S2.vc4: the best that the Central Powers reach."""
    found = _best(board)
    return lowered(found) if is_lowered(board) and found.winner == CP else found


def _best(board: Board) -> Verdict:
    if is_strategic(board):
        return Verdict(CP, STRATEGIC)
    if is_operational(board):
        return Verdict(CP, OPERATIONAL)
    return by_points(sum([line.points for line in score(board)]), CP, EN, _terms(board))


def _terms(board: Board) -> Mapping[str, Any]:
    found: Mapping[str, Any] = board.scenario.card["victory"]
    return found


def held_in_supply(board: Board) -> tuple[HexId, ...]:
    """See S0.vc1, S2.vc1, ruling R131: hexes of CP combat units with a line to the HQ that the card names, or to a
    supplied one."""
    named = _terms(board).get("supplied_from", "")

    def has_line(unit: UnitId) -> bool:
        return is_supplied_from(board, unit, UnitId(named)) if named else has_line_to_supplied_hq(board, unit)

    return occupied(board, [unit for unit in fighters(board, CP) if has_line(unit)])


def is_strategic(board: Board) -> bool:
    """S0.vc1, S2.vc1 (see ruling R87): a supplied unit on clear ground beyond the Entente's trenches."""
    return any(board.map.base[one] == "clear" and is_behind_trenches(board, one) for one in held_in_supply(board))


def is_operational(board: Board) -> bool:
    """S0.vc2, S2.vc2 (see ruling R133): enough of the named heights; in S2 three mountains beyond the line will do."""
    terms, held = _terms(board), held_in_supply(board)
    if len([one for one in terms["operational"] if HexId(one) in held]) >= int(terms["operational_needed"]):
        return True
    mountains = [one for one in held if board.map.base[one] in MOUNTAINS and is_behind_trenches(board, one)]
    wanted = int(terms.get("operational_mountains", 0))
    return bool(wanted) and len(mountains) >= wanted


def is_lowered(board: Board) -> bool:
    """S0.vc4, S2.vc4 (see rulings R92, R131): a supplied Entente combat unit stands in a trench of the enemy's."""
    named = _terms(board).get("lowered_from", "")

    def has_line(unit: UnitId) -> bool:
        return is_supplied_from(board, unit, UnitId(named)) if named else has_line_to_hq(board, unit)

    inside = [unit for unit in fighters(board, EN) if board.map.has(board.hex_of(unit), "trench", owner=CP)]
    return any(has_line(unit) for unit in inside)
