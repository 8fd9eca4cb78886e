"""9.0 Supply, with 16.0/9.x: sources, lines, rail, depots, the lagoon, attrition."""

from __future__ import annotations

import pytest

from pbem.games.gwe import attrition, supply, zoc
from pbem.games.gwe.attack import Spent
from pbem.games.gwe.combat import fight
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.occupation import go
from pbem.games.gwe.orders import Attack
from pbem.games.gwe.strengths import attack_of_unit, defence_strength
from pbem.games.gwe.walking import allowance
from pbem.kernel.board import Board
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, facts, table

# One straight row of twelve hexes; the Central Powers' rail leaves the map at 0101.
ROW = """
    terrain:
      01 . . . . . . . . . . . .
    line rail owner=CP: 0101-0102
    hex rail-exit owner=CP: 0101
"""
AL_ROW = ROW.replace("CP", "AL")

# The line runs along row 01 only: a unit in 02cc touches 01cc and the hex after it.
GAUNTLET = """
    terrain:
      01 . . . . . . . .
      02 ~ . . . . ~ ~ ~
    line rail owner=AL: 0101-0102
    hex rail-exit owner=AL: 0101
"""


def unit(name: str) -> UnitId:
    return UnitId(name)


def supplied(b: Board, name: str) -> bool:
    return supply.is_supplied(b, unit(name))


def why(b: Board, name: str) -> str:
    """The rule that cuts the unit off; asking for it only makes sense when it is cut off."""
    assert not supplied(b, name)
    return supply.why_unsupplied(b, unit(name))[0]


# -- the length of the line ----------------------------------------------------------------------------------


def test_9_0_unsupplied_division_attacks_at_half() -> None:
    b = board(ROW, "GE-12 XX 6-7-8 infantry stosstruppen at 0110\nIT-1 XX 2-3-6 infantry at 0111")
    assert attack_of_unit(b, unit("GE-12"), (HexId("0111"),)).value == 3


def test_9_12_range_is_four_for_the_central_powers() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0106\nAH-24 XX 2-3-6 infantry at 0107")
    assert supplied(b, "AH-4")
    assert why(b, "AH-24") == "9.12"
    assert "range is 4" in supply.why_unsupplied(b, unit("AH-24"))[1]


def test_9_12_range_is_six_for_the_allies() -> None:
    b = board(AL_ROW, "IT-1 XX 2-3-6 infantry at 0108\nIT-17 XX 2-3-6 infantry at 0109")
    assert supplied(b, "IT-1")
    assert not supplied(b, "IT-17")


def test_9_13_own_hex_is_not_counted() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0103\nAH-24 XX 2-3-6 infantry at 0102")
    assert supply.lines(b, CP, 2).distance[HexId("0103")] == 1
    assert supply.supply_line(b, unit("AH-4")) == ("0103", "0102")
    assert supply.supply_line(b, unit("AH-24")) == ("0102",)


def test_9_13_kinds_of_source() -> None:
    b = board(ROW, "AH-dep1 XX 0-1-4 depot at 0105\nIT-dep1 XX 0-1-4 depot at 0110")
    assert supply.sources(b, CP) == {"0105": "depot", "0101": "rail", "0102": "rail"}
    assert supply.sources(b, AL) == {}
    assert why(b, "IT-dep1") == "9.13"


def test_9_13_map_edge_supplies_where_enemy_control_stops_the_rail() -> None:
    # Ruling E15: 0101 is controlled by GE-5; as the own map edge it still serves TCR 1, never TCR 2.
    b = board(
        GAUNTLET,
        """
        GE-5  XX 6-7-8 infantry stosstruppen at 0202
        FR-47 XX 3-4-8 infantry at 0105
        IT-53 XX 2-3-6 infantry at 0106
        """,
        hexes={"0102": ("held=CP",)},
    )
    b.put(unit("GE-5"), "0201", "test")
    assert supply.sources(b, AL) == {"0101": "map edge"}
    assert supplied(b, "FR-47")
    assert not supplied(b, "IT-53")


# -- the enemy on the line -----------------------------------------------------------------------------------


def test_9_14_two_controlled_hexes_for_tcr_1_none_for_tcr_2() -> None:
    units = "FR-47 XX 3-4-8 infantry at 0107\nIT-53 XX 2-3-6 infantry at 0106\nGE-5 XX 6-7-8 infantry at 0203"
    b = board(GAUNTLET, units)
    assert list(supply.supply_line(b, unit("FR-47"))) == ["0107", "0106", "0105", "0104", "0103", "0102"]
    assert supplied(b, "FR-47")
    assert why(b, "IT-53") == "9.14"
    three = board(GAUNTLET, units + "\nGE-12 XX 6-7-8 infantry at 0204")
    assert zoc.is_in_enemy_zoc(three, HexId("0105"), AL)
    assert why(three, "FR-47") == "9.14"


