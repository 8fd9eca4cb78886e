"""9.13, 9.15, 9.16, 16.0/9.12-9.19: sources of supply: rail, map edge, depots, Venezia."""

from __future__ import annotations

import pytest

from pbem.games.gwe import supply, zoc
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.occupation import go
from pbem.games.gwe.supply_sources import rail_area, source_area
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board

# One straight row of twelve hexes; the Central Powers' rail leaves the map at 0101.
ROW = """
    terrain:
      01 . . . . . . . . . . . .
    line rail owner=CP: 0101-0102
    hex rail-exit owner=CP: 0101
"""


def unit(name: str) -> UnitId:
    return UnitId(name)


def supplied(b: Board, name: str) -> bool:
    return supply.is_supplied(b, unit(name))


def why(b: Board, name: str) -> str:
    """The rule that cuts the unit off; asking for it only makes sense when it is cut off."""
    assert not supplied(b, name)
    return supply.why_unsupplied(b, unit(name))[0]


# -- rail ----------------------------------------------------------------------------------------------------

LONG_RAIL = """
    terrain:
      01 . . . . . . . .
      02 . . . . . . . .
      03 . . . . . . . .
    line rail owner=AL: 0101-0102-0103-0104-0105-0106-0107
    hex rail-exit owner=AL: 0101
"""


def rails(b: Board, side: str = "AL") -> list[str]:
    found: list[str] = sorted(supply.rail_sources(b, AL if side == "AL" else CP))
    for owner in (AL, CP):  # the same as areas, which is what lines are traced to
        assert b.map.areas.of(supply.rail_sources(b, owner)) == rail_area(b, owner)
        assert b.map.areas.of(supply.sources(b, owner)) == source_area(b, owner)
    return found


def test_9_15_control_of_one_hex_cuts_the_rail_behind_it() -> None:
    b = board(LONG_RAIL, "GE-5 XX 6-7-8 infantry at 0203\nIT-1 XX 2-3-6 infantry at 0308")
    assert rails(b) == ["0101", "0102"]
    assert why(b, "IT-1") == "9.15"
    b = board(LONG_RAIL, "IT-1 XX 2-3-6 infantry at 0308")
    assert rails(b) == ["0101", "0102", "0103", "0104", "0105", "0106", "0107"]
    assert supplied(b, "IT-1")


def test_9_15_friends_keep_controlled_rail_open() -> None:
    friends = "IT-1 XX 2-3-6 infantry at 0103\nIT-17 XX 2-3-6 infantry at 0104\n"
    b = board(LONG_RAIL, friends + "GE-5 XX 6-7-8 infantry at 0203")
    assert rails(b)[-1] == "0107"  # ruling E7


def test_9_15_enemy_unit_on_the_rail_cuts_it() -> None:
    b = board(LONG_RAIL, "AH-dep1 XX 0-1-4 depot at 0104")
    assert rails(b) == ["0101", "0102", "0103"]


def test_9_15_hex_last_held_by_the_enemy_is_shut_until_a_friend_returns() -> None:
    b = board(LONG_RAIL, "AH-dep1 XX 0-1-4 depot at 0203\nIT-1 XX 2-3-6 infantry at 0202")
    go(b, unit("AH-dep1"), [HexId("0203"), HexId("0104"), HexId("0204")], "test")
    assert rails(b) == ["0101", "0102", "0103", "0105", "0106", "0107"], "ruling D5: the way may lead over it"
    go(b, unit("IT-1"), [HexId("0202"), HexId("0103"), HexId("0104")], "test")
    assert rails(b) == ["0101", "0102", "0103", "0104", "0105", "0106", "0107"]


def test_9_15_a_lost_exit_is_no_source_and_still_the_way_to_the_map_edge() -> None:
    b = board(LONG_RAIL, "IT-1 XX 2-3-6 infantry at 0202", hexes={"0101": ("held=CP",)})
    assert rails(b) == ["0102", "0103", "0104", "0105", "0106", "0107"]
    assert HexId("0101") not in supply.sources(b, AL)


