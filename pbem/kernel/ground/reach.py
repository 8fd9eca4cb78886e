"""How far can it go: least costs within an allowance.

The policy is plain data, so that a game says only what a step costs. Whole-numbered costs allow a bucket per point
spent, which settles each hex once and needs no heap. Where what comes next depends on how a unit has come, the places
are hexes with a state (`stages`).
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbem.kernel.ground.hexes import Grid, HexId
from pbem.values import NamedTuple

N = TypeVar("N", bound=Hashable)
Exits = Mapping[N, Sequence[tuple[N, int]]]


class Reached(NamedTuple, Generic[N]):
    """The places in reach with their least cost, and the way there. A place is a hex, or a hex with a state."""

    cost: dict[N, int]
    previous: dict[N, N]

    def path(self, goal: N) -> tuple[N, ...]:
        """The places from the start to the goal, both included."""
        way = [goal]
        while way[-1] in self.previous:
            way.append(self.previous[way[-1]])
        return tuple(reversed(way))


Reach = Reached[HexId]


def reach(
    start: N,
    allowance: int,
    exits: Exits[N],
    toll: Mapping[N, int],
    barred: Container[N] = (),
    stops: Container[N] = (),
    goal: N | None = None,
    grid: Grid | None = None,
    leaving: Mapping[N, int] | None = None,
    least: int = 1,
) -> Reached[N]:
    """All hexes that can be entered from `start` with at most `allowance` points.

    `exits` prices each step out of a hex, at least 1 and the cheapest first; `toll` adds to the price of
    entering a hex and `leaving` to that of every step out of one, a `barred` hex is never entered, and from a hex in
    `stops` nothing goes on (the start itself does not stop). Where only the way to a `goal` is wanted, the search ends
    there; where all steps lead to neighbours of a `grid`, it also leaves out the hexes from which the goal is too far:
    no step costs less than `least`.
    """
    if goal is None and not stops and not leaving:
        return _everywhere((start,), allowance, exits, toll, barred)
    place, distances, home = _beeline(grid, goal)
    extra = leaving or {}
    cost = {start: 0}
    known_cost = cost.get
    previous: dict[N, N] = {}
    buckets: list[list[N]] = [[] for _ in range(max(allowance, 0) + 1)]
    buckets[0].append(start)
    for spent in range(allowance):
        for here in buckets[spent]:
            if here == goal:
                return Reached(cost, previous)
            if cost[here] < spent or (here in stops and here != start):
                continue
            gone = spent + extra[here] if here in extra else spent
            for there, price in exits[here]:
                total = gone + price
                if total > allowance:
                    break
                # Most hexes are met again at no better price: that is asked first.
                known = known_cost(there)
                if known is None:
                    if there in barred:
                        continue
                elif known <= total:
                    continue
                if there in toll:
                    total += toll[there]
                    if total > allowance or (known is not None and known <= total):
                        continue
                if home is not None and total + least * distances[place[there] - home] > allowance:
                    continue
                cost[there] = total
                previous[there] = here
                buckets[total].append(there)
                if there == goal:
                    allowance = total - 1  # no way that costs as much can better it
    return Reached(cost, previous)


def _beeline(grid: Grid | None, goal: Any) -> tuple[Mapping[Any, int], Mapping[int, int], int | None]:
    """What tells how far a hex lies from the goal at least; nothing where no grid can tell."""
    if grid is None or goal is None:
        return {}, {}, None
    place = grid.place if goal in grid.place else _Places(grid.place)
    return place, grid.distances, place[goal]


class _Places(dict[Any, int]):
    """Where the hexes of stages lie: a stage is a hex with a state."""

    def __init__(self, of_hexes: Mapping[HexId, int]) -> None:
        super().__init__()
        self._of_hexes = of_hexes

    def __missing__(self, stage: tuple[HexId, str]) -> int:
        found = self[stage] = self._of_hexes[stage[0]]
        return found


def everywhere(starts: Sequence[N], allowance: int, exits: Exits[N], barred: Container[N] = ()) -> dict[N, int]:
    """The least costs of all hexes in reach of the nearest of several starts."""
    return _everywhere(starts, allowance, exits, {}, barred).cost


def _everywhere(
    starts: Sequence[N], allowance: int, exits: Exits[N], toll: Mapping[N, int], barred: Container[N]
) -> Reached[N]:
    """The common case: no goal, and nothing that ends a way or makes it dear to go on."""
    cost = dict.fromkeys(starts, 0)
    previous: dict[N, N] = {}
    buckets: list[list[N]] = [[] for _ in range(max(allowance, 0) + 1)]
    buckets[0].extend(cost)
    for spent in range(allowance):
        # A hex that was bettered later stands in two buckets; the dearer one finds nothing better any more.
        for here in buckets[spent]:
            for there, price in exits[here]:
                total = spent + price
                if total > allowance:
                    break
                if there in cost:  # most hexes are met again at no better price: that is asked first
                    if cost[there] <= total:
                        continue
                    if there in toll:
                        total += toll[there]
                        if cost[there] <= total:
                            continue
                elif there in barred:
                    continue
                elif there in toll:
                    total += toll[there]
                    if total > allowance:
                        continue
                cost[there] = total
                previous[there] = here
                buckets[total].append(there)
    return Reached(cost, previous)
