"""What the rules allow a unit in the Movement Sub-phase: the answer to `pbem moves`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.caporetto import infiltration, strategic
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.costs import shown
from pbem.games.caporetto.pause import allowance
from pbem.games.caporetto.stacking import has_room, may_share
from pbem.games.caporetto.walking import half_points, is_pinned, pinned, reachable, stops, why_not
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.pieces import UnitId


def moves(board: Board, name: str) -> Mapping[str, Any]:
    """7.1, 7.4, 7.12: every hex that the unit can move to with its cost, and for the hexes around, why not, by rule."""
    unit = UnitId(name)
    if not board.is_on_map(unit):
        return {
            "unit": unit, "place": board.place(unit), "walk": [], "infiltration": [], "strategic": [], "closed": [],
        }  # fmt: skip
    start, found = board.hex_of(unit), reachable(board, (unit,))
    rows = [_row(board, unit, hex_id, found) for hex_id in found.cost if hex_id != start]
    rows.sort(key=lambda row: (found.cost[row["hex"]], row["hex"]))
    return {
        "unit": unit,
        "hex": start,
        "allowance": allowance(board, unit),
        "walk": rows,
        "infiltration": _infiltration(board, unit),
        "strategic": _strategic(board, unit),
        "closed": [_closed(board, unit, hex_id) for hex_id in _rim(board, start, found)],
    }


def _row(board: Board, unit: UnitId, hex_id: HexId, found: Reach) -> dict[str, Any]:
    side = board.unit(unit).side
    notes = ["stops: enemy zone of control (7.4)"] if hex_id in stops(board, side) else []
    if not has_room(board, hex_id, side, (unit,)) or not may_share(board, unit, hex_id):
        notes.append("no room to end there (8.1, 8.5)")
    return {
        "hex": hex_id, "place": board.map.name_of(hex_id), "cost": shown(found.cost[hex_id]),
        "path": list(found.path(hex_id)), "notes": notes,
    }  # fmt: skip


def _rim(board: Board, start: HexId, found: Reach) -> list[HexId]:
    """The hexes next to those that it can reach, nearest first: any other hex lies beyond one of them."""
    grid = board.map.grid
    rim = dict.fromkeys(there for here in found.cost for there in grid.neighbours[here] if there not in found.cost)
    return sorted(rim, key=lambda hex_id: (grid.distance(start, hex_id), hex_id))


def _infiltration(board: Board, unit: UnitId) -> list[dict[str, Any]]:
    """11.8: where assault infantry could go in the Infiltration Sub-phase."""
    if not is_assault(board, unit):
        return []
    found, start = infiltration.reachable(board, unit).cost, board.hex_of(unit)
    return [{"hex": h, "place": board.map.name_of(h), "cost": shown(c)} for h, c in found.items() if h != start]


def _strategic(board: Board, unit: UnitId) -> list[dict[str, Any]]:
    """7.12: where strategic movement could take it."""
    found = strategic.reachable(board, unit)
    return [{"hex": h, "place": board.map.name_of(h), "hexes": found[h]} for h in board.map.grid.hexes if h in found]


def _closed(board: Board, unit: UnitId, hex_id: HexId) -> dict[str, Any]:
    here = board.hex_of(unit)
    points = half_points(board, (unit,))
    refusal = pinned(board, unit) if is_pinned(board, unit) else why_not(board, (unit,), hex_id, here, points)
    problem = refusal.problem
    return {"hex": hex_id, "rule": problem.rule, "why": problem.why, "found": problem.found, "wanted": problem.wanted}
