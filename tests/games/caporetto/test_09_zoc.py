"""9.0 Zones of control."""

from __future__ import annotations

from pbem.games.caporetto import zoc
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.supply import has_line
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import printed
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import dropped


def test_9_0_the_six_hexes_around() -> None:
    """9.0: the hexes around 2718 of the printed map, as the rulebook's example has them."""
    around = printed().map.grid.neighbours[HexId("2718")]
    assert sorted(around) == ["2618", "2619", "2717", "2719", "2818", "2819"]
    b = field_board("AH-4 XX 3-5-8 infantry at 0605")
    assert sorted(zoc.controlled_hexes(b, CP)) == sorted(b.map.grid.neighbours[HexId("0605")])


def test_9_1_friends_do_not_negate_a_zone() -> None:
    units = "IT-7 XX 3-4-8 infantry at 0404\nAH-4 XX 3-5-8 infantry at 0504\n"
    b = field_board(units)
    assert zoc.is_in_enemy_zoc(b, HexId("0504"), CP)
    assert zoc.enemies_controlling(b, HexId("0504"), CP) == ("IT-7",)


def test_9_1_hqs_have_zones_that_stop_movement() -> None:
    b = field_board("IT-hq1 XXXX 6/2 hq at 0404\nAH-4 XX 3-5-8 infantry at 0704\n")
    assert HexId("0504") in zoc.controlled_hexes(b, AL)
    assert HexId("0504") not in zoc.combat_zone(b, AL)


def test_9_1_2_no_zone_into_hexes_that_the_unit_may_not_enter() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0504\nIT-alp1 III 2-3-8 mountain alpini at 0404\n"
    b = field_board(units, {"0404": "A"}, step="al-movement")
    assert not zoc.is_in_enemy_zoc(b, HexId("0404"), AL)
    assert zoc.is_in_enemy_zoc(b, HexId("0504"), CP)
    play(b, AL, "move IT-alp1 to 0303")
    assert place_of(b, "IT-alp1") == "0303"


def test_9_1_2_in_winter_nobody_controls_alpine_hexes() -> None:
    units = "AH-geb X 2-3-8 mountain at 0504\nIT-alp1 III 2-3-8 mountain alpini at 0404\n"
    assert zoc.is_in_enemy_zoc(field_board(units, {"0404": "A"}), HexId("0404"), AL)
    assert not zoc.is_in_enemy_zoc(field_board(units, {"0404": "A"}, turn=4), HexId("0404"), AL)


def test_9_1_2_no_zone_over_sea_or_lake() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0504\n", {"0505": "~"}, "side lake-side: 0504/0404")
    assert not {"0505", "0404"} & set(zoc.controlled_hexes(b, CP))


def test_9_1_3_assault_infantry_may_disregard_zones_only_in_infiltration() -> None:
    b = field_board("GE-12 XX 6-8-8 infantry assault at 0504\nIT-7 XX 3-4-8 infantry at 0404\n")
    play(b, CP, "move GE-12 to 0604")
    assert dropped(b)[0][0] == "7.4"


def test_9_2_zones_are_mutual() -> None:
    units = "AH-4 XX 3-5-8 infantry at 0504\nIT-7 XX 3-4-8 infantry at 0404\n"
    b = field_board(units)
    play(b, CP, "move AH-4 to 0604")
    assert dropped(b)[0][0] == "7.4"
    b = field_board(units, step="al-movement")
    play(b, AL, "move IT-7 to 0304")
    assert dropped(b)[0][0] == "7.4"


def test_9_1_a_zone_blocks_a_line_even_where_a_friend_stands() -> None:
    wall = "".join(f"IT-{row} XX 3-4-8 infantry at {row:02}08\n" for row in range(1, 9) if row != 6)
    b = field_board(wall + "AH-4 XX 3-5-8 infantry at 0608\nAH-5 XX 3-5-8 infantry at 0603\n")
    assert not has_line(b, b.hex_of(UnitId("AH-5")), CP)
