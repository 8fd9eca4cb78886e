"""The map of caporetto agrees with every hex that the rulebook names."""

from __future__ import annotations

import itertools

import pytest

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import contiguous
from tests.games.caporetto.data import CHARTS, MAP, limit

ADJACENT = [
    ("2718", "2818"), ("2718", "2819"), ("2718", "2619"), ("2718", "2717"), ("2618", "2717"), ("2618", "2718"),
    ("2618", "2619"), ("2817", "2717"), ("2420", "2319"), ("2304", "2405"), ("3311", "3412"), ("2520", "2420"),
    ("3317", "3218"), ("2320", "2319"), ("2320", "2420"), ("2100", "2001"), ("2120", "2221"), ("3510", "3511"),
    ("2408", "2508"), ("2303", "2304"),
]  # fmt: skip
FRONT = {
    "AL": ["3099", "2304", "2405", "3311", "3412", "3313", "2520", "2420", "2319"],
    "CP": ["3299", "3317", "3218", "2320"],
}


@pytest.mark.parametrize(("a", "b"), ADJACENT)
def test_hexes_that_the_rulebook_calls_neighbours_touch(a: str, b: str) -> None:
    assert MAP.grid.are_adjacent(HexId(a), HexId(b))


def test_2_1_rows_19_to_35_and_columns_99_to_21_are_there_with_two_more_in_the_east() -> None:
    rows = range(19, 36)
    assert set(MAP.grid.hexes) == {f"{row}{column % 100:02}" for row in rows for column in range(-1, 24)}


def test_2_1_the_front_divides_the_land_and_both_sides_hang_together() -> None:
    """2.1: al-side and cp-side are all the land, no hex twice."""
    land = [hex_id for hex_id in MAP.grid.hexes if MAP.base[hex_id] != "sea"]
    sides = {side: MAP.hexes_with(f"{side.lower()}-side") for side in ("AL", "CP")}
    assert sorted((*sides["AL"], *sides["CP"])) == sorted(land)
    for hexes in sides.values():
        assert len(contiguous(MAP.grid, hexes)) == 1


def test_2_1_front_hexes_are_those_that_touch_the_line() -> None:
    for side, other in (("AL", "CP"), ("CP", "AL")):
        beyond = f"{other.lower()}-side"
        touching = {
            hex_id
            for hex_id in MAP.hexes_with(f"{side.lower()}-side")
            if any(MAP.has(n, beyond) and not MAP.crosses(hex_id, n, "lake-side") for n in MAP.grid.neighbours[hex_id])
        }
        assert touching == set(MAP.hexes_with("front", owner=side))
        assert set(FRONT[side]) <= touching


def test_2_1_the_yellow_line_runs_where_the_sides_meet() -> None:
    line = {pair for pair, features in MAP.on_side.items() if any(f.name == "front-line" for f in features)}
    parted = {(a, b) for a in MAP.grid.hexes for b in MAP.grid.neighbours[a] if _side(a) and _side(b) != _side(a)}
    assert line == {(a, b) for a, b in parted if _side(b)}


def _side(hex_id: HexId) -> str:
    return next((side for side in ("al-side", "cp-side") if MAP.has(hex_id, side)), "")


def test_2_1_the_border_of_1914_runs_round_italy() -> None:
    border = {pair for pair, features in MAP.on_side.items() if any(f.name == "border" for f in features)}
    for a, b in border:
        assert MAP.has(a, "italy") != MAP.has(b, "italy")
    assert set(MAP.hexes_with("italy")) < set(MAP.hexes_with("al-side"))


def test_3_2_ends_of_the_allied_sectors() -> None:
    """3.2a, 3.2b, 3.2c, 3.2d: each sector begins and ends where the rulebook says, and hangs together."""
    ends = {"1st-army": ("3099", "2304"), "4th-army": ("2405", "3311"), "2nd-army": ("3412", "2520")}
    for sector, hexes in ends.items():
        found = MAP.hexes_with("front", sector=sector)
        assert set(hexes) <= set(found)
        assert len(contiguous(MAP.grid, found)) == 1
    assert set(MAP.hexes_with("front", sector="3rd-army")) == {"2420", "2319"}


def test_3_3_ends_of_the_sectors_of_the_central_powers() -> None:
    """3.3a, 3.3b: Conrad from 3299 to 3317, Eugen from 3218 to 2320, and one hex behind."""
    for sector, hexes in {"conrad": ("3299", "3317"), "eugen": ("3218", "2320")}.items():
        front = MAP.hexes_with("front", sector=sector)
        assert set(hexes) <= set(front)
        near = {h for f in front for h in MAP.grid.within(f, 1) if MAP.has(h, "cp-side")}
        assert set(MAP.hexes_with("area", sector=sector)) == near


def test_3_2f_the_reserve_has_six_hexes() -> None:
    front = MAP.hexes_with("front", owner="AL")
    near = {h for f in front for h in MAP.grid.within(f, 6) if MAP.has(h, "al-side")}
    assert set(MAP.hexes_with("area", sector="ghq")) == near


