"""Least costs within an allowance, against a plain Dijkstra on random maps."""

from __future__ import annotations

import heapq
import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.reach import Exits, reach

GRID = Grid(Numbering(0), [HexId(f"{r:02}{c:02}") for r in range(1, 6) for c in range(1, 6)])
SOME = st.frozensets(st.sampled_from(GRID.hexes), max_size=8)


@st.composite
def exit_prices(draw: st.DrawFn) -> Exits[HexId]:
    """A price from 1 to 4 for each step, the cheapest first; one that would be 5 is no step at all."""
    prices = iter(draw(st.lists(st.integers(1, 5), min_size=150, max_size=150)))
    exits = {h: [(n, p) for n in GRID.neighbours[h] if (p := next(prices)) < 5] for h in GRID.hexes}
    return {h: sorted(steps, key=lambda step: step[1]) for h, steps in exits.items()}


def dijkstra(
    start: HexId,
    allowance: int,
    exits: Exits[HexId],
    toll: dict[HexId, int],
    barred: frozenset[HexId],
    stops: frozenset[HexId],
    leaving: dict[HexId, int],
) -> dict[HexId, int]:
    """The textbook way."""
    cost: dict[HexId, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if here in cost:
            continue
        cost[here] = spent
        if here in stops and here != start:
            continue
        for there, price in exits[here]:
            total = spent + leaving.get(here, 0) + price + toll.get(there, 0)
            if there not in barred and total <= allowance:
                heapq.heappush(heap, (total, there))
    return cost


@given(
    start=st.sampled_from(GRID.hexes),
    allowance=st.integers(0, 12),
    exits=exit_prices(),
    toll=st.dictionaries(st.sampled_from(GRID.hexes), st.integers(0, 3), max_size=8),
    barred=SOME,
    stops=st.just(frozenset()) | SOME,
    leaving=st.just({}) | st.dictionaries(st.sampled_from(GRID.hexes), st.integers(0, 2), max_size=8),
)
@settings(max_examples=150, deadline=None)
def test_reach_agrees_with_dijkstra(start, allowance, exits, toll, barred, stops, leaving) -> None:  # type: ignore[no-untyped-def]
    found = reach(start, allowance, exits, toll, barred, stops, leaving=leaving)
    assert found.cost == dijkstra(start, allowance, exits, toll, barred, stops, leaving)
    for goal in found.cost:
        path = found.path(goal)
        assert (path[0], path[-1]) == (start, goal)
        steps = list(itertools.pairwise(path))
        assert sum(leaving.get(a, 0) + dict(exits[a])[b] + toll.get(b, 0) for a, b in steps) == found.cost[goal]
        assert not any(h in barred for h in path[1:])
        assert not any(h in stops for h in path[1:-1])


def plain(price: int = 1) -> Exits[HexId]:
    """The same price everywhere."""
    return {h: tuple((n, price) for n in GRID.neighbours[h]) for h in GRID.hexes}


START = HexId("0301")


def test_a_toll_is_paid_on_entering_and_not_at_the_start() -> None:
    found = reach(START, 3, plain(), {START: 9, HexId("0302"): 1})
    assert (found.cost[HexId("0302")], found.cost[HexId("0303")]) == (2, 3)


def test_a_stop_ends_a_move_but_not_one_that_begins_there() -> None:
    stops = (*GRID.neighbours[HexId("0303")], HexId("0303"))
    assert HexId("0303") not in reach(START, 9, plain(), {}, (), stops).cost
    assert reach(HexId("0302"), 9, plain(), {}, (), stops).cost[HexId("0303")] == 1


def test_leaving_a_zone_costs_also_at_the_start_and_not_where_the_way_ends() -> None:
    zone = {START: 1, HexId("0302"): 1}
    found = reach(START, 9, plain(), {}, leaving=zone)
    assert (found.cost[HexId("0302")], found.cost[HexId("0303")]) == (2, 4)
    assert reach(START, 9, plain(), {}, leaving=zone, goal=HexId("0303"), grid=GRID).cost[HexId("0303")] == 4


def test_a_barred_hex_is_gone_round() -> None:
    found = reach(START, 9, plain(), {}, (HexId("0302"),))
    assert HexId("0302") not in found.cost
    assert found.cost[HexId("0303")] == 3


def test_nothing_is_in_reach_without_points() -> None:
    for allowance in (0, -1):
        assert reach(START, allowance, plain(), {}).cost == {START: 0}


def test_the_same_path_every_time() -> None:
    first, second = (reach(START, 6, plain(), {}) for _ in range(2))
    assert first == second
    assert list(first.cost) == list(second.cost)


@settings(deadline=None)
@given(exit_prices(), SOME, SOME, st.sampled_from(GRID.hexes), st.integers(0, 12))
def test_the_way_to_one_goal_is_the_way_of_the_whole_search(
    exits: Exits[HexId], tolled: frozenset[HexId], barred: frozenset[HexId], start: HexId, allowance: int
) -> None:
    toll = dict.fromkeys(sorted(tolled), 1)
    whole = reach(start, allowance, exits, toll, barred)
    for goal in GRID.hexes:
        found = reach(start, allowance, exits, toll, barred, goal=goal, grid=GRID)
        assert found.cost.get(goal) == whole.cost.get(goal)
        assert goal not in whole.cost or found.path(goal) == whole.path(goal)


@settings(deadline=None)
@given(exit_prices(), SOME, st.sampled_from(GRID.hexes), st.integers(0, 24), st.integers(1, 3))
def test_where_every_step_costs_more_the_way_to_one_goal_is_the_same(
    exits: Exits[HexId], barred: frozenset[HexId], start: HexId, allowance: int, least: int
) -> None:
    dear = {here: tuple((there, price * least) for there, price in steps) for here, steps in exits.items()}
    whole = reach(start, allowance, dear, {}, barred)
    for goal in GRID.hexes:
        found = reach(start, allowance, dear, {}, barred, goal=goal, grid=GRID, least=least)
        assert found.cost.get(goal) == whole.cost.get(goal)
        assert goal not in whole.cost or found.path(goal) == whole.path(goal)
