"""Where a unit can go, by which way and at what cost, and why not farther."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import Problem
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import UnitId
from pbem.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Goal:
    """A hex that can be reached, and what it takes, in the figure that the way counts."""

    hex: HexId
    place: str
    cost: int | str
    path: tuple[HexId, ...] = ()
    notes: tuple[str, ...] = ()  # what happens there: it must stop, it may not stay


@dataclass(frozen=True, slots=True)
class Way:
    """A way to go: `Way("rail", "By rail to (rail hexes)", "hexes", "rail {unit} to {goal}", "a train gets there")`."""

    name: str  # the word of cases and programs; of the first way also the verb: it can walk there
    title: str  # the head of the list of its goals
    figure: str  # what the cost of a goal counts
    order: str  # the order line, to be filled with unit, goal and path
    says: str = ""  # what stands before the order, where the first way does not lead there
    goals: tuple[Goal, ...] = ()

    def to(self, goals: Iterable[Goal]) -> Way:
        """The way with the goals that it leads to."""
        return replace(self, goals=tuple(goals))


@dataclass(frozen=True, slots=True)
class Closed:
    """A hex that the unit cannot reach, with the reason and its rule."""

    hex: HexId
    rule: str
    why: str
    found: str = ""
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Moves:
    """The answer to `pbem moves`."""

    unit: UnitId
    hex: str  # empty while it is not on the map
    place: str  # the name of the hex, or where it is instead
    allowance: int | str
    ways: tuple[Way, ...]  # the ordinary one first; each is listed, also where it leads nowhere
    closed: tuple[Closed, ...] = ()  # the hexes next to those of the first way, nearest first

    def by(self, name: str) -> tuple[Goal, ...]:
        """The goals of one way."""
        return next((way.goals for way in self.ways if way.name == name), ())

    def only(self, goal: str) -> Moves:
        """The answer about one hex."""
        ways = tuple([way.to(one for one in way.goals if one.hex == goal) for way in self.ways])
        return replace(self, ways=ways, closed=tuple([one for one in self.closed if one.hex == goal]))


def nowhere(unit: UnitId, place: str, ways: tuple[Way, ...]) -> Moves:
    """The answer about a unit that is not on the map."""
    return Moves(unit, "", place, 0, ways)


def rim(map_: Map, start: HexId, found: Reach) -> list[HexId]:
    """The hexes next to those that can be reached, nearest first: any other hex lies beyond one of them."""
    grid = map_.grid
    around = dict.fromkeys(there for here in found.cost for there in grid.neighbours[here] if there not in found.cost)
    return sorted(around, key=lambda hex_id: (grid.distance(start, hex_id), hex_id))


def closed_by(hex_id: HexId, problem: Problem) -> Closed:
    """The hex with what the rules say against it."""
    return Closed(hex_id, problem.rule, problem.why, problem.found, problem.wanted)
