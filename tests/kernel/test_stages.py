"""Ways with a state, against walking every way there is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.ground.hexes import Grid, HexId, Hexside, Numbering, hexside
from pbem.kernel.ground.reach import reach
from pbem.kernel.ground.stages import Stage, Stages, best, costs, hexes

GRID = Grid(Numbering(0), [HexId(f"{r:02}{c:02}") for r in range(1, 4) for c in range(1, 5)])
SIDES = sorted({hexside(a, b) for a in GRID.hexes for b in GRID.neighbours[a]})
START = HexId("0201")


class Rules:
    """A step along a road costs 1 as long as the way has never left it, else 2; one river may be crossed, for a point
    more."""

    def __init__(self, roads: frozenset[Hexside], rivers: frozenset[Hexside]) -> None:
        self.roads, self.rivers = roads, rivers

    def step(self, here: HexId, there: HexId, state: str) -> tuple[str, int] | None:
        """The state after a step and its price; nothing where it is closed. `road over`: what still holds."""
        side = hexside(here, there)
        on_road, is_over = "road" in state, "over" in state
        if side in self.rivers and is_over:
            return None
        stays = on_road and side in self.roads
        price = (1 if stays else 2) + (side in self.rivers)
        now = ("road " if stays else "") + ("over" if is_over or side in self.rivers else "")
        return now.strip(), price

    def steps(self, here: Stage) -> Iterator[tuple[Stage, int]]:
        """The steps out of a stage."""
        for there in GRID.neighbours[here.hex]:
            found = self.step(here.hex, there, here.state)
            if found:
                yield Stage(there, found[0]), found[1]

    def walked(self, points: int) -> dict[HexId, int]:
        """What each hex costs at least, by trying every way."""
        cheapest: dict[HexId, int] = {}
        todo = [(START, "road", 0)]
        for here, state, spent in todo:
            cheapest[here] = min(spent, cheapest.get(here, spent))
            for there in GRID.neighbours[here]:
                found = self.step(here, there, state)
                if found and spent + found[1] <= points:
                    todo.append((there, found[0], spent + found[1]))
        return cheapest


@given(st.frozensets(st.sampled_from(SIDES)), st.frozensets(st.sampled_from(SIDES)), st.integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_ways_with_a_state_agree_with_walking_all_of_them(
    roads: frozenset[Hexside], rivers: frozenset[Hexside], points: int
) -> None:
    rules = Rules(roads, rivers)
    found = reach(Stage(START, "road"), points, Stages(rules.steps), {})
    assert costs(found) == rules.walked(points)
    for goal, stage in best(found).items():
        path = found.path(stage)
        assert (path[0].hex, hexes(path)[-1]) == (START, goal)
        state, spent = "road", 0
        for here, there in itertools.pairwise(path):
            after = rules.step(here.hex, there.hex, state)
            assert after is not None
            state, spent = after[0], spent + after[1]
            assert state == there.state
        assert spent == found.cost[stage]


def test_only_one_river_is_crossed() -> None:
    rivers = frozenset(side for side in SIDES if side.a[2:] != side.b[2:])  # between all columns
    found = reach(Stage(START, ""), 20, Stages(Rules(frozenset(), rivers).steps), {})
    assert HexId("0204") not in costs(found)
    assert {stage.state for stage in found.cost} == {"", "over"}


def test_a_change_of_state_is_no_step() -> None:
    assert hexes((Stage(START, "road"), Stage(START, ""), Stage(HexId("0202"), ""))) == (START, "0202")
