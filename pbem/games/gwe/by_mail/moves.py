"""What the rules allow a unit in the Movement Phase: the answer to `pbem moves`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.errors import Illegal
from pbem.games.gwe.march import check_may_march
from pbem.games.gwe.rail import reachable_by_rail
from pbem.games.gwe.supply import mark_unsupplied
from pbem.games.gwe.walking import allowance, reachable, why_not
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.moves import Goal, Moves, Way, closed_by, nowhere, rim

WALK = Way("walk", "It can walk to (hex, cost, path)", "points", "move {unit} {path}")
MARCH = Way("march", "With a forced march also to", "points", "march {unit} to {goal}", "a forced march gets there")
RAIL = Way("rail", "By rail to (rail hexes)", "hexes", "rail {unit} to {goal}", "a train gets there")


def moves(board: Board, name: str) -> Moves:
    """Every hex that the unit can walk or ride to with its cost, and for the hexes around, why not, with the rule."""
    unit = UnitId(name)
    if not board.is_on_map(unit):
        return nowhere(unit, board.place(unit), (WALK, MARCH, RAIL))
    ahead = board.copy()
    mark_unsupplied(ahead, board.unit(unit).side)  # as the initial segment of the phase would find it
    return _from_hex(ahead, unit)


def _from_hex(board: Board, unit: UnitId) -> Moves:
    start, found, name_of = board.hex_of(unit), reachable(board, unit), board.map.name_of
    walk = [Goal(h, name_of(h), cost, found.path(h)) for h, cost in found.cost.items() if h != start]
    walk.sort(key=lambda goal: (found.cost[goal.hex], goal.hex))
    ways = WALK.to(walk), MARCH.to(_march(board, unit, found.cost)), RAIL.to(_rail(board, unit))
    closed = tuple([closed_by(h, why_not(board, unit, h).problem) for h in rim(board.map, start, found)])
    return Moves(unit, start, name_of(start), allowance(board, unit), ways, closed)


def _march(board: Board, unit: UnitId, walked: Mapping[HexId, int]) -> Iterator[Goal]:
    """See 19.11: what a Forced March adds."""
    try:
        check_may_march(board, unit)
    except Illegal:
        return
    for hex_id, cost in reachable(board, unit, is_march=True).cost.items():
        if hex_id not in walked:
            yield Goal(hex_id, board.map.name_of(hex_id), cost)


def _rail(board: Board, unit: UnitId) -> Iterator[Goal]:
    """See 5.31: where a train could take it from its hex."""
    start = board.hex_of(unit)
    if start not in board.map.line_from("rail", owner=board.unit(unit).side):
        return
    for hex_id, far in reachable_by_rail(board, unit).cost.items():
        if hex_id != start:
            yield Goal(hex_id, board.map.name_of(hex_id), far)
