"""What the rules allow a unit: a move, a forced march, and as a reserve or under an Exploitation marker."""

from __future__ import annotations

from pbem.errors import Illegal, Problem
from pbem.games.italia18.allowance import EXPLOIT, MARCH, MOVE, RESERVE
from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.costs import shown
from pbem.games.italia18.markers import EXPLOITATION, RESERVES
from pbem.games.italia18.planning import check_march, check_unit
from pbem.games.italia18.relief import begin, check_leave
from pbem.games.italia18.stacking import excess
from pbem.games.italia18.walking import Walk, stops, walk, way, why_closed, why_not
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.moves import Closed, Goal, Moves, Way, closed_by, nowhere, rim

WAYS = (
    Way("move", "In the Movement Phase to (hex, cost, path)", "points", "move {unit} to {path}"),
    Way("march", "By forced march to", "points", "march {unit} to {path}", "a forced march gets there"),
    Way("exploit", "In the Exploitation Phase to", "points", "exploit {unit} to {path}", "under `exploit:`"),
)


def moves(board: Board, name: str) -> Moves:
    """See 11.1.1a, 11.2.6a, 14.2: where the unit can go, way by way, and why not farther."""
    unit = UnitId(name)
    if not board.is_on_map(unit):
        return nowhere(unit, board.place(unit), WAYS)
    start = board.hex_of(unit)
    walking = walk(board, (unit,))
    refused = why_not_at_all(board, unit)
    ways = tuple([one.to(_goals(board, unit, one.name)) for one in WAYS])
    points = "0" if refused else shown(walking.points)
    return Moves(unit, start, board.map.name_of(start), points, ways, _closed(board, walking, refused))


def why_not_at_all(board: Board, unit: UnitId) -> Problem | None:
    """See 11.1.4a, 11.2.2a, 11.2.10a: what keeps the unit from moving anywhere."""
    phase = begin(board, board.unit(unit).side)
    try:
        if is_assault_troops(board.unit(unit)):
            why = f"{unit} moves only with the unit that it goes with"
            raise Illegal("11.3.2a", why, advice="name it in that unit's move")
        check_unit(board, unit, phase)
        check_leave(board, (unit,), phase, None)
    except Illegal as illegal:
        return illegal.problem
    return None


def _goals(board: Board, unit: UnitId, how: str) -> list[Goal]:
    walking = _by(board, unit, how)
    if walking is None:
        return []
    found = way(board, walking, walking.start, walking.points)
    later = board.copy()
    goals = sorted((there for there in found.cost if there != walking.start), key=lambda one: (found.cost[one], one))
    return [
        Goal(
            there,
            board.map.name_of(there),
            shown(found.cost[there]),
            found.path(there),
            _notes(board, later, unit, there),
        )
        for there in goals
    ]


def _by(board: Board, unit: UnitId, how: str) -> Walk | None:
    """The walk of one kind; none where the unit may not go so."""
    side, here = board.unit(unit).side, board.hex_of(unit)
    if how == "exploit":
        kind = EXPLOIT if board.is_marked(unit, EXPLOITATION) else RESERVE if board.is_marked(unit, RESERVES) else ""
        return walk(board, (unit,), kind) if kind and not is_in_enemy_zoc(board, here, side) else None
    if why_not_at_all(board, unit):
        return None
    if how == MARCH:
        try:
            check_march(board, (unit,))
        except Illegal:
            return None
    return walk(board, (unit,), MARCH if how == MARCH else MOVE)


def _notes(board: Board, later: Board, unit: UnitId, there: HexId) -> tuple[str, ...]:
    """See 11.2.1, 4.0a: what a player wants to know of the hex; `later` is a copy of the board to put the unit on."""
    side = board.unit(unit).side
    notes = ["in an enemy zone of control"] if is_in_enemy_zoc(board, there, side) else []
    later.put(unit, there, "4.0a")
    return (*notes, *(("too many units to stay (4.0)",) if excess(later, there, side) else ()))


def _closed(board: Board, walking: Walk, refused: Problem | None) -> tuple[Closed, ...]:
    """The hexes next to those that can be reached; all neighbours where the unit cannot move."""
    start = walking.start
    if refused:
        return tuple([closed_by(there, refused) for there in board.map.grid.neighbours[start]])
    found = way(board, walking, start, walking.points)
    return tuple(
        [closed_by(there, _why_closed(board, walking, found, there)) for there in rim(board.map, start, found)]
    )


def _why_closed(board: Board, walking: Walk, found: Reach, there: HexId) -> Problem:
    """What keeps the unit out, seen from the nearest hex that it can reach: a rule, or want of points."""
    beside = [here for here in board.map.grid.neighbours[there] if here in found.cost]
    here = min(beside, key=lambda one: (found.cost[one], one))
    rule, why = why_closed(board, walking, here, there)
    if not rule and here != walking.start and stops(board, walking, here):
        rule, why = "11.2.1", f"the move ends in {here}, in an enemy zone of control or on a Depot"
    if rule:
        return Illegal(rule, why, found=f"a step from {here} to {there}").problem
    return why_not(board, walking, there, walking.start, walking.points, found).problem