def test_9_14_one_controlled_hex_stops_tcr_2() -> None:
    wall = GAUNTLET + "    side impassable: 0203/0104\n"
    b = board(wall, "IT-53 XX 2-3-6 infantry at 0105\nGE-5 XX 6-7-8 infantry at 0203")
    assert [h for h in ("0102", "0103", "0104") if zoc.is_in_enemy_zoc(b, HexId(h), AL)] == ["0103"]
    assert not supplied(b, "IT-53")
    b.put(unit("GE-5"), "0205", "test")
    assert supplied(b, "IT-53")


def test_9_14_own_hex_under_control_does_not_count() -> None:
    b = board(GAUNTLET, "IT-53 XX 2-3-6 infantry at 0104\nGE-5 XX 6-7-8 infantry at 0204")
    assert zoc.is_in_enemy_zoc(b, HexId("0104"), AL)
    assert supplied(b, "IT-53")  # ruling E8


def test_9_14_enemy_units_stop_every_line() -> None:
    b = board(AL_ROW, "FR-47 XX 3-4-8 infantry at 0105\nAH-dep1 XX 0-1-4 depot at 0104")
    assert not zoc.is_in_enemy_zoc(b, HexId("0104"), AL)
    assert supply.why_unsupplied(b, unit("FR-47")) == ("9.14", "enemy units stand on every line in range")
    assert not supplied(b, "FR-47")


def test_7_24_friend_or_own_fortress_cancels_control_for_supply() -> None:
    units = "IT-53 XX 2-3-6 infantry at 0106\nGE-5 XX 6-7-8 infantry at 0203\n"
    assert not supplied(board(GAUNTLET, units), "IT-53")
    friends = "IT-1 XX 2-3-6 infantry at 0103\nIT-17 XX 2-3-6 infantry at 0104"
    assert supplied(board(GAUNTLET, units + friends), "IT-53")
    hqs = "IT-hq1 HQ 1-8(1)8 hq at 0103\nIT-hq2 HQ 1-8(1)8 hq at 0104"
    assert not supplied(board(GAUNTLET, units + hqs), "IT-53")
    forts = GAUNTLET + "    hex fortress owner=AL strength=6/3: 0103 0104\n"
    assert supplied(board(forts, units), "IT-53")


def test_9_17_lone_enemy_hq_does_not_block() -> None:
    b = board(ROW, "AH-50 XX 4-5-8 infantry at 0105\nIT-hqS HQ 1-6(1)8 hq at 0104")
    assert supplied(b, "AH-50")
    b = board(ROW, "AH-50 XX 4-5-8 infantry at 0105\nIT-hqS HQ 1-6(1)8 hq at 0104\nIT-dep1 XX 0-1-4 depot at 0104")
    assert not supplied(b, "AH-50")


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
    return sorted(supply.rail_sources(b, AL if side == "AL" else CP))


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
    assert rails(b) == ["0101", "0102", "0103"]
    go(b, unit("IT-1"), [HexId("0202"), HexId("0103"), HexId("0104")], "test")
    assert rails(b)[-1] == "0107"  # ruling D5


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
    assert supply.sources(shut, CP) == {}
    guns = board(ROW, "AH-4 XX 2-3-6 infantry at 0104\nIT-art3 X (4)2-4 artillery at 0103")
    assert supply.sources(guns, CP) == {}


def test_9_15_reason_is_named_for_every_way_of_losing_the_rail() -> None:
    far = "IT-1 XX 2-3-6 infantry at 0308\n"
    lost = board(LONG_RAIL, far, hexes={"0103": ("held=CP",)})
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


# -- ridges and the Monitor ----------------------------------------------------------------------------------


def test_16_0_9_18_only_tcr_1_traces_over_a_ridge() -> None:
    sheet = ROW + "    side ridge: 0103/0104\n"
    b = board(sheet, "AH-24 XX 2-3-6 infantry at 0105\nAH-50 XX 4-5-8 infantry at 0105")
    assert why(b, "AH-24") == "16.0/9.18"
    assert supplied(b, "AH-50")


def test_16_0_9_18_impassable_sides_and_water_stop_all() -> None:
    for wall in ("    side impassable: 0103/0104\n", ""):
        sheet = ROW.replace("01 . . .", "01 . . o") if not wall else ROW + wall
        assert not supplied(board(sheet, "GE-5 XX 6-7-8 infantry at 0104"), "GE-5")


