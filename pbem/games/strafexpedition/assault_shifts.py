"""13.4.3.C The column shifts of an Assault: ground, hexsides, slopes, trenches, morale and rain."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import morale
from pbem.games.strafexpedition.assault import Assault, is_fixed
from pbem.games.strafexpedition.terrain import is_crag, is_high_mountain, is_town, is_wooded, rise
from pbem.games.strafexpedition.trenches import level as trench_level
from pbem.games.strafexpedition.weather import weather
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.tally import Tally, Term, tally

BRIDGE, BLOWN = "bridge", "blown"
Origins = Sequence[HexId]


def shifts(board: Board, assault: Assault) -> Tally:
    """13.4.3.C (see 13.4.6, 18.4, rulings R67, R85): all of them, cumulative; none against a defence of 0.

    A counter-assault is shifted alike; whoever has just taken the hex uses what is left of its trench.
    """
    if is_fixed(board, assault):
        return tally([])
    origins = [origin for _, origin in assault.came_from]
    return tally(
        [
            *_ground(board, assault.target),
            *_hexsides(board, assault.target, origins),
            _slope(board, assault.target, origins),
            _trench(board, assault.target),
            morale.shift(board, assault.units, assault.defenders),
            _rain(board),
        ]
    )


def _ground(board: Board, target: HexId) -> list[Term]:
    chart, map = board.scenario.charts["assault_shifts"], board.map
    return [
        Term("woods", "13.4.3.C", int(chart["woods"]) if is_wooded(map, target) else 0),
        Term("town", "13.4.3.C", int(chart["town"]) if is_town(map, target) else 0),
        Term("high mountain", "13.4.3.C", int(chart["high_mountain"]) if is_high_mountain(map, target) else 0),
    ]


def _hexsides(board: Board, target: HexId, origins: Origins) -> list[Term]:
    """See 13.4.3.C, S5.sp6, ruling R71: only where every hexside that is crossed is of the kind."""
    chart, map = board.scenario.charts["assault_shifts"], board.map
    if all(is_roana(board, origin, target) for origin in origins):
        columns = int(board.scenario.charts["assault_rules"]["roana"])
        return [Term("over the Bridge of Roana", "S5.sp6", columns)]
    found = []
    if all(map.crosses(origin, target, "river") for origin in origins):
        found.append(Term("across a river", "13.4.3.C", int(chart["river"])))
    if all(is_crag(map, origin, target) for origin in origins):
        found.append(Term("over a crag", "13.4.3.C", int(chart["crag"])))
    return found


def is_roana(board: Board, a: HexId, b: HexId) -> bool:
    """See S5.sp6, rulings R71, R126: whether the bridge stands between the hexes, in the scenario that has its rule."""
    is_there = board.map.crosses(a, b, BRIDGE) and board.side_mark(a, b, BRIDGE) != BLOWN
    return is_there and "S5.sp6" in board.scenario.card.get("special", {})


def _slope(board: Board, target: HexId, origins: Origins) -> Term:
    """See 11.0.8, 13.4.3.C, ruling R70: the least number of levels that any of them climbs."""
    levels = min(rise(board.map, origin, target) for origin in origins)
    return Term(
        f"{counted(levels, 'level')} upslope",
        "11.0.8",
        levels * int(board.scenario.charts["assault_shifts"]["upslope"]),
    )


def _trench(board: Board, target: HexId) -> Term:
    """See 18.4, 20.1: each Trench Level is a column."""
    high = trench_level(board, target)
    return Term(f"trench of level {high}", "18.4", high * int(board.scenario.charts["assault_shifts"]["trench"]))


def _rain(board: Board) -> Term:
    """9.1.rain (see ruling R85): one column less for every assault and counter-assault."""
    is_raining = weather(board.scenario, board.turn) == "rain"
    return Term("rain", "9.1.rain", int(board.scenario.charts["assault_rules"]["rain"]) if is_raining else 0)
