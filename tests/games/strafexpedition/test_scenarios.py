"""S1 to S5: the special rules of the scenarios."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, Unreadable
from pbem.games.strafexpedition import corps, frozen, roana
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.area import check_inside, playable
from pbem.games.strafexpedition.artillery import is_ready, turn
from pbem.games.strafexpedition.command import trace
from pbem.games.strafexpedition.control import enters
from pbem.games.strafexpedition.costs import step
from pbem.games.strafexpedition.counter_assault import ways_of
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.declaration import check_points
from pbem.games.strafexpedition.deployment import initial_position
from pbem.games.strafexpedition.digging import check as check_dig
from pbem.games.strafexpedition.retreat_hexes import Flight, grade
from pbem.games.strafexpedition.set_up import lines, load
from pbem.games.strafexpedition.supply import supplied_road
from pbem.games.strafexpedition.zoc import can_pass, controllers, is_in_enemy_zone, zone_of
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position, UnitState
from tests.games.strafexpedition.boards import board, flat, units_of
from tests.games.strafexpedition.data import NAMES, TEXTS, scenario
from tests.games.tables import facts, table

GUN, ALPINI, EAST = units_of("IT-V-FLD-1 IT-ALP-Vicenza IT-161-I")


def on(name: str, date: str, **placed: str) -> Board:
    """The scenario on a day; `IT_161_I="4337"` puts a unit on the map."""
    printed = scenario(name)
    position = initial_position(printed)
    units = dict(position.units)
    for unit, where in placed.items():
        place, *marks = where.split()
        found = next(one for one in units if one.replace("-", "_") == unit)
        units[found] = UnitState(place, units[found].steps, tuple(marks))
    number = printed.card["dates"].index(date) + 1
    return Board(printed, Position(position.game, number, "", units, position.hexes, position.notes))


def refused(act: object, *args: object) -> str:
    with pytest.raises(Illegal) as found:
        act(*args)  # type: ignore[operator]
    return found.value.problem.rule


@pytest.mark.parametrize(("name", "inside", "outside", "rule"), [
    ("drive", "3405", "3357", "S1.area"), ("asiago", "3357", "3405", "S2.area"), ("cengio", "2040", "2039", "S3.area"),
    ("novegno", "1431", "1430", "S4.area"),
])  # fmt: skip
def test_s1_area_and_the_others_nobody_leaves_it(name: str, inside: str, outside: str, rule: str) -> None:
    """S1.area, S2.area, S3.area, S4.area, ruling T30."""
    check_inside(scenario(name), HexId(inside), "no")
    assert refused(check_inside, scenario(name), HexId(outside), "no") == rule


def test_s2_area_is_the_east_and_s1_the_west() -> None:
    east, west = playable(scenario("asiago")), playable(scenario("drive"))
    assert len(east) + len(west) == 57 * 72
    assert not any(one in east for one in west)


def test_s3_area_ends_at_columns_40_and_50() -> None:
    """S3.area: and its guns stay where they are."""
    assert refused(check_inside, scenario("cengio"), HexId("2051"), "no") == "S3.area"
    assert refused(corps.check_move, on("cengio", "May 30", AH_III_MTN_1="2537"), UnitId("AH-III-MTN-1")) == "S3.area"


def test_s4_area_has_six_columns() -> None:
    assert refused(check_inside, scenario("novegno"), HexId("1437"), "no") == "S4.area"


def test_s5_area_is_the_whole_map() -> None:
    check_inside(scenario("campaign"), HexId("5772"), "no")


@pytest.mark.parametrize(("name", "first", "second", "gun", "rule"), [
    ("drive", "May 15", "May 16", "IT-V-FLD-1", "S1.sp2"), ("asiago", "May 20", "May 21", "IT-V-FLD-6", "S2.sp1"),
    ("campaign", "May 15", "May 16", "IT-V-FLD-1", "S5.sp2"),
])  # fmt: skip
def test_s1_sp2_italian_guns_keep_their_mode_on_the_first_turn(
    name: str, first: str, second: str, gun: str, rule: str
) -> None:
    """S1.sp2, S2.sp1, S5.sp2: on the second they may change it."""
    placed = {gun.replace("-", "_"): "3210 fire"}
    assert refused(turn, on(name, first, **placed), IT, UnitId(gun), "move") == rule
    turn(on(name, second, **placed), IT, UnitId(gun), "move")


def test_s2_sp1_no_change_on_may_20() -> None:
    assert scenario("asiago").card["italian_modes_kept"]


def test_s5_sp2_no_change_on_may_15() -> None:
    assert refused(turn, on("campaign", "May 15", IT_V_FLD_1="3210 fire"), IT, GUN, "move") == "S5.sp2"


def test_s1_sp5_guns_of_iii_corps_fire_but_do_not_move() -> None:
    here = on("drive", "May 16", AH_III_FLD_1="4431 fire", AH_XX_FLD_1="3818")
    assert refused(corps.check_move, here, UnitId("AH-III-FLD-1")) == "S1.sp5"
    assert is_ready(here, UnitId("AH-III-FLD-1"))
    corps.check_move(here, UnitId("AH-XX-FLD-1"))


def test_s3_sp1_brigades_of_the_regiments() -> None:
    units = scenario("cengio").units
    assert [units[unit].words["brigade"] for unit in units_of("IT-212-I IT-142-I IT-211-I IT-141-I")] == [
        "Pescara", "Catanzaro", "Pescara", "Catanzaro",
    ]  # fmt: skip


@pytest.mark.parametrize(("date", "is_held"), [("May 17", True), ("May 20", True), ("May 21", False)])
def test_s5_sp1_the_italian_east_is_held_until_turn_7(date: str, is_held: bool) -> None:
    here = on("campaign", date, IT_161_I="3837", IT_63_I="3030")
    assert frozen.is_frozen(here, EAST) is is_held
    assert not frozen.is_frozen(here, UnitId("IT-63-I"))
    if is_held:
        assert refused(frozen.check_free, here, EAST, "cannot move") == "S5.sp1"
        assert refused(check_dig, here, EAST, 0) == "S5.sp1"


def test_s5_sp1_an_enemy_beyond_his_eastern_front_releases_it() -> None:
    """S5.sp1, ruling T22: at once; not one that stays behind it, nor one in the West."""
    here = on("campaign", "May 17", IT_161_I="3837", AH_55_87_I="4230")
    enters(here, UnitId("AH-55-87-I"), [HexId("4330")], "11.1")
    enters(here, UnitId("AH-55-87-I"), [HexId("3325")], "11.1")
    assert frozen.is_frozen(here, EAST)
    enters(here, UnitId("AH-55-87-I"), [HexId("4139")], "11.1")
    assert not frozen.is_frozen(here, EAST)
    assert facts(here, "east-released")[0]["hex"] == "4139"


def test_s5_sp1_guns_do_not_fire_while_they_are_held() -> None:
    """S5.sp1.guns."""
    gun = next(
        unit for unit in initial_position(scenario("campaign")).units if unit.startswith("IT-V") and "FLD" in unit
    )
    here = on("campaign", "May 17", **{gun.replace("-", "_"): "3844 fire"})
    assert not is_ready(here, gun)
    assert refused(turn, here, IT, gun, "move") == "S5.sp1"


def test_s5_sp1_entering_units_are_held_where_they_stop() -> None:
    here = on("campaign", "May 17", IT_63_I="3030")
    unit = UnitId("IT-63-I")
    assert not frozen.is_frozen(here, unit)
    here.move(unit, ["3030", "3040"], "11.1")
    assert frozen.is_frozen(here, unit)


@pytest.mark.parametrize(("date", "gun", "brigade", "fits"), [
    ("May 23", "AH-III-MTN-1", "5", False), ("May 24", "AH-III-MTN-1", "5", True),
    ("May 16", "AH-III-FLD-1", "5", True), ("May 23", "AH-III-MTN-1", "55", True), ("May 23", "AH-XX-MTN-1", "5", True),
])  # fmt: skip
def test_s5_sp3_mountain_guns_of_iii_corps_stay_with_it(date: str, gun: str, brigade: str, fits: bool) -> None:
    here = on("campaign", date)
    if fits:
        corps.check_brigade(here, UnitId(gun), brigade)
    else:
        assert refused(corps.check_brigade, here, UnitId(gun), brigade) == "S5.sp3"


@pytest.mark.parametrize(
    ("date", "target", "fits"), [("May 18", "3837", False), ("May 18", "3325", True), ("May 19", "3837", True)]
)
def test_s5_sp4_guns_of_iii_corps_spare_the_east_before_may_19(date: str, target: str, fits: bool) -> None:
    here = on("campaign", date)
    if fits:
        corps.check_target(here, UnitId("AH-III-FLD-1"), HexId(target))
    else:
        assert refused(corps.check_target, here, UnitId("AH-III-FLD-1"), HexId(target)) == "S5.sp4"


@pytest.mark.parametrize(("die", "is_down"), [(4, True), (5, False)])
def test_s5_sp6_the_bridge_of_roana_is_blown_on_1_to_4(die: int, is_down: bool) -> None:
    here = on("campaign", "May 25", IT_206_I="3352", AH_55_87_I="3346")
    a, b = HexId("3351"), HexId("3352")
    assert roana.is_bridge(here, a, b)
    roana.blow(here, table(here, [die]), IT)
    assert roana.is_blown(here, a, b) is is_down
    if is_down:
        assert refused(roana.blow, here, table(here), IT) == "S5.sp6"


@pytest.mark.parametrize(
    "placed", [{"IT_206_I": "3352"}, {"AH_55_87_I": "3346"}, {"IT_206_I": "3352", "AH_55_87_I": "3345"}]
)
def test_s5_sp6_needs_infantry_at_it_and_an_enemy_within_five(placed: dict[str, str]) -> None:
    assert refused(roana.blow, on("campaign", "May 25", **placed), None, IT) == "S5.sp6"


def test_s5_sp6_a_blown_bridge_carries_neither_supply_nor_units() -> None:
    """S5.sp6, ruling R71: what is left is the crag below it."""
    road = "hex source owner=IT: 0101\nline road: 0101-0102-0103-0104\nside crag: 0102/0103\n"
    here = board(flat(1, 6, road), "IT-a BATTALION 0102")
    a, b = HexId("0102"), HexId("0103")
    assert here.map.areas.bit[b] & supplied_road(here, IT)
    step(here, UnitId("IT-a"), a, b)
    here.mark_side(a, b, "bridge=blown", "S5.sp6")
    assert not here.map.areas.bit[b] & supplied_road(here, IT)
    assert refused(step, here, UnitId("IT-a"), a, b) == "11.0.4"


def test_s1_sp3_austro_hungarian_units_go_behind_their_stretch_of_the_front() -> None:
    printed = scenario("drive")
    line = next(line for line in lines(printed, AH) if UnitId("AH-58-3-I") in line.units)
    zone = hexes_of(printed.map, AH, line.zone)
    assert HexId("3613") in zone
    assert HexId("4230") not in zone


def test_s1_sp4_and_s2_sp2_italy_sets_up_first() -> None:
    """S1.sp4, S2.sp2."""
    assert [initial_position(scenario(name)).step for name in ("drive", "asiago")] == ["it-set-up", "it-set-up"]


def test_s2_sp2_austro_hungarian_units_have_their_stretches() -> None:
    printed = scenario("asiago")
    line = next(line for line in lines(printed, AH) if UnitId("AH-55-87-I") in line.units)
    zone = hexes_of(printed.map, AH, line.zone)
    assert HexId("4230") in zone
    assert HexId("5135") not in zone


def test_13_2_2_a_campaign_may_let_friends_observe_from_an_enemy_zone() -> None:
    """13.2.2, ruling R26: every scenario has the option, and takes no other value."""
    for name in NAMES:
        assert load(TEXTS, name, {}).option("observers") == "literal"
        assert load(TEXTS, name, {"observers": "friends"}).option("observers") == "friends"
    with pytest.raises(Unreadable):
        load(TEXTS, "novegno", {"observers": "nobody"})


def test_s5_sp6_nobody_but_mountain_infantry_crosses_where_the_bridge_was() -> None:
    """S5.sp6, 11.0.4, 3.0.zoc, ruling R71: no zone, assault, retreat or counter-assault."""
    road = "line road: 0102-0103-0104\nside crag: 0102/0103\nside bridge: 0102/0103\n"
    rows = "IT-a BATTALION 0102\nIT-m ALPINI 0102\nAH-a BATTALION 0103\nAH-m ALPINI 0103"
    here = board(flat(1, 6, road), rows)
    a, b = HexId("0102"), HexId("0103")
    up = [b in zone_of(here, UnitId("IT-a")), is_in_enemy_zone(here, a, IT), can_pass(here, a, b)]
    here.mark_side(a, b, "bridge=blown", "S5.sp6")
    down = [b in zone_of(here, UnitId("IT-a")), b in zone_of(here, UnitId("IT-m")), can_pass(here, a, b)]
    assert (up, down) == ([True] * 3, [False, True, False])
    assert controllers(here, a, IT) == (UnitId("AH-m"),)
    assert refused(check_points, here, _acting(here, "AH-a"), UnitId("AH-a"), a, 6) == "11.0.4"
    check_points(here, _acting(here, "AH-m"), UnitId("AH-m"), a, 6)
    free = board(flat(1, 6, road), "IT-a BATTALION 0102\nIT-m ALPINI 0102\nAH-a BATTALION 0105")
    free.mark_side(a, b, "bridge=blown", "S5.sp6")
    assert [grade(free, Flight(UnitId(one), a, (), (), (b,)), b) > 0 for one in ("IT-a", "IT-m")] == [False, True]
    assert ways_of(here, UnitId("IT-a"), b, ()) == ()
    assert [way.path for way in ways_of(here, UnitId("IT-m"), b, ())] == [(a,)]


def _acting(here: Board, unit: str) -> Action:
    at = here.hex_of(UnitId(unit))
    return Action(AH, "58", UnitId(""), at, trace(here, AH, at, 3), (UnitId(unit),))
