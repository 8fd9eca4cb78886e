"""The maps of italia18 agree with every hex that the rulebook names, and with one another."""

from __future__ import annotations

import itertools

import pytest

from pbem.draw.style import styles_of
from pbem.games.italia18.look import STYLES
from pbem.games.italia18.ways import is_passable
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map, contiguous
from tests.games.italia18.data import CARDS, MAPS

GRAPPA, CAPORETTO, PIAVE = MAPS["grappa"], MAPS["caporetto"], MAPS["piave"]
CADORNA = (
    "1707 1708 1709 1710 1711 1712 1812 1813 1914 1915 1916 1917 1918 1919 1920 1921 2021 2022 2023 2024 2025 2026 2027"
)
NAMED = {
    "Schio": "W1314",
    "Thiene": "W1317",
    "Bassano": "W1623",
    "Montebelluna": "W1629",
    "Il Montello": "W1732",
    "Treviso": "W1234",
    "Mestre": "W0534",
    "Venezia": "W0336",
    "Trento": "W2709",
    "Monte Grappa": "W2024",
    "Udine": "E2720",
}
MENTIONED = ["W0337", "W1226", "W1227", "W1621", "W0422", "W1824", "W1714", "W1920", "W1922", "W2026", "E2930", "E0402"]


@pytest.mark.parametrize("name", NAMED)
def test_named_hexes(name: str) -> None:
    assert PIAVE.places[name] == NAMED[name]


@pytest.mark.parametrize("hex_id", MENTIONED)
def test_hexes_that_the_scenarios_mention_are_land(hex_id: str) -> None:
    assert PIAVE.base[HexId(hex_id)] != "sea"
    assert PIAVE.base[HexId(hex_id)] != "beyond"


@pytest.mark.parametrize("pair", list(itertools.pairwise(CADORNA.split())))
def test_3_0g_the_cadorna_line_is_continuous(pair: tuple[str, str]) -> None:
    a, b = (HexId(f"W{one}") for one in pair)
    assert PIAVE.grid.are_adjacent(a, b)
    assert PIAVE.has(a, "cadorna-line")
    assert PIAVE.has(b, "cadorna-line")


def test_3_0g_and_goes_on_along_the_south_bank_of_the_piave_to_the_sea() -> None:
    line = set(PIAVE.hexes_with("trench", owner="EN"))
    assert {f"W{one}" for one in CADORNA.split()} == set(PIAVE.hexes_with("cadorna-line")) <= line
    assert len(contiguous(PIAVE.grid, line)) == 1
    lower = line - set(PIAVE.hexes_with("cadorna-line"))
    assert all(any(_river(PIAVE, h, n) == "Piave" for n in PIAVE.grid.neighbours[h]) for h in lower)
    assert any(PIAVE.has(h, "coastal") for h in lower)


def test_2_1c_the_same_four_digits_are_different_hexes_on_both_sheets() -> None:
    one, other = HexId("W0905"), HexId("E0905")
    assert PIAVE.grid.distance(one, other) == 37
    assert PIAVE.grid.are_adjacent(HexId("W0337"), HexId("E0301"))


def test_the_fronts_of_1918_face_each_other_everywhere() -> None:
    own, theirs = (set(PIAVE.hexes_with("trench", owner=side)) for side in ("EN", "CP"))
    assert not own & theirs
    assert all(any(n in theirs for n in PIAVE.grid.neighbours[h]) for h in own)
    assert all(any(n in own for n in PIAVE.grid.neighbours[h]) for h in theirs)
    behind = set(PIAVE.hexes_with("south-of-trenches"))
    assert not behind & (own | theirs)
    assert not any(n in behind for h in theirs for n in PIAVE.grid.neighbours[h])


def test_nothing_lies_west_of_the_adige() -> None:
    barred = {one for one, ground in PIAVE.base.items() if ground == "beyond"}
    assert len(barred) > 200
    for name in ("trench", "source", "iron-cross", "cockade", "town", "city"):
        assert not barred & set(PIAVE.hexes_with(name))
    for a, b in PIAVE.along:
        assert not {a, b} & barred
    assert not {PIAVE.places[name] for name in ("Trento", "Verona", "Rovereto")} & barred


def test_all_that_counts_is_drawn() -> None:
    """Ground, rivers, crests, bridges and ways that players pay for have a style, or the board would hide them."""
    drawn = styles_of(STYLES)
    for map in MAPS.values():
        assert set(map.base.values()) <= set(drawn)
        assert {one.name for found in map.on_side.values() for one in found} <= set(drawn)
        assert {one.name for found in map.along.values() for one in found} <= set(drawn)


def test_2_1d_no_way_leads_round_the_adige() -> None:
    """2.1d: from Treviso everything on this bank can be reached, and nothing beyond."""
    found, front = {HexId("W1234")}, [HexId("W1234")]
    for here in front:
        new = [one for one in PIAVE.grid.neighbours[here] if one not in found and is_passable(PIAVE, here, one)]
        found.update(new)
        front += new
    assert found == {one for one, ground in PIAVE.base.items() if ground not in ("sea", "beyond")}
    banks = [pair for pair, sides in PIAVE.on_side.items() if any(one.name == "closed-river" for one in sides)]
    assert all((PIAVE.base[a] == "beyond") != (PIAVE.base[b] == "beyond") for a, b in banks)


def test_bridges_are_rivers_under_a_road_or_a_railway() -> None:
    for map in MAPS.values():
        wet = {
            pair for pair, found in map.on_side.items() if any(f.name in ("minor-river", "major-river") for f in found)
        }
        bridged = {pair for pair, found in map.on_side.items() if any(f.name == "bridge" for f in found)}
        assert bridged == wet & set(map.along)


