"""What the rules allow a unit in the Movement Phase: the answer to `pbem moves`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Illegal
from pbem.games.gwe.march import check_may_march
from pbem.games.gwe.rail import reachable_by_rail
from pbem.games.gwe.supply import mark_unsupplied
from pbem.games.gwe.walking import allowance, reachable, why_not
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.pieces import UnitId


def moves(board: Board, name: str) -> Mapping[str, Any]:
    """Every hex that the unit can walk or ride to with its cost, and for the hexes around, why not, with the rule."""
    unit = UnitId(name)
    if not board.is_on_map(unit):
        return {"unit": unit, "place": board.place(unit), "walk": [], "march": [], "rail": [], "closed": []}
    mark_unsupplied(board, board.unit(unit).side)  # as the initial segment of the phase would find it
    start, found = board.hex_of(unit), reachable(board, unit)
    points = allowance(board, unit)
    rows = [
        {"hex": h, "place": board.map.name_of(h), "cost": c, "path": list(found.path(h))} for h, c in found.cost.items()
    ]
    rows.sort(key=lambda row: (row["cost"], row["hex"]))
    return {
        "unit": unit,
        "hex": start,
        "allowance": points,
        "walk": [row for row in rows if row["hex"] != start],
        "march": _march(board, unit, found.cost),
        "rail": _rail(board, unit),
        "closed": [_closed(board, unit, hex_id) for hex_id in _rim(board, start, found)],
    }


def _rim(board: Board, start: HexId, found: Reach) -> list[HexId]:
    """The hexes next to those that it can reach, nearest first: any other hex lies beyond one of them."""
    grid = board.map.grid
    rim = dict.fromkeys(there for here in found.cost for there in grid.neighbours[here] if there not in found.cost)
    return sorted(rim, key=lambda hex_id: (grid.distance(start, hex_id), hex_id))


def _march(board: Board, unit: UnitId, walked: Mapping[HexId, int]) -> list[dict[str, Any]]:
    """19.11: what a Forced March adds."""
    try:
        check_may_march(board, unit)
    except Illegal:
        return []
    found = reachable(board, unit, is_march=True).cost
    return [{"hex": hex_id, "cost": cost} for hex_id, cost in found.items() if hex_id not in walked]


def _rail(board: Board, unit: UnitId) -> list[dict[str, Any]]:
    """5.31: where a train could take it from its hex."""
    start = board.hex_of(unit)
    if start not in board.map.line_from("rail", owner=board.unit(unit).side):
        return []
    return [{"hex": h, "hexes": far} for h, far in reachable_by_rail(board, unit).cost.items() if h != start]


def _closed(board: Board, unit: UnitId, hex_id: HexId) -> dict[str, Any]:
    problem = why_not(board, unit, hex_id).problem
    return {"hex": hex_id, "rule": problem.rule, "why": problem.why, "found": problem.found, "wanted": problem.wanted}
