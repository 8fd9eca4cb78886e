"""A move that is being planned: nothing on the board changes until all of it has been found legal."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe.walking import step_price, way, why_not
from pbem.kernel import trips
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.values import NamedTuple, dataclass, replace

OFF_MAP = HexId("offmap")


class Stretch(NamedTuple):
    """See 5.38: the stretch of off-map railway on which a train stands, and the points it has paid of it."""

    start: HexId
    goal: HexId
    points: int

    def __str__(self) -> str:
        return f"{self.start}-{self.goal}-{self.points}"


@dataclass(frozen=True, slots=True)
class Trip(trips.Trip):
    """How far a unit has come: also by rail, and what it has spent of the rail rate."""

    allowance: int = 0
    is_aboard: bool = False
    stretch: Stretch | None = None  # where it stands while it is off the map
    ridden: int = 0  # rail hexes and off-map points
    has_detrained: bool = False

    @property
    def unit(self) -> UnitId:
        """The unit that goes."""
        return self.units[0]

    @property
    def left(self) -> int:
        """See 5.14: the movement points that are left."""
        return self.allowance - self.spent

    def rode(self, path: Sequence[HexId], points: int, stretch: Stretch | None = None) -> Trip:
        """By rail to the end of the path."""
        return replace(self, path=(*self.path, *path[1:]), ridden=self.ridden + points, stretch=stretch)


def begin(board: Board, unit: UnitId, allowance: int) -> Trip:
    """The unit where it stands, on the map or on an off-map railway."""
    here = HexId(board.place(unit))
    if not board.marks(unit) and here != OFF_MAP:  # most units
        return Trip((unit,), (here,), allowance=allowance)
    via = board.mark_of(unit, "via").split("-")
    stretch = Stretch(HexId(via[0]), HexId(via[1]), int(via[2])) if len(via) == 3 else None
    is_aboard = board.is_marked(unit, "entrained") or here == OFF_MAP
    return Trip((unit,), (here,), allowance=allowance, is_aboard=is_aboard, stretch=stretch)


def walk(board: Board, trip: Trip, goals: Sequence[HexId]) -> Trip:
    """See 5.12, 5.14: from waypoint to waypoint; only between hexes that do not touch is the cheapest way found."""
    for goal in trips.waypoints(trip, goals):
        trip = _toward(board, trip, goal)
    return trip


def _toward(board: Board, trip: Trip, goal: HexId) -> Trip:
    """6.22 (see 5.12, 5.14, 5.17, 5.21, rulings D13, D21): a neighbouring hex means the step into it, or a refusal."""
    if trip.is_over:
        why = f"the move of {trip.unit} ended in {trip.at}: its first hex cost more than its {trip.allowance} MP"
        raise Illegal("5.17", why, wanted="one hex only")
    unit = trip.unit
    found = trips.toward(
        board.map, trip, goal, trip.left,
        lambda here, there: step_price(board, unit, here, there),
        lambda here, points, there: way(board, unit, here, points, there),
        is_first=trip.spent == 0,
    )  # fmt: skip
    if found is None:
        raise why_not(board, unit, goal, start=trip.at, left=trip.left)
    return trip.gone(found)
