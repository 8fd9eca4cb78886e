"""The map of Durchbruch: every hex that the rulebook names, and what must be true of the rest."""

from __future__ import annotations

import pytest

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import contiguous
from tests.games.durchbruch.data import MAP, WAYS, first_line, level

NAMED = {
    "Volarje": "3608", "Ladra": "3214", "Idersko": "3215", "M. Plecia": "3110", "M. Globocak": "4809", "Saga": "2125",
    "M. Jeza": "4207", "Drenchia": "4011", "M. Podklabuk": "4009", "Kamno": "3511", "Caporetto": "3017",
    "Luico": "3714", "M. Kum": "4511", "M. Cucco": "3813", "M. Stol": "2527", "Robic": "3022", "M. Matajur": "3621",
    "Monte Maggiore": "3821", "Stupizza": "3725", "S. Maria Maddalena": "4616", "Savogna": "4421",
    "M. S. Giacomo": "5615", "Cepletischis": "4117", "M. Korada": "5818", "Azzida": "5024", "M. Mladesena": "4627",
    "Castel del Monte": "5321", "Cividale": "5329",
}  # fmt: skip
BRIDGES = {
    "Ternovo": "2418/2518", "Caporetto": "3016/3115", "Idersko": "3114/3215", "Volarje": "3608/3708",
    "Tolmino": "4004/4005", "S.Lucia": "4402/4403", "Ronzina": "5108/5208", "Canale": "5511/5512",
}  # fmt: skip


def sides(text: str) -> tuple[HexId, HexId]:
    a, b = text.split("/")
    return HexId(a), HexId(b)


# -- the grid -------------------------------------------------------------------------------------------------


def test_the_rows_end_where_the_named_edge_hexes_lie() -> None:
    """See 8.1.2, 17-T4, 17-G3: odd rows end at 29, even rows at 30."""
    ends = {row: max(h for h in MAP.grid.hexes if h[:2] == f"{row:02}")[2:] for row in range(10, 59)}
    assert ends == {row: "29" if row % 2 else "30" for row in range(10, 59)}
    assert len(MAP.grid.hexes) == 25 * 30 + 24 * 29
    assert {len(MAP.grid.neighbours[HexId(h)]) < 6 for h in ("2129", "3630", "5430", "5529")} == {True}


def test_the_gas_example_is_three_hexes_long() -> None:
    """See 2.5.3.2-b: 1717 to 1620 is beyond the range of two, 1718 or 1619 would fit (ruling R02)."""
    assert MAP.grid.distance(HexId("1717"), HexId("1620")) == 3
    assert MAP.grid.distance(HexId("1717"), HexId("1619")) == 2
    assert MAP.grid.distance(HexId("1718"), HexId("1620")) == 2


# -- named hexes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "hex_id"), NAMED.items())
def test_a_victory_hex_has_its_name(name: str, hex_id: str) -> None:
    assert MAP.places[name] == hex_id
    assert MAP.has(HexId(hex_id), "vp")


def test_there_are_no_other_victory_hexes() -> None:
    assert sorted(MAP.hexes_with("vp")) == sorted(NAMED.values())


def test_1_3_6_names_as_the_errata_have_them() -> None:
    """1.3.6: with Zatolmin in 3804."""
    assert MAP.places["Zatolmin"] == "3804"
    assert {"M. Globocak", "M. Podklabuk", "S. Maria Maddalena", "Idersko"} <= set(MAP.places)


@pytest.mark.parametrize(("name", "side"), BRIDGES.items())
def test_a_bridge_spans_the_isonzo(name: str, side: str) -> None:
    """1.3.5.1-a: the eight bridges."""
    a, b = sides(side)
    (found,) = [feature for feature in MAP.hexside(a, b) if feature.name == "bridge"]
    assert found.get("name") == name
    assert MAP.crosses(a, b, "isonzo")
    assert {MAP.has(a, "bank", side="left"), MAP.has(b, "bank", side="left")} == {True, False}
    assert a in WAYS, "a road or a trail leads to it"
    assert b in MAP.line_from("road").get(a, ()) + MAP.line_from("trail").get(a, ())


def test_1_3_5_1_states_of_the_bridges() -> None:
    """1.3.5.1-a, 1.3.5.1-c, 1.3.5.1-d: eight, Tolmino blown, Volarje light."""
    found = {f.get("name"): f for fs in MAP.on_side.values() for f in fs if f.name == "bridge"}
    assert set(found) == set(BRIDGES)
    assert {name for name, f in found.items() if f.get("state") == "blown"} == {"Tolmino"}
    assert {name for name, f in found.items() if f.get("kind") == "light"} == {"Volarje"}


def test_exits_entries_and_closed_hexes() -> None:
    """See 1.4.1, 8.1.2, 17-T4, 17-G3: as printed."""
    assert MAP.hexes_with("exit") == ("2129", "5430")
    assert MAP.hexes_with("entry", owner="IT") == ("3630", "5529")
    assert sorted(MAP.hexes_with("closed")) == ["4908", "5005", "5104", "5204", "5208", "5511"]
    assert {"2129", "5430", "3630", "5529"} <= WAYS


# -- trenches and no man's land -------------------------------------------------------------------------------