def test_16_0_9_18_monitor_hex_stops_central_powers_lines_only() -> None:
    # The source is no rail, so that the Monitor cannot interdict it.
    sheet = "terrain:\n  01 . . . . . .\nhex cp-source: 0101\nhex al-source: 0101"
    b = board(sheet, "AH-4 XX 2-3-6 infantry at 0104\nIT-monitor - (4)10 monitor at 0103")
    assert why(b, "AH-4") == "16.0/9.18"
    b.put(unit("IT-monitor"), "0104", "test")  # in the unit's own hex it does no harm
    assert supplied(b, "AH-4")
    b = board(sheet, "IT-1 XX 2-3-6 infantry at 0104\nIT-monitor - (4)10 monitor at 0103")
    assert supplied(b, "IT-1")


# -- the lagoon ----------------------------------------------------------------------------------------------


def test_e_9_12_lagoon_and_its_coast(printed_map: str) -> None:
    sheet = board(printed_map, "").map
    assert sheet.base[HexId("2422")] == sheet.base[HexId("2424")] == "lagoon"
    coast = ["2322", "2323", "2324", "2325", "2421", "2423", "2425", "2522", "2523", "2524", "2526"]
    assert sorted(sheet.hexes_with("lagoon-coast")) == coast
    assert [h for h, base in sheet.base.items() if base == "lagoon"] == ["2424", "2422"]


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


# -- when it is looked at ------------------------------------------------------------------------------------


def test_4_0_a1a_supply_for_movement_is_fixed_at_the_start() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0107\nAH-24 XX 2-3-6 infantry at 0104")
    supply.mark_unsupplied(b, CP)
    go(b, unit("AH-4"), [HexId("0107"), HexId("0106")], "test")
    assert supplied(b, "AH-4")
    assert allowance(b, unit("AH-4")) == 3
    assert allowance(b, unit("AH-24")) == 6
    assert [(f["unit"], f.rule) for f in facts(b, "unsupplied")] == [("AH-4", "9.12")]
    assert facts(b, "supply")[0]["unsupplied"] == ["AH-4"]


def test_9_11_supply_for_combat_is_taken_at_the_instant() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0106\nIT-1 XX 2-3-6 infantry at 0107")
    assert attack_of_unit(b, unit("AH-4"), (HexId("0107"),)).value == 2
    b.mark_hex(HexId("0102"), "held=AL", "test")
    assert attack_of_unit(b, unit("AH-4"), (HexId("0107"),)).value == 1


def test_9_11_marks_are_renewed_each_time() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0104 2 unsupplied\nAH-24 XX 2-3-6 infantry at 0110")
    supply.mark_unsupplied(b, CP)
    assert not b.is_marked(unit("AH-4"), "unsupplied")
    assert b.is_marked(unit("AH-24"), "unsupplied")


# -- what it costs -------------------------------------------------------------------------------------------


def test_9_21_movement_and_attack_halved_defence_not() -> None:
    b = board(ROW, "AH-III XXX 5-6-6 infantry at 0110\nIT-1 XX 2-3-6 infantry at 0111\nAH-bT X 1-2-4 infantry at 0109")
    supply.mark_unsupplied(b, CP)
    assert allowance(b, unit("AH-III")) == 3
    assert attack_of_unit(b, unit("AH-III"), (HexId("0111"),)).value == 2
    assert attack_of_unit(b, unit("AH-bT"), (HexId("0110"),)).value == 1  # never below 1
    assert defence_strength(b, CP, (HexId("0110"),), ()).total == 6


def test_16_0_9_21_unsupplied_stosstruppen_keep_six() -> None:
    units = "AH-1 XX 4-5-8 infantry stosstruppen at 0110\nIT-1 XX 2-3-6 infantry at 0111"
    b = board(ROW, units, turn=5)
    supply.mark_unsupplied(b, CP)
    assert allowance(b, unit("AH-1")) == 6
    assert attack_of_unit(b, unit("AH-1"), (HexId("0111"),)).value == 2
    first = board(ROW, units, turn=1)
    supply.mark_unsupplied(first, CP)
    assert allowance(first, unit("AH-1")) == 6  # ruling D12


@pytest.mark.parametrize(("steps", "die", "left"), [(4, 3, 2), (3, 2, 1), (3, 4, 3), (2, 1, 1), (4, 6, 4)])
def test_9_22_half_the_steps_rounded_up(steps: int, die: int, left: int) -> None:
    b = board(AL_ROW, f"IT-VIII XXX 7-8-6 infantry at 0112 {steps}")
    attrition.attrition(b, table(b, {"attrition of IT-VIII": die}), AL)
    assert b.steps(unit("IT-VIII")) == left
    assert facts(b, "attrition")[0]["steps"] == steps - left


