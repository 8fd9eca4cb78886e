"""S1: points as they fall, Italians caught east of the Tagliamento, and those who got away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import CP, EN, fighters
from pbem.games.italia18.cut_off import end_worth
from pbem.games.italia18.holding import CROSS, has_line_to_supplied_hq, objectives_held
from pbem.games.italia18.options import EXITS, is_agreed
from pbem.games.italia18.verdicts import Verdict, by_points
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import UnitId
from pbem.kernel.score import ScoreLine

TAGLIAMENTO = "Tagliamento"
EXITED = "exited"  # the box of Italians that have left by the west edge, and of guns taken off under the order
ORDER_NOTE = "vp.order"  # what the order to retreat has brought


def as_they_fall(board: Board) -> tuple[ScoreLine, ...]:
    """S1.vc1 (see S1.sp7, S1.sp13, ruling R140): objectives held, the Depot, markers, and the order to retreat."""
    objectives = objectives_held(board, CP, CROSS)
    released, depots, order = (board.number(key) for key in (f"vp.{CP}", f"depots.{CP}", ORDER_NOTE))
    each = int(board.scenario.card["victory"]["depot"]["vp"])
    return (
        ScoreLine(CP, "S1.vc1", "objectives", len(objectives), sum(objectives.values()), tuple(objectives)),
        ScoreLine(CP, "S1.vc1", "Depots captured", depots, depots * each),
        ScoreLine(CP, "S1.sp7", "Reserves markers taken off", released, released),
        ScoreLine(CP, "S1.sp13", "the order to retreat", 1 if order else 0, order),
    )


def points_so_far(board: Board) -> int:
    """See S1.sp13, ruling R83: what the track shows at this moment."""
    return sum([line.points for line in as_they_fall(board)])


def score(board: Board) -> tuple[ScoreLine, ...]:
    """See S1.vc1, S1.vc2, S1.vc3: all lines as they would count if the game ended now."""
    caught, away = (caught_east(board), got_away(board))
    lost = sum([end_worth(board, unit) for unit in caught])
    saved = sum([end_worth(board, unit) for unit in away])
    return (
        *as_they_fall(board),
        ScoreLine(CP, "S1.vc2", "Italians east of the Tagliamento", len(caught), lost, caught),
        ScoreLine(CP, "S1.vc3", "Italians who got away", len(away), -saved, away),
    )


# -- the river -----------------------------------------------------------------------------------------------


def west_bank(map: Map) -> Mapping[HexId, None]:
    """See S1.vc2: all land that can be reached from the west edge without crossing the Tagliamento."""
    return map.memo("west of the Tagliamento", lambda: _west(map))


def _west(map: Map) -> Mapping[HexId, None]:
    found = dict.fromkeys(map.hexes_with("west-edge"))
    front = list(found)
    while front:
        around = [(here, there) for here in front for there in map.grid.neighbours[here] if there not in found]
        front = list(dict.fromkeys([there for here, there in around if not _is_river(map, here, there)]))
        found |= dict.fromkeys(front)
    return found


def _is_river(map: Map, here: HexId, there: HexId) -> bool:
    is_crossed = any(one.fits("major-river", {"name": TAGLIAMENTO}) for one in map.hexside(here, there))
    return is_crossed or map.base[there] == "sea"


def is_across(board: Board) -> bool:
    """See S1.vc2, ruling R131: a CP combat unit is west of the river, with a line to a supplied HQ."""
    west = west_bank(board.map)
    over = [unit for unit in fighters(board, CP) if board.hex_of(unit) in west]
    return any(has_line_to_supplied_hq(board, unit) for unit in over)


def caught_east(board: Board) -> tuple[UnitId, ...]:
    """S1.vc2 (see ruling R82): Italians who are worth something and still east, if the river is crossed."""
    if not is_across(board):
        return ()
    west = west_bank(board.map)
    east = [unit for unit in board.on_map(EN) if board.hex_of(unit) not in west]
    return tuple([unit for unit in east if end_worth(board, unit)])


def got_away(board: Board) -> tuple[UnitId, ...]:
    """S1.vc3 (see rulings R80, R81): those who left by the west edge, whether the river is crossed or not; by agreement
    only if it is."""
    if is_agreed(board, EXITS) and not is_across(board):
        return ()
    return tuple([unit for unit in board.units_at(EXITED, EN) if end_worth(board, unit)])


def verdict(board: Board) -> Verdict:
    """S1.vc4 (see rulings R11, R12): by the balance of all points."""
    terms: Mapping[str, Any] = board.scenario.card["victory"]
    return by_points(sum([line.points for line in score(board)]), CP, EN, terms)
