"""3.0 Zones of control."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.zoc import beside_enemy, controllers, is_in_enemy_zone, is_in_open_enemy_zone, zone_of
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, flat
from tests.games.strafexpedition.data import MAP, hexes


def test_3_0_zoc_reaches_no_hex_behind_a_crag_but_for_mountain_infantry() -> None:
    ground = flat(3, 3, "side crag: 0202/0203")
    here = board(ground, "IT-m MILITIA 0202\nIT-a ALPINI 0202")
    assert sorted(zone_of(here, UnitId("IT-m"))) == hexes("0101 0102 0201 0301 0302")
    assert HexId("0203") in zone_of(here, UnitId("IT-a"))


def test_3_0_zoc_artillery_and_headquarters_have_none_and_a_fortress_has_one() -> None:
    here = board(flat(3, 3), "IT-g BATTERY 0202\nIT-h HQ 0202\nIT-f FORTRESS 0202")
    assert [len(zone_of(here, UnitId(one))) for one in ("IT-g", "IT-h", "IT-f")] == [0, 0, 6]


def test_a_road_over_a_crag_opens_it_to_everybody() -> None:
    ground = flat(3, 3, "side crag: 0202/0203\nline road: 0202-0203")
    assert HexId("0203") in zone_of(board(ground, "IT-m MILITIA 0202"), UnitId("IT-m"))


def test_a_friend_lifts_a_zone_only_where_a_rule_says_so() -> None:
    here = board(flat(3, 4), "IT-a BATTALION 0202\nAH-a BATTALION 0203\nAH-h HQ 0201")
    assert is_in_enemy_zone(here, HexId("0203"), AH)
    assert not is_in_open_enemy_zone(here, HexId("0203"), AH)
    assert is_in_open_enemy_zone(here, HexId("0201"), AH)  # a headquarters is no unit
    assert controllers(here, HexId("0201"), AH) == (UnitId("IT-a"),)


def test_a_lone_battery_is_a_unit_without_a_zone() -> None:
    here = board(flat(3, 3), "IT-g BATTERY 0202")
    assert not is_in_enemy_zone(here, HexId("0203"), AH)
    assert HexId("0203") in beside_enemy(here, AH)
    assert beside_enemy(here, IT) == {}


def test_on_the_map_the_wall_of_the_sella_valley_holds_off_a_battalion() -> None:
    here = board(MAP, "AH-b BATTALION 5343\nAH-a ALPINI 5343")
    assert len(zone_of(here, UnitId("AH-a"))) == 6
    assert len(zone_of(here, UnitId("AH-b"))) < 6
