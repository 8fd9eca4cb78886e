"""14.0 Supply."""

from __future__ import annotations

from pbem.games.caporetto import supply
from pbem.games.caporetto.counters import (
    AL,
    CP,
    attack_factor,
    defence_factor,
    is_out_of_supply,
    movement_factor,
)
from pbem.games.caporetto.headquarters import serving_hqs
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import printed
from tests.games.caporetto.turns import field_board, play
from tests.games.tables import facts

AH = "AH-4 XX 3-5-8 infantry at 0603\n"


def wall(gap: int = 0) -> str:
    """Italian divisions from the bottom of the map to the top of it in column 08, with a gap if one is named."""
    return "".join(f"IT-{row} XX 3-4-8 infantry at {row:02}08\n" for row in range(1, 9) if abs(row - gap) > 1)


def is_fed(b: Board, unit: str) -> bool:
    counter = b.unit(UnitId(unit))
    return supply.has_line(b, b.hex_of(UnitId(unit)), counter.side)


def test_14_1_a_line_of_any_length() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0501\n")
    line = supply.supply_line(b, UnitId("AH-4"))
    assert (line[0], line[-1]) == ("0501", "0812")
    assert len(line) > 10


def test_14_1_2_enemy_zones_cut_even_where_friends_stand() -> None:
    assert not is_fed(field_board(AH + wall()), "AH-4")
    friends = "".join(f"AH-{row + 10} XX 3-5-8 infantry at {row:02}07\n" for row in (5, 6, 7))
    assert not is_fed(field_board(AH + wall() + friends), "AH-4")


def test_14_1_2_the_units_own_hex_does_not_block() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0503\nIT-7 XX 3-4-8 infantry at 0403\n")
    assert is_fed(b, "AH-4")


def test_14_1_2_enemy_control_alone_does_not_cut() -> None:
    held = {f"{row:02}08": ("held=AL",) for row in range(1, 9)}
    assert is_fed(field_board(AH, hexes=held), "AH-4")


EDGE = "hex west-edge owner=AL: 0301"
HELD = {"0101": ("held=CP",)}  # the only other source of the Allies


RING = {"0101": "A", "0102": "A", "0201": "A", "0203": "A", "0301": "A", "0302": "A"}


def test_14_2_2_an_alpine_edge_hex_in_an_enemy_zone_is_no_end_either() -> None:
    """14.1/2, 14.2/2: ruling R158."""
    units = "IT-7 XX 3-4-8 infantry at 0305\nAH-geb X 2-3-8 mountain at 0302\n"
    assert not is_fed(field_board(units, {"0301": "A"}, EDGE, hexes=HELD), "IT-7")


def test_14_1_2_alpine_and_sea_hexes_block_and_other_terrain_does_not() -> None:
    for letter, fed in (("A", False), ("~", False), ("^", True), ("D", True), ("%", True)):
        column = {f"{row:02}08": letter for row in range(1, 9)}
        assert is_fed(field_board(AH, column), "AH-4") is fed, letter
    column = {f"{row:02}08": "A" for row in range(1, 9)}
    assert supply.why_no_line(field_board(AH, column), HexId("0603"), CP)[0] == "7.9"


def test_14_1_2_why_a_line_fails() -> None:
    assert supply.why_no_line(field_board(AH + wall()), HexId("0603"), CP)[0] == "14.1/2"
    lost = field_board(AH, hexes={"0812": ("held=AL",)})
    rule, why = supply.why_no_line(lost, HexId("0603"), CP)
    assert (rule, "0812: AL" in why) == ("14.2", True)


def test_14_2_any_of_the_three_sources() -> None:
    sources = supply.sources(printed().map, CP)
    assert len(sources) == 3
    b = field_board(AH + wall(), features="hex source owner=CP: 0701")
    assert is_fed(b, "AH-4")


def test_14_2_a_source_in_enemy_hands_is_useless() -> None:
    assert not is_fed(field_board(AH, hexes={"0812": ("held=AL",)}), "AH-4")
    assert not is_fed(field_board(AH + "IT-7 XX 3-4-8 infantry at 0812\n"), "AH-4")


def test_14_2_a_source_in_an_enemy_zone_feeds_only_who_stands_there() -> None:
    units = AH + "AH-5 XX 3-5-8 infantry at 0812\nIT-7 XX 3-4-8 infantry at 0711\n"
    b = field_board(units)
    assert is_fed(b, "AH-5")
    assert not is_fed(b, "AH-4")


def test_14_2_2_the_allied_west_edge_is_a_source() -> None:
    units = "IT-1 XX 3-4-8 infantry at 0203\nAH-4 XX 3-5-8 infantry at 0603\n"
    b = field_board(units, features="hex west-edge owner=AL: 0201", hexes={"0101": ("held=CP",)})
    assert supply.supply_line(b, UnitId("IT-1"))[-1] == "0201"
    map = printed().map
    assert len(map.hexes_with("source", owner="AL")) == 2
    assert set(map.hexes_with("west-edge", owner="AL")) <= set(supply.sources(map, AL))


# -- the check -----------------------------------------------------------------------------------------------


def test_14_3_units_are_marked_at_the_end_of_their_segment() -> None:
    b = field_board(AH + wall(), step="cp-movement")
    assert not is_out_of_supply(b, UnitId("AH-4"))
    b = field_board(AH + wall(), step="cp-supply")
    play(b)
    assert is_out_of_supply(b, UnitId("AH-4"))
    assert facts(b, "supply")[0]["out_of_supply"] == ["AH-4"]


def test_14_3_only_the_phasing_player_is_checked() -> None:
    units = AH + wall() + "IT-20 XX 3-4-8 infantry at 0112 oos\n"
    b = field_board(units, step="al-supply", hexes={"0101": ("held=CP",)})
    play(b)
    assert not is_out_of_supply(b, UnitId("AH-4"))
    both = field_board(units, step="al-supply", options={"supply-check": "both"})
    play(both)
    assert is_out_of_supply(both, UnitId("AH-4"))


def test_14_3_the_marker_goes_when_supply_is_back() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0603 oos\n", step="cp-supply")
    play(b)
    assert not is_out_of_supply(b, UnitId("AH-4"))


def test_14_3_2_factors_are_halved_and_fractions_dropped() -> None:
    b = field_board("IT-7 XX 3-4-8 infantry at 0203 oos\nIT-8 XX 1-1-5 infantry at 0203 oos\n")
    found = [
        (attack_factor(b, u), defence_factor(b, u), movement_factor(b, u)) for u in (UnitId("IT-7"), UnitId("IT-8"))
    ]
    assert found == [(1, 2, 4), (0, 0, 2)]


def test_14_3_6_an_hq_out_of_supply_serves_nobody() -> None:
    fed = field_board("AH-hq10 XXXX 6/2 hq at 0603 support\n")
    assert serving_hqs(fed, CP, HexId("0606")) == ("AH-hq10",)
    cut = field_board("AH-hq10 XXXX 6/2 hq at 0603 support oos\n")
    assert serving_hqs(cut, CP, HexId("0606")) == ()


def test_15_2_hqs_trace_supply_like_other_units() -> None:
    b = field_board("AH-hq10 XXXX 6/2 hq at 0603 support\n" + wall(), step="cp-supply")
    play(b)
    assert is_out_of_supply(b, UnitId("AH-hq10"))
