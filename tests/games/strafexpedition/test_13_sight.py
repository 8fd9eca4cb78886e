"""13.2 Lines of sight."""

from __future__ import annotations

import pytest

from pbem.games.strafexpedition.sight import blocking, is_unblocked, seen_among, seen_from, sees
from pbem.games.strafexpedition.terrain import is_wooded, level
from pbem.games.strafexpedition.weather import sight
from pbem.kernel.ground.hexes import HexId
from tests.games.strafexpedition.boards import small_map
from tests.games.strafexpedition.data import MAP, scenario

CAMPAIGN = scenario("campaign")


@pytest.mark.parametrize(("row", "is_open"), [
    ("2 2 3 2 2", False), ("2 2 2 2 2", True), ("2 2 b 2 2", False), ("4 1 c 1 2", True), ("4 1 d 1 2", False),
    ("2 1 5 1 4", False), ("4 3 4 3 4", True), ("1 1 a 1 3", True), ("5 5 5 5 1", True),
])  # fmt: skip
def test_13_2_3_what_lies_between_blocks(row: str, is_open: bool) -> None:
    """13.2.3 (see 13.2.2): higher than both ends, or woods as high as the higher of them."""
    assert is_unblocked(small_map(f"  01  {row}"), HexId("0101"), HexId("0105")) is is_open


@pytest.mark.parametrize(("one", "other", "is_open"), [("3", "1", True), ("1", "3", True), ("3", "3", False)])
def test_13_2_3_along_a_hexside_both_hexes_must_block(one: str, other: str, is_open: bool) -> None:
    ground = small_map(f"  03  1 1 1\n  02  1 {one} {other}\n  01  1 1 1")
    ends = HexId("0102"), HexId("0302")
    assert [sorted(map(str, passed)) for passed in ground.lines.passed(*ends)] == [["0202", "0203"]]
    assert is_unblocked(ground, *ends) is is_open


def test_a_neighbour_is_always_seen() -> None:
    assert all(sees(CAMPAIGN, "rain", HexId("1235"), there) for there in MAP.grid.neighbours[HexId("1235")])


def test_seen_from_agrees_with_a_plain_walk_over_the_map() -> None:
    for observer in MAP.grid.hexes[::97]:
        for weather in ("clear", "overcast", "rain"):
            plainly = [there for there in MAP.grid.hexes if there != observer and plain_walk(observer, there, weather)]
            assert sorted(seen_from(CAMPAIGN, weather, observer)) == sorted(plainly)


def test_seen_among_agrees_with_sees() -> None:
    for observer in MAP.grid.hexes[::211]:
        for weather in ("clear", "overcast", "rain"):
            near = MAP.grid.within(observer, 16)
            plainly = [there for there in near if sees(CAMPAIGN, weather, observer, there)]
            assert seen_among(CAMPAIGN, weather, observer, near) == plainly


def test_the_view_from_pasubio_is_wide_and_that_from_the_valley_is_not() -> None:
    peak, valley = (len(seen_from(CAMPAIGN, "clear", HexId(one))) for one in ("1619", "1709"))
    assert peak > 2 * valley


def plain_walk(observer: HexId, target: HexId, weather: str) -> bool:
    """The rule as it is told: step along the line and look at each hex, or at the two beside a hexside."""
    distance = MAP.grid.distance(observer, target)
    here, there = level(MAP, observer), level(MAP, target)
    if distance > max(1, sight(CAMPAIGN, weather, here, there)):
        return False
    high = max(here, there)

    def blocks(one: HexId | None) -> bool:
        return one is None or level(MAP, one) > high or (level(MAP, one) == high and is_wooded(MAP, one))

    return not any(all(blocks(one) for one in passed) for passed in MAP.lines.passed(observer, target))


def test_every_level_has_its_area_of_blocking_hexes() -> None:
    sizes = [blocking(MAP, height).bit_count() for height in range(1, 9)]
    assert sizes == sorted(sizes, reverse=True)
