"""What the rules allow a unit in the Movement Sub-phase: the answer to `pbem moves`."""

from __future__ import annotations

from pbem.errors import Problem
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
from pbem.kernel.views.moves import Goal, Moves, Way, closed_by, nowhere, rim

WALK = Way("walk", "It can walk to (hex, cost, path)", "points", "move {unit} {path}")
INFILTRATION = Way(
    "infiltration", "By infiltration to", "points", "infiltrate {unit} to {goal}", "infiltration gets there"
)
STRATEGIC = Way(
    "strategic", "By strategic movement to (hexes)", "hexes", "move {unit} to {goal}", "strategic movement gets there"
)


def moves(board: Board, name: str) -> Moves:
    """See 7.1, 7.4, 7.12: every hex that the unit can move to with its cost, and for the hexes around, why not, by
    rule."""
    unit = UnitId(name)
    if not board.is_on_map(unit):
        return nowhere(unit, board.place(unit), (WALK, INFILTRATION, STRATEGIC))
    start, found = board.hex_of(unit), reachable(board, (unit,))
    reached = sorted((cost, hex_id) for hex_id, cost in found.cost.items() if hex_id != start)
    ways = (
        WALK.to(_walked(board, unit, hex_id, found) for _, hex_id in reached),
        INFILTRATION.to(_infiltration(board, unit)),
        STRATEGIC.to(_strategic(board, unit)),
    )
    closed = tuple([closed_by(hex_id, _why_not(board, unit, hex_id)) for hex_id in rim(board.map, start, found)])
    return Moves(unit, start, board.map.name_of(start), allowance(board, unit), ways, closed)


def _walked(board: Board, unit: UnitId, hex_id: HexId, found: Reach) -> Goal:
    side = board.unit(unit).side
    notes = ["stops: enemy zone of control (7.4)"] if hex_id in stops(board, side) else []
    if not has_room(board, hex_id, side, (unit,)) or not may_share(board, unit, hex_id):
        notes.append("no room to end there (8.1, 8.5)")
    return Goal(hex_id, board.map.name_of(hex_id), shown(found.cost[hex_id]), found.path(hex_id), tuple(notes))


def _infiltration(board: Board, unit: UnitId) -> list[Goal]:
    """See 11.8: where assault infantry could go in the Infiltration Sub-phase."""
    if not is_assault(board, unit):
        return []
    found, start = infiltration.reachable(board, unit).cost, board.hex_of(unit)
    return [Goal(h, board.map.name_of(h), shown(c)) for h, c in found.items() if h != start]


def _strategic(board: Board, unit: UnitId) -> list[Goal]:
    """See 7.12: where strategic movement could take it."""
    found = strategic.reachable(board, unit)
    return [Goal(h, board.map.name_of(h), found[h]) for h in board.map.grid.hexes if h in found]


def _why_not(board: Board, unit: UnitId, hex_id: HexId) -> Problem:
    points = half_points(board, (unit,))
    if is_pinned(board, unit):
        return pinned(board, unit).problem
    return why_not(board, (unit,), hex_id, board.hex_of(unit), points).problem
