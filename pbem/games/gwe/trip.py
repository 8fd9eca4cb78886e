"""A move that is being planned: nothing on the board changes until all of it has been found legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbem.errors import Illegal
from pbem.games.gwe.walking import step_price, way, why_not
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId

OFF_MAP = HexId("offmap")


@dataclass(frozen=True, slots=True)
class Stretch:
    """5.38: the stretch of off-map railway on which a train stands, and the points it has paid of it."""

    start: HexId
    goal: HexId
    points: int

    def __str__(self) -> str:
        return f"{self.start}-{self.goal}-{self.points}"


class Trip(NamedTuple):
    """How far a unit has come: its path so far, what it has spent of its movement and of the rail rate."""

    unit: UnitId
    allowance: int
    path: tuple[HexId, ...]
    is_aboard: bool = False
    stretch: Stretch | None = None  # where it stands while it is off the map
    spent: int = 0  # movement points
    ridden: int = 0  # rail hexes and off-map points
    has_detrained: bool = False
    is_over: bool = False  # 5.17: the one hex that is always possible ends the move

    @property
    def at(self) -> HexId:
        """Where the unit now is."""
        return self.path[-1]

    @property
    def left(self) -> int:
        """5.14: the movement points that are left."""
        return self.allowance - self.spent

    def walked(self, path: Sequence[HexId], price: int, is_over: bool = False) -> Trip:
        """On foot to the end of the path, which begins where the unit stands."""
        return self._replace(path=(*self.path, *path[1:]), spent=self.spent + price, is_over=is_over)

    def rode(self, path: Sequence[HexId], points: int, stretch: Stretch | None = None) -> Trip:
        """By rail to the end of the path."""
        return self._replace(path=(*self.path, *path[1:]), ridden=self.ridden + points, stretch=stretch)


def begin(board: Board, unit: UnitId, allowance: int) -> Trip:
    """The unit where it stands, on the map or on an off-map railway."""
    via = board.mark_of(unit, "via").split("-")
    stretch = Stretch(HexId(via[0]), HexId(via[1]), int(via[2])) if len(via) == 3 else None
    is_aboard = board.is_marked(unit, "entrained") or board.place(unit) == OFF_MAP
    return Trip(unit, allowance, (HexId(board.place(unit)),), is_aboard, stretch)


def walk(board: Board, trip: Trip, goals: Sequence[HexId]) -> Trip:
    """5.12, 5.14: from waypoint to waypoint; the cheapest way is found between hexes that do not touch."""
    if goals and goals[0] == trip.at:
        goals = goals[1:]
    for goal in goals:
        trip = _toward(board, trip, goal)
    return trip


def _toward(board: Board, trip: Trip, goal: HexId) -> Trip:
    """5.12, 5.14, 5.17, 5.21, 6.22, ruling D13: a neighbouring hex means the step into it, if it can be paid."""
    if trip.is_over:
        why = f"the move of {trip.unit} ended in {trip.at}: its first hex took more than its {trip.allowance} MP"
        raise Illegal("5.17", why, wanted="one hex and no more")
    is_next = board.map.grid.are_adjacent(trip.at, goal)
    price = step_price(board, trip.unit, trip.at, goal) if is_next else None
    if is_next and price is None:
        raise why_not(board, trip.unit, goal, start=trip.at, left=trip.left)
    if price is not None and price <= trip.left:
        return trip.walked((trip.at, goal), price)
    found = way(board, trip.unit, trip.at, trip.left, goal)
    if goal in found.cost:
        return trip.walked(found.path(goal), found.cost[goal])
    if price is not None and trip.spent == 0:
        return trip.walked((trip.at, goal), price, is_over=True)
    raise why_not(board, trip.unit, goal, start=trip.at, left=trip.left)
