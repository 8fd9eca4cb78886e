"""What a line passes, against many exact points on it; and what blocks it."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.sight import is_open, passages, sees

GRID = Grid(Numbering(0), [HexId(f"{r:02}{c:02}") for r in range(1, 9) for c in range(1, 9)])
HEXES = st.sampled_from(GRID.hexes)
POINTS = 1013  # a prime larger than any crossing's denominator, so that points seldom fall on an edge


def inside(grid: Grid, a: HexId, b: HexId, part: int, whole: int, hex_id: HexId) -> bool:
    """Whether the point `part / whole` of the way lies strictly inside the hex."""
    (aq, ar), (bq, br), (q, r) = grid.axial[a], grid.axial[b], grid.axial[hex_id]
    x = aq * (whole - part) + bq * part - q * whole
    y = ar * (whole - part) + br * part - r * whole
    z = -x - y
    return max(abs(x - y), abs(y - z), abs(z - x)) < whole


@given(a=HEXES, b=HEXES)
@settings(max_examples=60, deadline=None)
def test_passages_are_the_hexes_in_which_points_of_the_line_lie(a: HexId, b: HexId) -> None:
    found = [passage.hexes[0] for passage in passages(GRID, a, b) if len(passage.hexes) == 1]
    near = [h for h in GRID.hexes if GRID.distance(a, h) + GRID.distance(h, b) <= GRID.distance(a, b) + 2]
    for hex_id in near:
        hit = any(inside(GRID, a, b, part, POINTS, hex_id) for part in range(POINTS + 1))
        assert hit == (hex_id in found or hex_id in (a, b))


@given(a=HEXES, b=HEXES)
@settings(max_examples=150, deadline=None)
def test_passages_come_in_order_and_look_the_same_from_the_other_end(a: HexId, b: HexId) -> None:
    found, back = passages(GRID, a, b), passages(GRID, b, a)
    assert [sorted(map(str, p.hexes)) for p in found] == [sorted(map(str, p.hexes)) for p in reversed(back)]
    for there, here in zip(found, reversed(back), strict=True):
        assert there.part * here.whole == (here.whole - here.part) * there.whole
    chain = [(a,), *(passage.hexes for passage in found), (b,)]
    for here, there in itertools.pairwise(chain if a != b else ()):
        for one, other in itertools.product(here, there):
            assert one is None or other is None or GRID.are_adjacent(one, other)


def test_a_line_along_hexsides_has_two_hexes_beside_each() -> None:
    found = passages(GRID, HexId("0303"), HexId("0703"))
    assert [sorted(map(str, passage.hexes)) for passage in found] == [["0402", "0403"], ["0503"], ["0602", "0603"]]
    assert [(passage.part, passage.whole) for passage in found] == [(1, 4), (2, 4), (3, 4)]


def test_a_slanted_line_passes_more_hexes_than_its_length() -> None:
    found = passages(GRID, HexId("0301"), HexId("0404"))
    assert [passage.hexes for passage in found] == [("0302",), ("0402",), ("0303",), ("0403",)]
    assert GRID.distance(HexId("0301"), HexId("0404")) == 4


def test_neighbours_and_the_own_hex_have_nothing_between() -> None:
    assert passages(GRID, HexId("0303"), HexId("0304")) == ()
    assert passages(GRID, HexId("0303"), HexId("0303")) == ()


def test_along_a_hexside_only_both_hexes_block_and_each_hexside_counts_for_itself() -> None:
    a, b = HexId("0303"), HexId("0703")
    for blocking, result in (
        (("0402",), True),
        (("0402", "0603"), True),  # one side here, the other side there: still open
        (("0402", "0403"), False),
        (("0602", "0603"), False),
        (("0503",), False),
    ):
        assert is_open(GRID, a, b, lambda h, blocking=blocking: h in blocking) is result


def test_sight_from_eye_to_eye() -> None:
    flat = dict.fromkeys(GRID.hexes, 1)
    a, b = HexId("0301"), HexId("0305")
    assert sees(GRID, flat, a, b)
    assert not sees(GRID, flat | {HexId("0303"): 2}, a, b)
    assert sees(GRID, flat | {HexId("0303"): 2, b: 3}, a, b)  # the line has the height 2 there
    assert not sees(GRID, flat | {HexId("0302"): 2, b: 3}, a, b)  # but only 1 1/2 here
    assert sees(GRID, flat | {HexId("0304"): 2, b: 3}, a, b)


def test_a_hole_of_the_map_blocks() -> None:
    grid = Grid(Numbering(0), [HexId("0101"), HexId("0103")])
    assert not is_open(grid, HexId("0101"), HexId("0103"), lambda h: False)
    assert not sees(grid, dict.fromkeys(grid.hexes, 0), HexId("0101"), HexId("0103"))


@given(a=HEXES, b=HEXES, heights=st.lists(st.integers(0, 4), min_size=64, max_size=64))
@settings(max_examples=80, deadline=None)
def test_sight_is_mutual(a: HexId, b: HexId, heights: list[int]) -> None:
    height = dict(zip(GRID.hexes, heights, strict=True))
    assert sees(GRID, height, a, b) == sees(GRID, height, b, a)
    top = max(height[a], height[b])
    assert is_open(GRID, a, b, lambda h: height[h] > top) == is_open(GRID, b, a, lambda h: height[h] > top)
