"""Areas: sets of hexes as bits, flooded with shifts, give the same hexes as the searches hex by hex."""

from __future__ import annotations

import random

import pytest

from pbem.kernel.ground.areas import Areas, flood
from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.spread import spread

HOLES = ("0304", "0909", "1001")
GRID = Grid(
    Numbering(), [HexId(f"{r:02}{c:02}") for r in range(1, 11) for c in range(1, 13) if f"{r:02}{c:02}" not in HOLES]
)
AREAS = Areas(GRID)


def some(chance: random.Random, most: int) -> list[HexId]:
    return chance.sample(GRID.hexes, chance.randint(0, most))


def test_an_area_lists_its_hexes_row_by_row() -> None:
    hexes = [HexId("0905"), HexId("0101"), HexId("0112")]
    assert list(AREAS.hexes(AREAS.of(hexes))) == ["0101", "0112", "0905"]
    assert AREAS.hexes(0) == {}
    assert list(AREAS.hexes(AREAS.all)) == sorted(GRID.hexes)


def test_one_step_leads_to_the_neighbours_and_nowhere_round_the_edge() -> None:
    ways = AREAS.ways()
    for hex_id in GRID.hexes:
        assert AREAS.hexes(ways.widen(AREAS.bit[hex_id])) == dict.fromkeys(sorted(GRID.neighbours[hex_id]))


@pytest.mark.parametrize("seed", range(60))
def test_a_flood_wets_the_hexes_of_a_spread(seed: int) -> None:
    chance = random.Random(seed)
    sources, barred, burden = some(chance, 4), dict.fromkeys(some(chance, 30)), dict.fromkeys(some(chance, 40))
    sides = [(a, b) for a in some(chance, 40) for b in chance.sample(GRID.neighbours[a], 1)]
    closed = dict.fromkeys((*sides, *((b, a) for a, b in sides)))
    steps = {here: tuple(t for t in GRID.neighbours[here] if (here, t) not in closed) for here in GRID.hexes}
    length, most = chance.randint(0, 10), chance.randint(0, 3)
    wanted = AREAS.of(spread(sources, length, steps, barred, burden, most).distance)
    for ways in (AREAS.ways(closed), AREAS.ways_of(steps)):
        assert flood(AREAS.of(sources), length, ways, AREAS.of(barred), AREAS.of(burden), most) == wanted


def test_a_hex_that_is_never_left_may_still_be_entered() -> None:
    lake = HexId("0505")
    ways = AREAS.ways(never_left=AREAS.bit[lake])
    assert ways.widen(AREAS.bit[lake]) == 0
    assert AREAS.bit[lake] & ways.widen(AREAS.bit[HexId("0504")])


def test_the_beeline_goes_over_holes_and_counts_like_the_distance() -> None:
    for start in ("0303", "0101", "1012"):
        area = AREAS.bit[HexId(start)]
        for far in range(16):
            near = {hex_id: None for hex_id in sorted(GRID.hexes) if GRID.distance(HexId(start), hex_id) <= far}
            assert AREAS.hexes(area & AREAS.all) == near
            area |= AREAS.beeline.widen(area)


def test_within_is_that_of_the_grid() -> None:
    for start in ("0303", "0101", "1012", "0112", "1001", "0509"):
        for far in range(16) if start in GRID.axial else ():
            assert list(AREAS.hexes(AREAS.within(HexId(start), far))) == sorted(GRID.within(HexId(start), far))


def test_a_grid_without_hexes_has_no_areas() -> None:
    assert Areas(Grid(Numbering(), [])).all == 0
