"""What the rules allow a unit: in an Action, in the march, by forced march and by strategic movement."""

from __future__ import annotations

from pbem.errors import Illegal, Problem
from pbem.games.strafexpedition.costs import points
from pbem.games.strafexpedition.movement import check_unit
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.walking import allowance, check_hex, price, walkers_of, ways
from pbem.games.strafexpedition.zoc import is_in_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.stages import best, hexes
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.moves import Closed, Goal, Moves, Way, closed_by, nowhere

WAYS = (
    Way("move", "In an Action to (hex, cost, path)", "points", "move {unit} {path}"),
    Way("march", "In the march to", "points", "move {unit} {path}", "under `march:`"),
    Way("forced", "By forced march to", "points", "move {unit} {path} forced", "a forced march gets there"),
    Way("strategic", "By strategic movement in the march to", "points", "move {unit} {path} strategic",
        "under `march:` strategic movement gets there"),
)  # fmt: skip


def moves(board: Board, name: str) -> Moves:
    """See 11.0, 11.1, 11.2.1, 11.2.2, 11.3: where the unit can go, way by way, and why not to the hexes around."""
    unit = UnitId(name)
    if not board.is_on_map(unit):
        return nowhere(unit, board.place(unit), WAYS)
    start, refused = board.hex_of(unit), why_not_at_all(board, unit)
    found = () if refused else tuple(way.to(_goals(board, unit, way.name)) for way in WAYS)
    return Moves(unit, start, board.map.name_of(start), _allowance(board, unit), found or WAYS,
                 _closed(board, unit, refused))  # fmt: skip


def why_not_at_all(board: Board, unit: UnitId) -> Problem | None:
    """See 11.0.7, 19.1: what keeps the unit from moving anywhere."""
    try:
        check_unit(board, unit)
        allowance(board, unit)
    except Illegal as illegal:
        return illegal.problem
    return None


def _allowance(board: Board, unit: UnitId) -> int:
    return 0 if why_not_at_all(board, unit) else allowance(board, unit)


def _goals(board: Board, unit: UnitId, how: str) -> list[Goal]:
    try:
        walkers = walkers_of(board, (unit,), how, is_march=how in ("march", "strategic"))
    except Illegal:
        return []
    found = ways(board, walkers, board.hex_of(unit), walkers.halves)
    goals = []
    for there, stage in sorted(best(found).items(), key=lambda one: (found.cost[one[1]], one[0])):
        if there != board.hex_of(unit):
            path = hexes(found.path(stage))
            cost = points(found.cost[stage])
            goals.append(Goal(there, board.map.name_of(there), cost, path, _notes(board, unit, there)))
    return goals


def _notes(board: Board, unit: UnitId, there: HexId) -> tuple[str, ...]:
    side = board.unit(unit).side
    notes = ["in an enemy zone of control"] if is_in_enemy_zone(board, there, side) else []
    return (*notes, *(() if has_room(board, there, unit) else ("no room to end there (12.1)",)))


def _closed(board: Board, unit: UnitId, refused: Problem | None) -> tuple[Closed, ...]:
    """The neighbouring hexes that the unit cannot enter in an Action."""
    start, found = board.hex_of(unit), []
    for there in board.map.grid.neighbours[start]:
        problem = refused or _why_closed(board, unit, start, there)
        if problem is not None:
            found.append(closed_by(there, problem))
    return tuple(found)


def _why_closed(board: Board, unit: UnitId, start: HexId, there: HexId) -> Problem | None:
    walkers = walkers_of(board, (unit,), "", is_march=False)
    try:
        check_hex(board, walkers, there)
        cost = price(board, walkers, start, there)
    except Illegal as illegal:
        return illegal.problem
    if cost.halves > walkers.halves:
        why = f"{unit} has not enough movement points for {there}"
        return Illegal("11.0.3", why, found=points(walkers.halves), wanted=points(cost.halves)).problem
    return None
