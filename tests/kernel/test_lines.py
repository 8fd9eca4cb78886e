"""What a line passes, against many exact points on it; and what blocks it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.ground.areas import Areas
from pbem.kernel.ground.hexes import Grid, HexId, Numbering
from pbem.kernel.ground.lines import Lines
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Map

GRID = Grid(Numbering(0), [HexId(f"{r:02}{c:02}") for r in range(1, 9) for c in range(1, 9)])
AREAS = Areas(GRID)
LINES = Lines(GRID, AREAS)
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
def test_a_line_passes_the_hexes_in_which_its_points_lie(a: HexId, b: HexId) -> None:
    found = [passed[0] for passed in LINES.passed(a, b) if len(passed) == 1]
    near = [h for h in GRID.hexes if GRID.distance(a, h) + GRID.distance(h, b) <= GRID.distance(a, b) + 2]
    for hex_id in near:
        hit = any(inside(GRID, a, b, part, POINTS, hex_id) for part in range(POINTS + 1))
        assert hit == (hex_id in found or hex_id in (a, b))


@given(a=HEXES, b=HEXES)
@settings(max_examples=150, deadline=None)
def test_a_line_comes_in_order_and_is_the_same_from_the_other_end(a: HexId, b: HexId) -> None:
    found, back = LINES.passed(a, b), LINES.passed(b, a)
    assert [sorted(map(str, hexes)) for hexes in found] == [sorted(map(str, hexes)) for hexes in reversed(back)]
    assert LINES.crossed(a, b) == LINES.crossed(b, a)[::-1]
    chain = [(a,), *found, (b,)]
    for here, there in itertools.pairwise(chain if a != b else ()):
        for one, other in itertools.product(here, there):
            assert one is None or other is None or GRID.are_adjacent(one, other)


@given(a=HEXES, b=HEXES, blocked=st.frozensets(HEXES, max_size=20))
@settings(max_examples=200, deadline=None)
def test_an_area_blocks_as_its_hexes_do(a: HexId, b: HexId, blocked: frozenset[HexId]) -> None:
    passed = LINES.passed(a, b)
    plainly = not any(all(hex_id is None or hex_id in blocked for hex_id in hexes) for hexes in passed)
    assert LINES.is_open(a, b, blocked.__contains__) == plainly
    assert LINES.is_clear(a, b, AREAS.of(blocked)) == plainly


@given(holes=st.frozensets(HEXES, max_size=20), a=HEXES, b=HEXES)
@settings(max_examples=100, deadline=None)
def test_holes_of_the_map_block_like_hexes(holes: frozenset[HexId], a: HexId, b: HexId) -> None:
    kept = [hex_id for hex_id in GRID.hexes if hex_id not in holes or hex_id in (a, b)]
    grid = Grid(Numbering(0), kept)
    lines = Lines(grid, Areas(grid))
    wanted = LINES.is_open(a, b, lambda h: h not in grid)
    assert lines.is_open(a, b, lambda h: False) == wanted
    assert lines.is_clear(a, b, 0) == wanted


def test_a_line_along_hexsides_has_two_hexes_beside_each() -> None:
    found = LINES.passed(HexId("0303"), HexId("0703"))
    assert [sorted(map(str, hexes)) for hexes in found] == [["0402", "0403"], ["0503"], ["0602", "0603"]]
    assert LINES.crossed(HexId("0303"), HexId("0703")) == ()


def test_a_slanted_line_passes_more_hexes_than_its_length() -> None:
    found = LINES.passed(HexId("0301"), HexId("0404"))
    assert found == (("0302",), ("0402",), ("0303",), ("0403",))
    assert GRID.distance(HexId("0301"), HexId("0404")) == 4
    assert [str(side) for side in LINES.crossed(HexId("0301"), HexId("0404"))] == [
        "0301/0302", "0302/0402", "0303/0402", "0303/0403", "0403/0404",
    ]  # fmt: skip


def test_neighbours_and_the_own_hex_have_nothing_between() -> None:
    a, b = HexId("0303"), HexId("0304")
    assert (LINES.passed(a, b), LINES.passed(a, a), LINES.crossed(a, a)) == ((), (), ())
    assert LINES.is_clear(a, b, AREAS.all)
    assert LINES.is_open(a, a, lambda h: True)
    assert [str(side) for side in LINES.crossed(a, b)] == ["0303/0304"]


def test_along_a_hexside_only_both_hexes_block_and_each_hexside_counts_for_itself() -> None:
    a, b = HexId("0303"), HexId("0703")
    for blocking, result in (
        (("0402",), True),
        (("0402", "0603"), True),  # one side here, the other side there: still open
        (("0402", "0403"), False),
        (("0602", "0603"), False),
        (("0503",), False),
    ):
        assert LINES.is_open(a, b, blocking.__contains__) is result
        assert LINES.is_clear(a, b, AREAS.of(map(HexId, blocking))) is result


# -- levels, woods and crags: what the kernel's part must serve ----------------------------------------------

LEVELS = """\
legend:
  1  1
  2  2
  3  3
  4  4
  5  5
terrain:
  01   2 2 2 2 2 2 2 2
  02  2 2 3 2 2 2 2 2
  03   4 2 4 2 2 2 2 2
  04  4 2 3 2 2 2 2 2
hex woods: 0202 0303 0403
"""


def level(map: Map, hex_id: HexId) -> int:
    return int(map.base[hex_id])


def blocked_at(map: Map, top: int) -> int:
    """The hexes that block between ends of which the higher is `top`: those above it, and woods just as high."""
    hexes = [h for h in map.grid.hexes if level(map, h) > top or (level(map, h) == top and map.has(h, "woods"))]
    return map.areas.of(hexes)


@pytest.mark.parametrize(
    ("observer", "target", "is_seen"),
    [
        ("0101", "0105", True),  # four hexes over ground as high as both ends
        ("0202", "0205", False),  # a level 3 hex between two of level 2
        ("0201", "0203", True),  # woods of level 2 below a target of level 3
        ("0301", "0304", False),  # from 4 to 2 over woods of level 4
        ("0401", "0404", True),  # from 4 to 2 over woods of level 3
        ("0201", "0204", False),  # 0203 is higher than both
    ],
)
def test_levels_and_woods(observer: str, target: str, is_seen: bool) -> None:
    map = read_map(LEVELS)
    a, b = HexId(observer), HexId(target)
    top = max(level(map, a), level(map, b))
    assert map.lines.is_clear(a, b, blocked_at(map, top)) is is_seen