def test_the_piave_and_the_tagliamento_and_the_isonzo_are_major_and_have_bridges() -> None:
    for name in ("Piave", "Tagliamento"):
        sides = [
            (a, b)
            for (a, b), found in PIAVE.on_side.items()
            if any(f == ("major-river", (("name", name),)) for f in found)
        ]
        assert any(f.name == "bridge" for pair in sides for f in PIAVE.on_side[pair])
    assert any(_river(CAPORETTO, a, b) == "Isonzo" for a, b in CAPORETTO.on_side)


def _river(map: Map, a: HexId, b: HexId) -> str:
    found = [dict(f.attributes).get("name", "") for f in map.on_side.get((a, b), ()) if f.name.endswith("-river")]
    return found[0] if found else ""


# -- the introductory map ------------------------------------------------------------------------------------


def test_s0_area_between_brenta_and_piave() -> None:
    """S0.area: one piece of country, no hex of it beyond either river."""
    assert len(contiguous(GRAPPA.grid, GRAPPA.grid.hexes)) == 1
    rivers = {_river(GRAPPA, a, b) for a, b in GRAPPA.on_side}
    assert "Cismon" in rivers
    assert not {"Brenta", "Piave"} & rivers
    assert {"2024", "2026"} <= set(GRAPPA.hexes_with("trench", owner="EN"))


def test_s0_area_is_cut_from_the_great_map() -> None:
    """S0.area: the same ground, trenches and ways under the same numbers (ruling R204)."""
    for hex_id in GRAPPA.grid.hexes:
        assert GRAPPA.base[hex_id] == PIAVE.base[HexId(f"W{hex_id}")]
    for (a, b), found in GRAPPA.along.items():
        assert set(found) <= set(PIAVE.along[HexId(f"W{a}"), HexId(f"W{b}")])


def test_s0_a_strategic_victory_can_be_won_behind_the_line_and_nowhere_else() -> None:
    behind = GRAPPA.hexes_with("south-of-trenches")
    assert any(GRAPPA.base[h] == "clear" for h in behind)
    cp = {h for h in GRAPPA.grid.hexes if h not in behind and not GRAPPA.has(h, "trench", owner="EN")}
    assert not any(n in behind for h in cp for n in GRAPPA.grid.neighbours[h])


def test_s0_objectives() -> None:
    values = {
        h: int(dict(f.attributes)["vp"]) for h, found in GRAPPA.in_hex.items() for f in found if f.name == "iron-cross"
    }
    assert set(CARDS["S0"]["victory"]["operational"]) <= set(values)
    most = sum(values.values()) + len(GRAPPA.hexes_with("trench", owner="EN"))
    assert most > 2 * CARDS["S0"]["victory"]["draw"]


# -- Waffentreue and the scenarios of 1918 -------------------------------------------------------------------


def test_waffentreue_is_the_east_of_the_same_country() -> None:
    for hex_id in CAPORETTO.grid.hexes:
        assert CAPORETTO.base[hex_id] == PIAVE.base[hex_id]
    assert CAPORETTO.places["Udine"] == "E2720"
    assert HexId("E2930") in CAPORETTO.grid
    assert CAPORETTO.base[HexId("E2930")] != "high-mountain"  # a Corps Artillery stands there


def test_s1_the_front_of_1917_parts_the_armies_east_of_the_tagliamento() -> None:
    own, theirs = (set(CAPORETTO.hexes_with("trench", owner=side)) for side in ("EN", "CP"))
    assert not own & theirs
    assert all(any(n in theirs for n in CAPORETTO.grid.neighbours[h]) for h in own)
    assert CAPORETTO.places["Gorizia"] not in theirs
    assert CAPORETTO.places["Tolmino"] not in own


def test_s5_39_objectives_none_of_which_the_entente_holds() -> None:
    """See S5.vc1, ruling R210."""
    found = PIAVE.hexes_with("cockade")
    assert len(found) == len(set(found)) == CARDS["S5"]["victory"]["objectives"] == 39
    assert not any(PIAVE.has(h, "south-of-trenches") or PIAVE.has(h, "trench", owner="EN") for h in found)
    assert "W2709" in found


def test_objectives_of_june_1918_lie_on_or_behind_the_line() -> None:
    found = PIAVE.hexes_with("iron-cross")
    assert set(CARDS["S4"]["victory"]["strategic"]) | set(CARDS["S2"]["victory"]["operational"]) <= set(found)
    assert all(PIAVE.has(h, "south-of-trenches") or PIAVE.has(h, "trench", owner="EN") for h in found)


def test_sources_lie_on_the_edges_and_on_ways() -> None:
    for map in MAPS.values():
        for side in ("CP", "EN"):
            assert map.hexes_with("source", owner=side)
        reached = {h for pair in map.along for h in pair}
        assert set(map.hexes_with("source")) <= reached | {"W0337"}
    assert "W0337" in PIAVE.hexes_with("source", owner="EN")


def test_guns_and_headquarters_that_the_text_places_stand_on_ground_open_to_them() -> None:
    for hex_id in ("W1824", "E2930", "E0402"):
        assert PIAVE.base[HexId(hex_id)] != "high-mountain"
    assert PIAVE.base[HexId("E0402")] == "marsh" or PIAVE.has(HexId("E0402"), "coastal")


def test_nothing_lies_in_the_sea() -> None:
    for map in MAPS.values():
        for hex_id in (*map.in_hex, *map.places.values(), *(h for pair in (*map.on_side, *map.along) for h in pair)):
            assert map.base[hex_id] != "sea", hex_id
