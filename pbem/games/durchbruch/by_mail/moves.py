"""What the rules allow a unit in the movement of its corps: the answer to `pbem moves`."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.durchbruch.costs import shown
from pbem.games.durchbruch.passages import needs_check
from pbem.games.durchbruch.walking import bonus, half_points, has_room, marches, points, reachable, zones
from pbem.games.durchbruch.why import why_closed
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.moves import Closed, Goal, Moves, Way, closed_by, nowhere, rim

MARCH = Way("march", "By strategic movement it can go to (hex, cost, path)", "points", "move {unit} {path}")
WALK = Way("walk", "It can walk to (hex, cost, path)", "points", "move {unit} {path}")


def moves(board: Board, name: str) -> Moves:
    """See 12-a, 12-b, 12.4, 3.1.1: every hex that the unit can move to with its cost, and why not farther."""
    unit = UnitId(name)
    if not board.is_on_map(unit):
        return nowhere(unit, board.place(unit), (WALK, MARCH))
    start, found = board.hex_of(unit), reachable(board, (unit,))
    reached = sorted((cost, hex_id) for hex_id, cost in found.cost.items() if hex_id != start)
    ways = (
        WALK.to(_walked(board, unit, hex_id, found) for _, hex_id in reached),
        MARCH.to(_marched(board, unit, found)),
    )
    closed = tuple([_closed(board, unit, start, found, hex_id) for hex_id in rim(board.map, start, found)])
    return Moves(unit, start, board.map.name_of(start), points(board, unit), ways, closed)


def _walked(board: Board, unit: UnitId, hex_id: HexId, found: Reach) -> Goal:
    side, path, notes = board.unit(unit).side, found.path(hex_id), []
    if hex_id in zones(board, side):
        notes.append("stops: enemy zone of control (3.1.1)")
    if needs_check(board, side, path[-2], hex_id):
        notes.append("a passage is wanted: morale check (1.4-need)")
    if not has_room(board, (unit,), hex_id):
        notes.append("no room to end there (4.1)")
    return Goal(hex_id, board.map.name_of(hex_id), shown(found.cost[hex_id]), path, tuple(notes))


def _marched(board: Board, unit: UnitId, walked: Reach) -> Iterator[Goal]:
    """See 12.4: the hexes that only strategic movement reaches."""
    found = marches(board, (unit,), half_points(board, (unit,)) + bonus(board))
    beyond = sorted((cost, hex_id) for hex_id, cost in found.cost.items() if hex_id not in walked.cost)
    for _, hex_id in beyond:
        yield _walked(board, unit, hex_id, found)


def _closed(board: Board, unit: UnitId, start: HexId, found: Reach, hex_id: HexId) -> Closed:
    near = [here for here in board.map.grid.neighbours[hex_id] if here in found.cost]
    here = start if start in near else min(near, key=lambda one: (found.cost[one], one))
    return closed_by(hex_id, why_closed(board, (unit,), here, hex_id).problem)
