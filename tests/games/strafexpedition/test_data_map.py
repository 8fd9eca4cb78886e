"""The map: every hex that the rulebook names, the lines it names, and what must hang together."""

from __future__ import annotations

import itertools

import pytest

from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.terrain import front, level, printed_level, sector
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import trace
from pbem.kernel.ground.terrain import contiguous
from tests.games.strafexpedition.data import CHARTS, MAP, RULES, TEXTS, hexes, scenario

TOWNS = {
    "Rovereto": "3502 3603 3604", "Calliano": "4306", "Carbonare": "4324", "Folgaria": "4018 4019", "Asiago": "3357",
    "Lusiana": "1864", "Marostica": "1468 1469 1470 1471", "Thiene": "0146 0247", "Schio": "0238 0239",
    "Piovene_Rocchette": "0747 0847", "Arsiero": "1937 1938 2038", "Recoaro": "0225 0226", "Valstagna": "2872",
    "Foza": "3768",
}  # fmt: skip
PLACES = {
    "Valduga": "3413", "Piazza": "3416", "Moscheri": "3106", "Anghebeni": "1709", "Col Santo": "2415",
    "Coni Zugna": "1705", "Monte Maggio": "2723", "Toraro": "2927", "Spitz Tonezza": "3134", "Maronia": "3122",
    "Costa d'Agra": "3225", "Monte Coston": "3326", "Soglio d'Aspio": "3728", "Cima Mandriolo": "5240",
    "Porta Manazzo": "5142", "Cima Undici": "5653", "Caldiera": "5756", "Monte Cengio": "1741", "Monte Barco": "1744",
    "Monte Paù": "1850", "Monte Novegno": "1235", "Campomolon": "3129", "Verena": "4246", "Campolongo": "3544",
    "Corbin": "2443", "Casa Ratti": "2740", "Serrada": "3615", "Sommo": "3318", "Cherle": "3926", "Belvedere": "4032",
    "Lusern": "4037", "Verle": "4835", "Spitz Vezzena": "5135",
}  # fmt: skip
TOUCHING = """
    0225/0226 0847/0747 0238/0239 0146/0247 1468/1469 1469/1470 1470/1471 1937/1938 1938/2038 1937/2038
    3502/3603 3603/3604 4018/4019 3351/3352 5239/5240 3324/3325 3628/3728 3636/3736 3736/3837 4337/4438 3511/3612
    3423/3523 4129/4230
    4336/4437 3202/3302 3302/3303 3412/3413 5135/5136 1331/1332 1332/1333 1333/1434 1434/1435 1435/1535 1335/1236
    1432/1433 1433/1533 1533/1534 1534/1635 1634/1635 1635/1636 2443/2543 2543/2644
"""
STRETCHES = {
    IT: [
        "3202 3303", "3405 3412", "3413 3413", "3121 3324", "3225 3225", "3325 3628", "3728 3728", "3837 4337",
        "4438 4936", "5239 5239",
    ],
    AH: ["3605 3511", "3612 3423", "3523 4129", "4230 4336", "4437 5135"],
}  # fmt: skip


def test_2_1_the_map_has_57_rows_and_72_columns_and_every_hex_one_level() -> None:
    assert len(MAP.grid.hexes) == 57 * 72
    assert {printed_level(MAP, one) for one in MAP.grid.hexes} == set(range(1, 9))


def test_13_2_2_level_no_die_is_needed_for_a_level() -> None:
    assert all(level(MAP, one) in range(1, 9) for one in MAP.grid.hexes)


@pytest.mark.parametrize("name", TOWNS)
def test_23_1_1_towns_stand_where_they_are_numbered(name: str) -> None:
    found = [one for one in MAP.hexes_with("town") if MAP.features(one)[0].get("name") == name]
    assert sorted(found) == sorted(hexes(TOWNS[name]))
    assert len(contiguous(MAP.grid, found)) == 1


def test_named_places_stand_where_they_are_numbered() -> None:
    assert {name: MAP.places[name] for name in PLACES} == PLACES


def test_hexes_that_must_touch_do_touch() -> None:
    assert [pair for pair in TOUCHING.split() if not MAP.grid.are_adjacent(*hexes(pair.replace("/", " ")))] == []


def test_1235_has_the_neighbours_that_the_rulebook_counts() -> None:
    assert sorted(MAP.grid.neighbours[HexId("1235")]) == hexes("1134 1135 1234 1236 1334 1335")


@pytest.mark.parametrize("side", [IT, AH])
def test_front_lines_run_between_their_printed_ends_and_hold_nothing_else(side: str) -> None:
    found: list[HexId] = []
    for stretch in STRETCHES[IT if side == IT else AH]:
        part = front(MAP, IT if side == IT else AH, *hexes(stretch))
        assert [part[0], part[-1]] == hexes(stretch)
        assert all(MAP.grid.are_adjacent(a, b) for a, b in itertools.pairwise(part))
        found += part
    assert sorted(found) == sorted(front(MAP, IT if side == IT else AH))