def test_9_22_last_step_is_lost_too() -> None:
    b = board(AL_ROW, "IT-b4B X 1-2-8 infantry at 0112 1")
    attrition.attrition(b, table(b, [3]), AL)
    assert b.place(unit("IT-b4B")) == "gone"


def test_4_0_a1e_only_unsupplied_units_of_the_side_roll() -> None:
    b = board(AL_ROW, "IT-1 XX 2-3-6 infantry at 0103\nIT-17 XX 2-3-6 infantry at 0112\nAH-b1 X 1-1-8 alpine at 0110")
    dice = table(b, {"attrition of IT-17": 5})
    attrition.attrition(b, dice, AL)
    assert [f["name"] for f in facts(b, "rolled")] == ["attrition of IT-17"]


def test_9_23_unsupplied_attacker_rolls_before_the_odds() -> None:
    b = board(AL_ROW, "IT-52 XX 6-3-8 alpine back=4-2 at 0111\nAH-b1 X 1-1-8 alpine at 0112")
    orders = Attack((HexId("0112"),), (unit("IT-52"),))
    names = {"combat 1 at 0112 / attrition of IT-52": 1, "combat 1 at 0112 / crt": 6}
    fight(b, table(b, names, "default"), AL, orders, Spent())
    assert facts(b, "lost", unit="IT-52")[0].rule == "9.23"
    assert facts(b, "combat")[0]["attack"]["total"] == 2  # reduced side 4, halved


def test_9_23_defenders_and_supplied_attackers_roll_nothing() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0103\nIT-b4B X 1-1-8 infantry at 0104")
    orders = Attack((HexId("0104"),), (unit("AH-4"),))
    assert not supplied(b, "IT-b4B")
    fight(b, table(b, {"combat 1 at 0104 / crt": 6}, "default"), CP, orders, Spent())
    assert facts(b, "attrition") == []


def test_9_24_hqs_never_roll() -> None:
    b = board(AL_ROW, "IT-hqC HQ 1-6(1)8 hq at 0112")
    attrition.attrition(b, table(b), AL)
    assert facts(b, "rolled") == []


@pytest.mark.parametrize(
    ("ground", "extra", "rolls"),
    [
        (".", "", 0),
        ("%", "", 1),
        ("^", "", 1),
        ("^", "hex city: 0112", 0),
        ("%", "hex town: 0112", 1),
        (".", "hex trench owner=CP: 0112", 0),
    ],
    ids=["clear", "swamp", "mountain", "city", "town in swamp", "trench in clear"],
)
def test_16_0_9_22_central_powers_in_the_plain(ground: str, extra: str, rolls: int) -> None:
    sheet = ROW.replace(". .\n", f". {ground}\n") + f"    {extra}\n"
    b = board(sheet, "AH-21 XX 2-3-6 infantry at 0112")
    assert not supplied(b, "AH-21")
    attrition.attrition(b, table(b, [6]), CP)
    assert len(facts(b, "rolled")) == rolls


def test_16_0_9_22_attackers_in_the_plain_and_allies_everywhere() -> None:
    b = board(ROW, "AH-21 XX 6-3-6 infantry at 0111\nIT-b4B X 1-1-8 infantry at 0112")
    assert attrition.attacker_attrition(b, table(b), unit("AH-21"), "combat 1 at 0112") == 0
    b = board(AL_ROW, "IT-1 XX 2-3-6 infantry at 0112")
    attrition.attrition(b, table(b, {"attrition of IT-1": 2}), AL)
    assert b.steps(unit("IT-1")) == 1


def test_16_0_9_25_monitor_is_always_supplied() -> None:
    b = board("terrain:\n  01 ~ ~ ~", "IT-monitor - (4)10 monitor at 0102")
    assert supplied(b, "IT-monitor")
    attrition.attrition(b, table(b), AL)
    assert facts(b, "rolled") == []


def test_9_12_lines_are_kept_until_something_changes() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0106")
    assert supply.lines(b, CP, 2) is supply.lines(b, CP, 2)
    b.put(unit("AH-4"), "0107", "test")
    assert not supplied(b, "AH-4")


def test_9_12_printed_set_up_is_in_supply(printed_map: str, printed_units: str) -> None:
    b = board(printed_map, printed_units)
    assert [u for u in b.on_map() if not supply.is_supplied(b, u)] == []
