"""Trips: a move on paper, from waypoint to waypoint. Nothing goes before all of it has been found legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import UnitId
from pbem.values import NamedTuple, dataclass, replace

Price = Callable[[HexId, HexId], int | None]  # of one step; nothing where it is closed
Way = Callable[[HexId, int, HexId], Reach]  # the cheapest way from a hex with so many points to another


class Stride(NamedTuple):
    """The way to the next waypoint: the hexes behind the one it begins in, their price, and if the move ends there."""

    path: tuple[HexId, ...]
    price: int
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Trip:
    """How far units have come: their path so far, the points that it took, and whether the move is over.

    A game with more to remember adds its own fields.
    """

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    spent: int = 0
    is_over: bool = False

    @property
    def at(self) -> HexId:
        """Where the units now are."""
        return self.path[-1]

    def gone(self, stride: Stride) -> Self:
        """The same trip one waypoint on."""
        path, spent = (*self.path, *stride.path), self.spent + stride.price
        return replace(self, path=path, spent=spent, is_over=stride.is_last)


def toward(
    map: Map, trip: Trip, goal: HexId, left: int, price: Price, way: Way, *, is_first: bool
) -> Stride | None:  # fmt: skip
    """The way to a waypoint with the points that are left; nothing where there is none.

    A neighbouring hex means the step into it: a path is walked as written, and never led another way. Only between
    hexes that do not touch is the cheapest way found. The first step of a trip is always possible, and then the last.
    """
    if not map.grid.are_adjacent(trip.at, goal):
        found = way(trip.at, left, goal)
        return Stride(tuple(found.path(goal)[1:]), found.cost[goal]) if goal in found.cost else None
    step = price(trip.at, goal)
    if step is None or (step > left and not is_first):
        return None
    return Stride((goal,), step, is_last=step > left)


def waypoints(trip: Trip, goals: Sequence[HexId]) -> Sequence[HexId]:
    """The hexes still to go to: an order may name the one in which the units stand."""
    return goals[1:] if goals and goals[0] == trip.at else goals


def nearest(map: Map, cost: Mapping[HexId, int], here: HexId, goal: HexId, priced: Callable[[int], str]) -> str:
    """The two hexes in reach that lie nearest to the goal: `1803 (4 of 8 MP) or 1804 (6 of 8 MP)`."""
    others = (hex_id for hex_id in cost if hex_id != here)
    near = sorted(others, key=lambda hex_id: (map.grid.distance(hex_id, goal), cost[hex_id], hex_id))
    return " or ".join(f"{map.called(hex_id)} ({priced(cost[hex_id])})" for hex_id in near[:2])
