"""11.1 How many movement points a unit has, with all that raises, halves or doubles them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.costs import WHOLE
from pbem.games.italia18.disorder import RETREAT_MODE, is_disorganized
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId

REFUGEES = "refugees"
MOVE, MARCH, EXPLOIT, COORDINATE, RESERVE = "move", "march", "exploit", "coordinate", "reserve"


def allowance(board: Board, unit: UnitId, how: str = MOVE) -> int:
    """11.1.1c (see 11.2.6a, 11.2.8d, 11.4a, ruling R106): whole points, none of them saved or lent.

    The printed factor, raised in Retreat mode, halved by disorder and by refugees (down); then doubled for a forced
    march, halved for exploitation or coordination (up), or raised for a reserve.
    """
    chart = board.scenario.charts["movement"]
    points = board.unit(unit).figure("move")
    points += int(chart["retreat_mode_add"]) if board.is_marked(unit, RETREAT_MODE) else 0
    points //= 2 if is_disorganized(board, unit) else 1
    points //= 2 if board.is_marked(unit, REFUGEES) else 1
    if how == MARCH:
        return points * int(chart["forced_march_times"])
    if how in (EXPLOIT, COORDINATE):
        return (points + 1) // 2
    return points + (int(chart["reserve_add"]) if how == RESERVE else 0)


def stack_points(board: Board, units: Sequence[UnitId], how: str = MOVE) -> int:
    """11.3.2a (see 11.1.1a, ruling R116): of a stack, in halves: the slowest counts, Assault Troops ride along."""
    walking = [unit for unit in units if not is_assault_troops(board.unit(unit))]
    return min([allowance(board, unit, how) for unit in walking], default=0) * WHOLE
