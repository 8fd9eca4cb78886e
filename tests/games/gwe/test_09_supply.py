"""9.1 Supply determination, with 16.0/9.1x: the line, what stops it, when it is looked at."""

from __future__ import annotations

from pbem.games.gwe import supply, zoc
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.occupation import go
from pbem.games.gwe.strengths import attack_of_unit
from pbem.games.gwe.walking import allowance
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, facts

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


def test_9_12_lines_are_kept_until_something_changes() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0106")
    assert supply.lines(b, CP, 2) is supply.lines(b, CP, 2)
    b.put(unit("AH-4"), "0107", "test")
    assert not supplied(b, "AH-4")


def test_9_12_printed_set_up_is_in_supply(printed_map: str, printed_units: str) -> None:
    b = board(printed_map, printed_units)
    assert [u for u in b.on_map() if not supply.is_supplied(b, u)] == []