def test_strongpoints_of_the_first_line_are_on_it() -> None:
    assert all(one in front(MAP, IT) for one in hexes("3122 3225 3326 3728 5239"))
    assert not set(front(MAP, IT)) & set(front(MAP, AH))


@pytest.mark.parametrize(
    ("kind", "ends"),
    [
        ("road", "3106 1709"),
        ("road", "4645 3651"),
        ("road", "4547 3651"),
        ("road", "1349 1947"),
        ("track", "2237 2537"),
    ],
)
def test_roads_and_tracks_that_the_set_ups_name(kind: str, ends: str) -> None:
    start, end = hexes(ends)
    line = trace(start, {end: None}, 40, MAP.line_from(kind))
    assert line
    assert (line[0], line[-1]) == (start, end)


def test_s5_sp6_the_bridge_of_roana_spans_a_crag_with_a_road() -> None:
    names = [feature.name for feature in MAP.hexside(HexId("3351"), HexId("3352"))]
    assert {"bridge", "crag", "river"} <= set(names)
    assert HexId("3352") in MAP.line_from("road")[HexId("3351")]


def test_10_2_3_sources_of_supply_stand_on_roads() -> None:
    """10.2.3: 5343 is Austro-Hungarian, 1201 either side's; the others are where roads leave the map."""
    assert HexId("5343") in MAP.hexes_with("source", owner="AH")
    assert MAP.hexes_with("source", owner="both") == (HexId("1201"),)
    assert [one for one in MAP.hexes_with("source") if one not in MAP.line_from("road")] == []


def test_2_1_sectors_lie_as_the_set_ups_demand() -> None:
    west = "3636 3736 3728 3134 1705 4129 1936 0237 4306 3502 4324 4032 3129 3318 3615 3926"
    east = "3837 4230 4426 5343 3357 1547 1548 1549 1864 3845 3944 4246 3544 2443 3653 3150 3261 2448 5136 5142 5239"
    east += " 5653 5756 4037 4835 5135"
    assert [one for one in hexes(west) if sector(MAP, one) != "west"] == []
    assert [one for one in hexes(east) if sector(MAP, one) != "east"] == []
    assert all(sector(MAP, HexId(f"{row:02}{column}")) == "east" for row in range(1, 58) for column in range(40, 51))
    assert all(sector(MAP, HexId(f"{row:02}{column}")) == "west" for row in range(1, 38) for column in range(31, 37))


def test_both_sides_lie_behind_their_fronts() -> None:
    ah, it = set(MAP.hexes_with("behind", owner="AH")), set(MAP.hexes_with("behind", owner="IT"))
    assert not ah & it
    assert set(front(MAP, AH)) <= ah
    assert set(front(MAP, IT)) <= it
    assert set(hexes("3502 3603 3604 4306 5343 4018 4426 3615 4835")) <= ah
    assert set(hexes("3104 2903 1201 3416 3636 3736 5136 4343 5653 5756 2415 3440")) <= it


def test_no_crag_bars_a_road_or_a_track() -> None:
    for (a, b), features in MAP.along.items():
        if (a, b) not in ((HexId("3351"), HexId("3352")), (HexId("3352"), HexId("3351"))):
            assert features
            assert not MAP.crosses(a, b, "crag"), f"{a}/{b}"


def test_12_2_no_set_up_line_puts_two_units_on_a_high_mountain() -> None:
    crowded = hexes("1134 1333 1432 1433 1533 1534 1635 1636 2443 2543 2644")
    assert [one for one in crowded if level(MAP, one) == 8] == []


def test_heights_are_those_of_the_country() -> None:
    """Plains below plateaus below peaks: levels of places whose heights everybody knows."""
    known = {
        "0146": 1,
        "0238": 1,
        "3603": 1,
        "1469": 1,
        "3357": 4,
        "4018": 4,
        "1619": 8,
        "2415": 8,
        "5552": 8,
        "4246": 7,
    }
    assert {one: level(MAP, HexId(one)) for one in known} == known


def test_23_1_rings_on_the_map_are_the_objectives_of_the_charts() -> None:
    """23.1: each objective with its points."""
    rings = {one: feature.get("points") for one in MAP.grid.hexes if (feature := MAP.feature(one, "vp"))}
    listed = {one: str(row["points"]) for row in CHARTS["objective"] for one in row["hexes"]}
    assert rings == listed


def test_every_hex_that_the_index_names_is_on_the_map() -> None:
    text = TEXTS["drive.toml"] + " ".join(rule["demands"] for rule in RULES)
    numbers = {word.strip("\"',;:.()[]") for word in text.split()}
    named = [one for one in numbers if len(one) == 4 and one.isdigit() and not one.startswith(("19", "20"))]
    assert len(named) > 60
    assert [one for one in named if HexId(one) not in MAP.grid] == []
    assert scenario("drive").map.heading["source"].startswith("reconstructed")