def test_9_15_an_enemy_on_the_way_still_cuts_it() -> None:
    for foe in ("AH-dep1 XX 0-1-4 depot at 0104", "GE-5 XX 6-7-8 infantry at 0204"):
        assert "0105" not in rails(board(LONG_RAIL, f"IT-1 XX 2-3-6 infantry at 0308\n{foe}"))


def test_9_15_enemy_rail_is_no_source() -> None:
    b = board(LONG_RAIL, "AH-4 XX 2-3-6 infantry at 0105")
    assert supply.rail_sources(b, CP) == {}
    assert not supplied(b, "AH-4")


def test_16_0_9_13_hex_0124_and_the_edge_that_is_none() -> None:
    sheet = """
        terrain:
          01 . . . . . .
        line rail owner=CP: 0101-0102-0103-0104
        hex rail-exit owner=CP: 0101 0104
        hex no-edge-source: 0104
        hex cp-source: 0106
    """
    b = board(sheet, "AH-dep1 XX 0-1-4 depot at 0105")
    assert supply.sources(b, CP)[HexId("0106")] == "source"
    assert supply.sources(b, CP)[HexId("0104")] == "rail"
    cut = board(sheet, "AH-4 XX 2-3-6 infantry at 0104\nIT-dep1 XX 0-1-4 depot at 0102")
    assert HexId("0104") not in supply.sources(cut, CP)
    assert HexId("0106") in supply.sources(cut, CP)
    assert "0106" not in supply.sources(cut, AL)


def test_16_0_9_13_printed_map_trento_works_through_0133_only(printed_map: str) -> None:
    b = board(printed_map, "AH-P1 XX 2-3-6 infantry at 0334")
    assert {"0124", "0133", "0334"} <= set(supply.sources(b, CP))
    b = board(printed_map, "IT-52 XX 2-3-8 alpine at 0333\nAH-b1 X 1-1-8 alpine at 0124")
    assert zoc.is_in_enemy_zoc(b, HexId("0334"), CP)
    assert "0334" not in supply.sources(b, CP)


def test_16_0_9_15_interdicted_hex_breaks_the_path_behind_it() -> None:
    b = board(LONG_RAIL, "AH-art5 X (5)3-4 artillery at 0303\nIT-1 XX 2-3-6 infantry at 0308")
    assert rails(b) == ["0101"]
    assert not supplied(b, "IT-1")


MOUNTAIN_RAIL = """
    terrain:
      01 . . . {} . . .
    line rail owner=CP: 0101-0102-0103-0104
    hex rail-exit owner=CP: 0101
"""


@pytest.mark.parametrize(
    ("ground", "place", "works"),
    [(".", "0106", False), (".", "0107", True), ("^", "0106", True)],
    ids=["two hexes off", "three hexes off", "mountain"],
)
def test_16_0_9_19_interdiction(ground: str, place: str, works: bool) -> None:
    b = board(MOUNTAIN_RAIL.format(ground), f"IT-art3 X (4)2-4 artillery at {place}")
    assert ("0104" in rails(b, "CP")) is works


def test_16_0_9_19_entrained_guns_and_the_monitor_interdict_own_guns_do_not() -> None:
    clear = MOUNTAIN_RAIL.format(".")
    assert "0104" not in rails(board(clear, "IT-art3 X (4)2-4 artillery at 0106 2 entrained"), "CP")  # ruling E9
    assert "0104" not in rails(board(clear, "IT-monitor - (4)10 monitor at 0106"), "CP")
    assert "0104" in rails(board(clear, "AH-art5 X (5)3-4 artillery at 0104"), "CP")


def test_16_0_9_19_reason_names_the_guns() -> None:
    b = board(
        "terrain:\n  01 . . . . . . . . .\nline rail owner=CP: 0101-0102-0103\nhex rail-exit owner=CP: 0101",
        "IT-art3 X (4)2-4 artillery at 0105\nAH-4 XX 2-3-6 infantry at 0107\nAH-24 XX 2-3-6 infantry at 0103",
    )
    assert supplied(b, "AH-24")
    assert supply.why_unsupplied(b, unit("AH-4"))[0] == "16.0/9.19"
    assert not supplied(b, "AH-4")