@pytest.mark.parametrize(
    ("name", "hex_id"),
    [
        ("Venezia", "1911"),
        ("Trieste", "2120"),
        ("Garda", "2001"),
        ("Vittorio", "2511"),
        ("Monte Baldo", "2101"),
        ("Monte Pasubio", "2303"),
        ("Monte Grappa", "2408"),
        ("Monte Tomba", "2508"),
    ],
)
def test_named_hexes(name: str, hex_id: str) -> None:
    assert MAP.places[name] == hex_id


def test_e_5_val_pusteria_is_a_label_over_two_hexes() -> None:
    assert MAP.places["Val Pusteria"] in ("3510", "3511")


def test_e_6_vittorio_has_a_town() -> None:
    assert MAP.has(HexId("2511"), "town")


def test_tec_dominant_four_heights() -> None:
    heights = {hex_id for hex_id in MAP.grid.hexes if MAP.base[hex_id] == "dominant"}
    assert heights == {"2508", "2408", "2303", "2101"} == set(CHARTS["terrain"]["dominant"]["hexes"])
    assert heights == set(CHARTS["dominant"]["hexes"])


def test_11_8_the_example_fits_the_ground() -> None:
    """11.8: three divisions stop in 2718, two go on to 2717, and everybody is on land."""
    assert limit(HexId("2718")) >= 3
    assert MAP.base[HexId("2717")] not in ("alpine", "dominant", "sea")
    for hex_id in ("2618", "2619", "2817", "2818", "2819"):
        assert MAP.base[HexId(hex_id)] not in ("alpine", "sea")


def test_16_7_2515_lies_within_three_hexes_of_the_coast() -> None:
    assert any(MAP.has(hex_id, "coast") for hex_id in MAP.grid.within(HexId("2515"), 3))
    for hex_id in MAP.grid.hexes:
        is_coast = MAP.base[hex_id] != "sea" and any(MAP.base[n] == "sea" for n in MAP.grid.neighbours[hex_id])
        assert MAP.has(hex_id, "coast") == is_coast


def test_19_2_the_lake_parts_2100_from_2001() -> None:
    assert MAP.crosses(HexId("2100"), HexId("2001"), "lake-side")
    assert CHARTS["garda"]["from"] == "2100"
    assert CHARTS["garda"]["to"] == "2001"


def test_19_3_the_raiders_land_on_a_coast_of_the_enemy() -> None:
    assert MAP.has(HexId("2221"), "coast")
    assert MAP.has(HexId("2221"), "cp-side")
    assert (CHARTS["raid"]["landing"], CHARTS["raid"]["target"]) == ("2221", "2120")


def test_19_5_the_line_that_must_not_be_empty() -> None:
    line = MAP.hexes_with("garrison-line")
    assert {"3313", "2319"} <= set(line) <= set(MAP.hexes_with("front", owner="AL"))
    assert len(contiguous(MAP.grid, line)) == 1
    assert not set(line) & {"3412", "3312"}


def test_tec_bridge_bridges_are_rivers_under_a_railway() -> None:
    def sides(name: str) -> set[tuple[HexId, HexId]]:
        return {pair for pair, features in MAP.on_side.items() if any(f.name == name for f in features)}

    assert sides("bridge") == sides("river") & set(MAP.along)
    assert not sides("lake-side") & set(MAP.along)


def test_tec_sea_nothing_lies_in_the_sea() -> None:
    for a, b in itertools.chain(MAP.on_side, MAP.along):
        assert "sea" not in (MAP.base[a], MAP.base[b])
    for hex_id in (*MAP.in_hex, *MAP.places.values()):
        assert MAP.base[hex_id] != "sea"


def test_14_2_three_sources_and_two_with_the_west_edge() -> None:
    for side, number in (("CP", 3), ("AL", 2)):
        found = MAP.hexes_with("source", owner=side)
        assert len(found) == number
        assert sorted(found) == sorted(CHARTS["supply"]["sources"][side])
        assert all(MAP.has(hex_id, f"{side.lower()}-side") for hex_id in found)
    edge = {hex_id for hex_id in MAP.hexes_with("al-side") if hex_id.endswith("99")}
    assert set(MAP.hexes_with("west-edge", owner="AL")) == edge


def test_5_2_nineteen_hexes_for_points_and_the_line_on_the_piave_falls_one_short_of_the_margin() -> None:
    """5.2, 5.3, ruling R127: the Allies must come back over the Piave; the line of October 1917 is worth much more."""
    found = MAP.hexes_with("vp")
    assert sorted(found) == sorted(CHARTS["victory"]["hexes"])
    beyond = {"2411", "2511", "2520", "2717"}  # between the Piave and the line of October 1917
    own = {hex_id for hex_id in found if MAP.has(hex_id, "al-side")}
    assert (len(found), len(own - beyond), len(own & beyond)) == (19, 13, 4)
    assert len(own - beyond) - (len(found) - len(own - beyond)) == CHARTS["victory"]["margin"] - 1 == 7
    for hex_id in found:
        assert MAP.has(hex_id, "town") or MAP.has(hex_id, "city")
        assert MAP.name_of(hex_id)
