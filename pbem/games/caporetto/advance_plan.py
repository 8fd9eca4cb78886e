"""8.1 and 8.5 in an advance: checked when it is over, for all units that take part, and not at each entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.errors import Illegal
from pbem.games.caporetto.headquarters import check_not_left
from pbem.games.caporetto.stacking import check_room, check_share
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple

Goals = dict[UnitId, HexId]  # where each unit is to end, in the order in which its owner has named them


class Left(NamedTuple):
    """A unit that cannot end where it was to: it stops in the vacated hex, or stays behind."""

    unit: UnitId
    hex: HexId
    refusal: Illegal


def settle(board: Board, side: Side, vacated: HexId, wishes: Mapping[UnitId, HexId]) -> tuple[Goals, list[Left]]:
    """See 8.1, 8.5, 12.1, 12.1/2, 15.2/2, rulings R52, R56, R58: the advance as it can end, and who falls short of it.

    All go as they wish; as long as the end would be forbidden, the last one that makes it so is held back by one hex.
    """
    goals, left = dict(wishes), list[Left]()
    while found := list(_offenders(board, side, goals)):
        last = max(found, key=lambda one: list(wishes).index(one.unit))
        left.append(last)
        if last.hex == vacated or last.refusal.problem.rule == "15.2/2":
            del goals[last.unit]
        else:
            goals[last.unit] = vacated
    return goals, left


def _offenders(board: Board, side: Side, goals: Goals) -> Iterator[Left]:
    for hex_id in dict.fromkeys(goals.values()):
        yield from _crowding(board, side, hex_id, goals)
    for start in dict.fromkeys(board.hex_of(unit) for unit in goals):
        yield from _deserting(board, start, goals)


def _crowding(board: Board, side: Side, hex_id: HexId, goals: Goals) -> Iterator[Left]:
    """See 8.1, 8.5: whoever does not fit in beside those that stay there and those named before him."""
    ending: list[UnitId] = []
    for unit in [unit for unit, goal in goals.items() if goal == hex_id]:
        try:
            check_share(board, unit, hex_id, leaving=tuple(goals), also=ending)
            check_room(board, hex_id, side, (unit,), leaving=tuple(goals), also=ending)
        except Illegal as refusal:
            yield Left(unit, hex_id, refusal)
        else:
            ending.append(unit)


def _deserting(board: Board, start: HexId, goals: Goals) -> Iterator[Left]:
    """See 15.2/2, ruling R58: the last one to go where that would leave an HQ alone in an enemy zone."""
    going = [unit for unit in goals if board.hex_of(unit) == start]
    try:
        check_not_left(board, going)
    except Illegal as refusal:
        yield Left(going[-1], goals[going[-1]], refusal)