def test_1_3_3_first_lines_run_from_end_to_end() -> None:
    """1.3.3: three unbroken lines between the printed ends."""
    italian = [MAP.hexes_with("trench", owner="IT", line="first", part=part) for part in ("north", "south")]
    for line, ends in ((first_line("AG"), "1018 5103"), (italian[0], "1020 2709"), (italian[1], "3006 5303")):
        assert len(contiguous(MAP.grid, line)) == 1
        assert {line[0], line[-1]} == set(ends.split())
    assert {"4908", "5005", "5104", "5204"} <= set(italian[1])


def test_no_mans_land_lies_between_the_lines() -> None:
    """See 1.4-def: none in the gap of the Italian line (ruling R86); nobody crosses to the enemy without it."""
    between = set(MAP.hexes_with("no-mans-land"))
    assert not between & {*first_line("AG"), *first_line("IT"), *MAP.hexes_with("ag-side")}
    assert not [h for h in between if h[:2] in ("28", "29")]
    touching = [(a, b) for a in first_line("AG") for b in first_line("IT") if MAP.grid.are_adjacent(a, b)]
    assert touching == [("5103", "5104"), ("5103", "5204")], "the printed end hexes touch"
    for hex_id in first_line("AG"):
        beyond = [n for n in MAP.grid.neighbours[hex_id] if not MAP.has(n, "ag-side") and n not in between]
        assert not beyond or hex_id[:2] in ("27", "28", "29") or hex_id == "5103" or hex_id[:2] == "26", hex_id


def test_rear_trenches_are_italian_and_hang_together() -> None:
    for line in ("stol", "pleca", "kolovrat"):
        hexes = MAP.hexes_with("trench", line=line)
        assert len(contiguous(MAP.grid, hexes)) == 1
        assert not [h for h in hexes if not MAP.has(h, "trench", owner="IT") or MAP.has(h, "ag-side")]


# -- ground ---------------------------------------------------------------------------------------------------


def test_levels_of_what_is_named() -> None:
    """See 2.5.3.2-a: valley round 1619; towns and villages in the valleys, mountains on levels 2 and 3."""
    assert {level(h) for h in ("1619", "1717", "1718", "1620", "2125", "3017", "5329", "4003")} == {1}
    assert {level(NAMED[name]) for name in ("M. Matajur", "M. Stol", "M. Plecia", "M. Podklabuk", "M. Cucco")} == {3}
    assert not [name for name, h in NAMED.items() if level(h) == 4], "every regiment can reach a victory hex"
    assert not [name for name, h in NAMED.items() if name.startswith("M. ") and level(h) == 1]


def test_every_level_occurs_and_rock_lies_in_the_north() -> None:
    rock = [h for h in MAP.grid.hexes if level(h) == 4]
    assert {level(h) for h in MAP.grid.hexes} == {1, 2, 3, 4}
    assert max(h[:2] for h in rock) <= "33"
    assert level("2709") == 4, "Monte Nero"


def test_the_isonzo_is_one_line_from_edge_to_edge() -> None:
    """See 14.1.7: it parts the map below Saga; left and right bank share no hex."""
    left, right = (set(MAP.hexes_with("bank", side=side)) for side in ("left", "right"))
    assert left
    assert right
    assert not left & right
    wet = {pair for pair, features in MAP.on_side.items() if any(f.name == "isonzo" for f in features)}
    below = {pair for pair in wet if set(pair) <= left | right}
    assert {(a in left) != (b in left) for a, b in below} == {True}
    assert {HexId("3115"), HexId("3114"), HexId("3214"), HexId("3511"), HexId("3608")} <= left
    assert {HexId("3016"), HexId("3017"), HexId("3215"), HexId("3708"), HexId("4403")} <= right


def test_no_road_and_no_trail_fords_the_isonzo() -> None:
    """See 1.3.4-a: they cross it on the eight bridges alone."""
    for kind in ("road", "trail"):
        for a, others in MAP.line_from(kind).items():
            wet = [b for b in others if MAP.crosses(a, b, "isonzo") and not MAP.crosses(a, b, "bridge")]
            assert not wet, (a, wet)


def test_every_town_and_village_but_volzana_lies_on_a_way() -> None:
    off = [h for kind in ("town", "village") for h in MAP.hexes_with(kind) if h not in WAYS]
    assert off == ["4105"], "Volzana in no man's land"


def test_sectors_cover_what_is_italian() -> None:
    """See 11.1.1-1: each Italian hex and each hex of no man's land belongs to one corps."""
    found = [h for corps in ("IV", "XXVII", "VII") for h in MAP.hexes_with("sector", corps=corps)]
    italian = [h for h in MAP.grid.hexes if not MAP.has(h, "ag-side")]
    assert sorted(found) == sorted(italian)
    assert MAP.has(HexId("1619"), "sector", corps="IV")
    assert MAP.has(HexId("4207"), "sector", corps="XXVII")
    assert MAP.has(HexId("3621"), "sector", corps="VII")


def test_both_sides_reach_their_edges_by_road() -> None:
    """See 2.4.6.1: a way ends in a friendly edge hex (ruling R42)."""
    for side in ("AG", "IT"):
        assert WAYS & set(MAP.hexes_with("edge", owner=side))
    assert MAP.has(HexId("4501"), "edge", owner="AG")
    assert MAP.has(HexId("5529"), "edge", owner="IT")
