"""Hex numbers and geometry, against plain geometry on doubled coordinates and plain breadth-first search."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.ground.hexes import Grid, HexId, Numbering

ROWS, COLUMNS = 7, 6
EVEN = Grid(Numbering(0), [HexId(f"{r:02}{c:02}") for r in range(1, ROWS + 1) for c in range(1, COLUMNS + 1)])
ODD = Grid(Numbering(1), EVEN.hexes)
GRIDS = pytest.mark.parametrize("grid", [EVEN, ODD], ids=["even rows shifted", "odd rows shifted"])
HEXES = st.sampled_from(EVEN.hexes)


def centre(grid: Grid, hex_id: HexId) -> tuple[int, int]:
    """The middle of the hex: half columns across, rows down."""
    row, column = grid.numbering.cell(hex_id)
    return 2 * column + (row % 2 == grid.numbering.shifted), row


def touch(grid: Grid, a: HexId, b: HexId) -> bool:
    """Two hexes touch when they are a whole hex apart in a row, or half a hex apart in neighbouring rows."""
    (ax, ay), (bx, by) = centre(grid, a), centre(grid, b)
    return (abs(ax - bx), abs(ay - by)) in ((2, 0), (1, 1))


def walked(grid: Grid, start: HexId) -> dict[HexId, int]:
    """Distances by walking."""
    found, front = {start: 0}, [start]
    for here in front:
        for there in grid.hexes:
            if there not in found and touch(grid, here, there):
                found[there] = found[here] + 1
                front.append(there)
    return found


@GRIDS
def test_neighbours_are_the_hexes_that_touch(grid: Grid) -> None:
    for hex_id in grid.hexes:
        around = grid.neighbours[hex_id]
        assert sorted(around) == [h for h in grid.hexes if touch(grid, hex_id, h)]
        assert all(grid.are_adjacent(hex_id, other) and grid.are_adjacent(other, hex_id) for other in around)


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (EVEN, ["0303", "0304", "0402", "0404", "0503", "0504"]),
        (ODD, ["0302", "0303", "0402", "0404", "0502", "0503"]),
    ],
)
def test_the_parity_decides_which_rows_stand_half_a_hex_over(grid: Grid, expected: list[str]) -> None:
    assert sorted(grid.neighbours[HexId("0403")]) == expected


def test_neighbours_always_come_in_the_same_direction_order() -> None:
    assert EVEN.neighbours[HexId("0403")] == ("0404", "0504", "0503", "0402", "0303", "0304")
    assert EVEN.neighbours[HexId("0303")] == ("0304", "0403", "0402", "0302", "0202", "0203")


@GRIDS
def test_distance_and_within_agree_with_walking(grid: Grid) -> None:
    for start in grid.hexes[::5]:
        steps = walked(grid, start)
        assert {h: grid.distance(start, h) for h in grid.hexes} == steps
        for radius in range(5):
            assert sorted(grid.ring(start, radius)) == sorted(h for h in grid.hexes if steps[h] == radius)
            assert sorted(grid.within(start, radius)) == sorted(h for h in grid.hexes if steps[h] <= radius)


def test_a_ring_goes_round() -> None:
    ring = EVEN.ring(HexId("0303"), 2)
    assert len(ring) == 12
    assert all(EVEN.are_adjacent(a, b) for a, b in itertools.pairwise((*ring, ring[0])))
    assert EVEN.ring(HexId("0303"), 0) == ("0303",)


def test_within_comes_row_by_row() -> None:
    assert EVEN.within(HexId("0202"), 1) == ("0102", "0103", "0201", "0202", "0203", "0302", "0303")


@GRIDS
@given(a=HEXES, b=HEXES, lean=st.sampled_from((1, -1)))
@settings(max_examples=150, deadline=None)
def test_a_line_goes_step_by_step_from_end_to_end(grid: Grid, a: HexId, b: HexId, lean: int) -> None:
    line = [h for h in grid.line(a, b, lean) if h is not None]
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1) or None in grid.line(a, b, lean)
    if None not in grid.line(a, b, lean):
        assert all(grid.are_adjacent(here, there) for here, there in itertools.pairwise(line))
    assert grid.line(b, a, lean) == tuple(reversed(grid.line(a, b, lean)))


@GRIDS
def test_each_hex_of_a_line_holds_its_point_of_the_line(grid: Grid) -> None:
    for a, b, lean in itertools.product(grid.hexes[::4], grid.hexes, (1, -1)):
        steps = grid.distance(a, b)
        (aq, ar), (bq, br) = grid.axial[a], grid.axial[b]
        for k, hex_id in enumerate(grid.line(a, b, lean)):
            if hex_id is not None and steps:
                q, r = grid.axial[hex_id]
                x, y = aq * (steps - k) + bq * k - q * steps, ar * (steps - k) + br * k - r * steps
                assert max(abs(x - y), abs(x + 2 * y), abs(2 * x + y)) <= steps  # inside, or just on the edge


def test_a_straight_line_along_a_row_leans_nowhere() -> None:
    assert EVEN.line(HexId("0401"), HexId("0404")) == ("0401", "0402", "0403", "0404")
    assert EVEN.line(HexId("0401"), HexId("0404"), -1) == ("0401", "0402", "0403", "0404")
    assert EVEN.line(HexId("0401"), HexId("0401")) == ("0401",)


def test_a_line_along_a_hexside_leans_as_it_is_told() -> None:
    a, b = HexId("0303"), HexId("0503")
    assert {EVEN.line(a, b, lean) for lean in (1, -1)} == {("0303", "0402", "0503"), ("0303", "0403", "0503")}


@pytest.mark.parametrize("goal", ["0203", "0302", "0305", "0502", "0505", "0603", "0202", "0405", "0604"])
def test_the_two_leans_part_wherever_the_line_runs_along_a_hexside(goal: str) -> None:
    a, b = HexId("0403"), HexId(goal)
    one, other = EVEN.line(a, b, 1), EVEN.line(a, b, -1)
    middle = {h for h in EVEN.neighbours[a] if EVEN.are_adjacent(h, b)}
    along = EVEN.distance(a, b) == 2 and len(middle) == 2
    assert (one != other) == along
    assert not along or {one[1], other[1]} == middle


def test_a_hole_of_the_map_is_nothing() -> None:
    grid = Grid(Numbering(0), [HexId(h) for h in ("0101", "0103")])
    assert grid.line(HexId("0101"), HexId("0103")) == ("0101", None, "0103")
    assert grid.distance(HexId("0101"), HexId("0103")) == 2
    assert HexId("0102") not in grid
    assert grid.at(grid.axial[HexId("0103")]) == "0103"
    assert grid.at((99, 99)) is None


def test_columns_from_the_wrap_on_lie_left_of_zero() -> None:
    numbering = Numbering(0, wrap=90)
    assert (numbering.cell("1999"), numbering.cell("1900"), numbering.cell("1921")) == ((19, -1), (19, 0), (19, 21))
    grid = Grid(numbering, [HexId(h) for h in ("1998", "1999", "1900", "1901")])
    assert grid.distance(HexId("1998"), HexId("1901")) == 3
    assert grid.are_adjacent(HexId("1999"), HexId("1900"))


def test_a_letter_before_the_number_names_the_sheet() -> None:
    grid = Grid(Numbering(1), [HexId(h) for h in ("N0203", "N0303")])
    assert grid.are_adjacent(HexId("N0203"), HexId("N0303"))