def test_9_13_lost_or_interdicted_map_edge_is_no_source() -> None:
    shut = board(ROW, "AH-4 XX 2-3-6 infantry at 0103", hexes={"0101": ("held=AL",)})
    assert list(supply.sources(shut, CP)) == ["0102"]
    guns = board(ROW, "AH-4 XX 2-3-6 infantry at 0104\nIT-art3 X (4)2-4 artillery at 0103")
    assert supply.sources(guns, CP) == {}


def test_9_15_reason_is_named_for_every_way_of_losing_the_rail() -> None:
    far = "IT-1 XX 2-3-6 infantry at 0308\n"
    everywhere = {f"010{column}": ("held=CP",) for column in range(1, 8)}
    lost = board(LONG_RAIL + "    hex al-source: 0301\n", far, hexes=everywhere)
    assert supply.why_unsupplied(lost, unit("IT-1"))[1].endswith("the enemy was the last to stand on it")
    held = board(LONG_RAIL, far + "AH-dep1 XX 0-1-4 depot at 0103")
    assert supply.why_unsupplied(held, unit("IT-1"))[1].endswith("the enemy stands on it")
    watched = board(LONG_RAIL, far + "GE-5 XX 6-7-8 infantry at 0203")
    assert supply.why_unsupplied(watched, unit("IT-1"))[1].endswith("the enemy controls it")
    assert not any(supplied(b, "IT-1") for b in (lost, held, watched))


# -- depots --------------------------------------------------------------------------------------------------

CHAIN = """
    terrain:
      01 . . . . . . . . . . . . .
      02 ~ ~ ~ ~ ~ . ~ ~ ~ ~ ~ ~ ~
    line rail owner=CP: 0101-0102
    hex rail-exit owner=CP: 0101
    hex rail-exit owner=AL: 0113
"""
DEPOTS = """
    AH-dep1 XX 0-1-4 depot at 0106
    AH-dep2 XX 0-1-4 depot at 0110
    AH-106  XX 2-3-6 infantry at 0113
"""


def test_9_16_chain_of_depots() -> None:
    b = board(CHAIN.replace("hex rail-exit owner=AL: 0113", ""), DEPOTS)
    assert supplied(b, "AH-dep1")
    assert supplied(b, "AH-dep2")
    assert supplied(b, "AH-106")
    b.eliminate(unit("AH-dep1"), "test")
    assert why(b, "AH-dep2") in ("9.12", "9.16")
    assert supply.why_unsupplied(b, unit("AH-106"))[0] == "9.16"
    assert not supplied(b, "AH-106")


def test_9_16_depot_line_bears_no_enemy_control_even_for_tcr_1() -> None:
    # 0206 controls 0106 and 0107: the depot behind has no clear line, and so feeds nobody.
    b = board(CHAIN, DEPOTS.replace("0106", "0105") + "IT-1 XX 2-3-6 infantry at 0206\nGE-5 XX 6-7-8 infantry at 0112")
    assert supplied(b, "AH-dep1")
    assert not supplied(b, "AH-dep2")
    assert not supplied(b, "GE-5")


def test_9_16_depot_line_crosses_no_ridge_and_no_controlled_hex() -> None:
    # Both would be open to a TCR 1 unit; a depot is TCR 2, and 9.16 wants its line clear anyway.
    near = "AH-dep1 XX 0-1-4 depot at 0105\nGE-5 XX 6-7-8 infantry at 0105\n"
    ridge = board(CHAIN + "    side ridge: 0102/0103\n", near)
    assert (supplied(ridge, "GE-5"), supplied(ridge, "AH-dep1")) == (True, False)
    assert "0105" not in supply.sources(ridge, CP)
    sheet = CHAIN.replace("02 ~ ~ ~ ~ ~ .", "02 ~ ~ . ~ ~ ~")
    watched = board(sheet, near + "IT-1 XX 2-3-6 infantry at 0203")
    assert (supplied(watched, "GE-5"), supplied(watched, "AH-dep1")) == (True, False)
    assert "0105" not in supply.sources(watched, CP)


