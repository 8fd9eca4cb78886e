"""Hex numbers and geometry, against plain geometry on doubled coordinates and plain breadth-first search."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Unreadable
from pbem.kernel.ground.hexes import Grid, HexId, Numbering, hexside, read_hexside

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


# -- the grids of five games, and sheets ---------------------------------------------------------------------

ALL = [HexId(f"{r:02}{c:02}") for r in range(1, 59) for c in range(73)]
# What their texts make adjacent: lines of hexes, bridges, towns. The other parity does not fit these pairs.
FIVE = [
    ("gwe", Numbering(0, True, False), [("0128", "0227"), ("0227", "0327"), ("0327", "0426")], ("0327", "0428")),
    ("caporetto", Numbering(1, False, True, 90), [("2718", "2818"), ("2718", "2819"), ("2718", "2619")],
     ("2718", "2817")),
    ("durchbruch", Numbering(1, True, False), [("2518", "2418"), ("3016", "3115"), ("3215", "3114"), ("5512", "5511")],
     ("3215", "3113")),
    ("strafexpedition", Numbering(1, False, True), [("3502", "3603"), ("0146", "0247"), ("0747", "0847")],
     ("0146", "0245")),
    ("italia18", Numbering(0, False, True), [("1712", "1812"), ("1813", "1914"), ("1921", "2021")], ("1813", "1912")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "numbering", "adjacent", "apart"), FIVE, ids=[row[0] for row in FIVE])
def test_the_numbering_expresses_the_grid_of_every_game(
    name: str, numbering: Numbering, adjacent: list[tuple[HexId, HexId]], apart: tuple[HexId, HexId]
) -> None:
    grid = Grid(numbering, ALL)
    assert [pair for pair in adjacent if not grid.are_adjacent(*pair)] == []
    assert not grid.are_adjacent(*apart)
    other = Grid(numbering._replace(shifted=1 - numbering.shifted), ALL)
    assert [pair for pair in adjacent if not other.are_adjacent(*pair)] != []


SHEETS = Numbering(0, False, True, 100, {"W": 0, "E": 5})
TWO = [HexId(f"{sheet}{r:02}{c:02}") for sheet in "WE" for r in range(1, 8) for c in range(1, 6)]


def test_a_number_of_two_sheets_is_two_hexes() -> None:
    grid = Grid(SHEETS, TWO)
    west, east = HexId("W0401"), HexId("E0401")
    assert grid.axial[west] != grid.axial[east]
    assert grid.distance(west, east) == 5
    assert set(grid.neighbours[west]).isdisjoint(grid.neighbours[east])


def test_across_the_seam_hexes_touch_as_everywhere() -> None:
    grid = Grid(SHEETS, TWO)
    assert sorted(grid.neighbours[HexId("W0405")]) == ["E0301", "E0401", "E0501", "W0305", "W0404", "W0505"]
    assert sorted(grid.neighbours[HexId("E0301")]) == ["E0201", "E0302", "E0401", "W0205", "W0305", "W0405"]


@given(st.sampled_from((0, 1)), st.sampled_from(TWO), st.sampled_from(TWO))
@settings(max_examples=60, deadline=None)
def test_two_sheets_are_one_map_with_other_numbers(shifted: int, a: HexId, b: HexId) -> None:
    sheets = Grid(SHEETS._replace(shifted=shifted), TWO)
    plain = Grid(Numbering(shifted), [_without_sheet(hex_id) for hex_id in TWO])
    there = _without_sheet
    assert sheets.distance(a, b) == plain.distance(there(a), there(b))
    assert [there(h) for h in sheets.neighbours[a]] == list(plain.neighbours[there(a)])
    assert [h and there(h) for h in sheets.line(a, b)] == list(plain.line(there(a), there(b)))


def _without_sheet(hex_id: HexId) -> HexId:
    return HexId(f"{hex_id[1:3]}{int(hex_id[3:]) + 5 * (hex_id[0] == 'E'):02}")


def test_two_hexes_in_one_cell_are_refused_by_name() -> None:
    for numbering, hexes in (
        (Numbering(), ["W1201", "E1201"]),
        (Numbering(sheets={"W": 0, "E": 2}), ["W1203", "W1204", "E1201"]),
    ):
        with pytest.raises(Unreadable) as caught:
            Grid(numbering, map(HexId, hexes))
        problem = caught.value.problem
        one, other = problem.found.split(" and ")
        assert (one in hexes, other in hexes) == (True, True)
        assert problem.why == f"{one} and {other} share one cell of the grid"
        assert "sheet W +0, sheet E +38" in problem.advice


def test_a_hex_of_no_sheet_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        Grid(SHEETS, [HexId("W0101"), HexId("N0101")])
    problem = caught.value.problem
    assert (problem.why, problem.found) == ("hex N0101 is on no sheet of the map", "N0101")
    assert problem.wanted == "one of the letters W, E before the number"


def test_a_hexside_has_one_name() -> None:
    assert hexside(HexId("2518"), HexId("2418")) == hexside(HexId("2418"), HexId("2518"))
    assert str(hexside(HexId("W0138"), HexId("E0101"))) == "E0101/W0138"
    assert [read_hexside(text) for text in ("2418", "2418/2418", "2418/", "1/2/3", "")] == [None] * 5