def test_9_16_map_edge_and_0124_supply_depots_too() -> None:
    sheet = "terrain:\n  01 . . . . . . . . .\nhex cp-source: 0101"
    b = board(sheet, "AH-dep1 XX 0-1-4 depot at 0105\nAH-4 XX 2-3-6 infantry at 0109")
    assert supplied(b, "AH-4")  # ruling E16


# -- the lagoon ----------------------------------------------------------------------------------------------


def test_e_9_12_lagoon_and_its_coast(printed_map: str) -> None:
    map = board(printed_map, "").map
    assert map.base[HexId("2422")] == map.base[HexId("2424")] == "lagoon"
    coast = ["2322", "2323", "2324", "2325", "2421", "2423", "2425", "2522", "2523", "2524", "2526"]
    assert sorted(map.hexes_with("lagoon-coast")) == coast
    assert [h for h, base in map.base.items() if base == "lagoon"] == ["2424", "2422"]


SHORE = "IT-1 XX 2-3-6 infantry at 2322"


def test_16_0_9_12_line_over_the_lagoon_counts_every_hex(printed_map: str) -> None:
    b = board(printed_map, SHORE)
    assert supply.lagoon_lines(b, 2).distance[HexId("2322")] == 4
    assert supply.lagoon_lines(b, 2).line(HexId("2322"))[-1] == "2525"


LAGOON = """
    terrain:
      01 . . = = . . . .
    line rail owner=AL: 0101-0102
    hex rail-exit owner=AL: 0101
    hex lagoon-coast: 0105
    place Venezia: 0102
"""


def test_16_0_9_12_from_venezia_across_to_the_coast_and_beyond() -> None:
    b = board(LAGOON, "IT-1 XX 2-3-6 infantry at 0105\nIT-17 XX 2-3-6 infantry at 0108")
    assert supply.supply_line(b, unit("IT-1")) == ("0105", "0104", "0103", "0102")
    assert supplied(b, "IT-17")  # six hexes in all
    far = board(LAGOON.replace(". . . .\n", ". . . . .\n"), "IT-17 XX 2-3-6 infantry at 0109")
    assert not supplied(far, "IT-17")


@pytest.mark.parametrize(("ground", "works"), [("=", True), (".", False)], ids=["lagoon", "land"])
def test_16_0_9_12_venezia_passes_supply_on_over_water_only(ground: str, works: bool) -> None:
    # Venezia itself hangs on a line of six hexes: it is supplied, but it is no source over land.
    sheet = f"""
        terrain:
          01 . . . . . . . {ground} .
        hex al-source: 0101
        hex lagoon-coast: 0109
        place Venezia: 0107
    """
    assert supplied(board(sheet, "IT-1 XX 2-3-6 infantry at 0109"), "IT-1") is works  # ruling E17


def test_16_0_9_12_not_from_elsewhere_not_for_the_enemy_not_from_a_cut_off_venezia() -> None:
    nameless = LAGOON.replace("place Venezia: 0102", "place Chioggia: 0102")
    assert not supplied(board(nameless, "IT-1 XX 2-3-6 infantry at 0105"), "IT-1")
    enemy = board(LAGOON + "    hex cp-source: 0101\n", "AH-dep1 XX 0-1-4 depot at 0105")
    assert HexId("0105") in supply.lagoon_lines(enemy, 2).distance
    assert not supplied(enemy, "AH-dep1")
    fort = LAGOON + "    hex fortress owner=AL strength=8/4: 0102\n"
    cut = board(fort, "IT-1 XX 2-3-6 infantry at 0105\nAH-dep1 XX 0-1-4 depot at 0101", hexes={"0102": ("held=CP",)})
    assert not supplied(cut, "IT-1")  # ruling E17
