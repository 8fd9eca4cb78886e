"""3.1, 12: costs, enemy zones, roads, trenches, strategic movement, automatic victories."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch.costs import mover, price
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.ground import level
from pbem.games.durchbruch.walking import points, reachable, zone_toll, zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.boards import scenario
from tests.games.durchbruch.field import at, field, has, march, play, steps, why
from tests.games.tables import facts


def cost(b: Board, unit: str, here: str, there: str) -> int | None:
    """The price of a step in half points."""
    return price(b, mover(b, UnitId(unit)), HexId(here), HexId(there))


def test_1_3_every_hex_has_a_level_and_every_level_its_figures() -> None:
    """1.3: a level from 1 to 4, with a cost, a shift and a value for preliminary fire."""
    map_, rows = scenario().map, scenario().charts["terrain"]
    assert {level(map_, hex_id) for hex_id in map_.grid.hexes} == {1, 2, 3, 4}
    assert all({"mp", "left", "fire"} <= set(rows[f"level-{n}"]) for n in (1, 2, 3, 4))


def test_1_3_1_a_a_road_counts_instead_of_the_level() -> None:
    """1.3.1-a, 12.1-a, 1.3.2: half a point along a road over mountains, one along a trail; a railway is nothing."""
    lines = "line road: 2424-2425\nline trail: 2424-2423\nline rail: 2424-2523"
    b = field("GE-R23 2424", terrain={"2425": "^", "2423": "^", "2523": ":"}, features=lines)
    assert [cost(b, "GE-R23", "2424", there) for there in ("2425", "2423", "2523")] == [1, 2, 4]


def test_2_2_1_mountain_units_pay_one_less_on_level_3() -> None:
    """2.2-1: two instead of three points."""
    b = field("AH-R7 2424", "GE-R23 2424", terrain={"2425": "^"})
    assert (cost(b, "AH-R7", "2424", "2425"), cost(b, "GE-R23", "2424", "2425")) == (4, 6)


@pytest.mark.parametrize(("unit", "may"), [("AH-R7", True), ("GE-R23", False), ("GE-st12", True), ("GE-Rommel", True),
                                           ("GE-hq12", False), ("GE-engIII", True)])  # fmt: skip
def test_2_2_2_rock_is_for_mountain_and_special_units(unit: str, may: bool) -> None:
    """2.2-2, 2.5.5.2: level 4 is closed to everybody else."""
    b = field(f"{unit} 2424", terrain={"2425": "A"})
    assert (cost(b, unit, "2424", "2425") is not None) == may


def test_1_3_4_a_the_isonzo_costs_three_more() -> None:
    """1.3.4-a, 9: a regiment fords it, guns do not; over a bridge both go, over the light one only the regiment."""
    sides = "side isonzo: 2424/2425 2424/2423 2424/2524\nside bridge name=A: 2424/2423\n"
    sides += "side bridge name=B kind=light: 2424/2524"
    b = field("GE-R23 2424", "GE-art12 2424", features=sides + "\nline road: 2424-2423 2424-2524")
    assert [cost(b, "GE-R23", "2424", there) for there in ("2425", "2423", "2524")] == [8, 1, 1]
    assert [cost(b, "GE-art12", "2424", there) is not None for there in ("2425", "2423", "2524")] == [
        False,
        True,
        False,
    ]


def test_1_3_4_b_nobody_crosses_into_an_enemy_zone() -> None:
    """1.3.4-b: a friend on the far bank does not help."""
    b = field("GE-R23 2424", "GE-R62 2425", "IT-87 2426", features="side isonzo: 2424/2425")
    march(b, "move GE-R23 2425")
    assert why(b) == ["1.3.4-b"]


def test_12_1_b_guns_keep_to_the_roads() -> None:
    """12.1-b, 4.1.1-b, 4.1.2-b: off the road one hex for all points on levels 1 and 2, and never on level 3."""
    b = field("GE-art12 2424", terrain={"2425": ":", "2423": "^"})
    assert cost(b, "GE-art12", "2424", "2425") is not None
    assert cost(b, "GE-art12", "2424", "2423") is None
    march(b, "move GE-art12 2425 -> 2426")
    assert why(b) == ["12-b"]
    march(b, "move GE-art12 2425")
    assert (at(b, "GE-art12"), has(b, "GE-art12", "spent")) == ("2425", True)


def test_12_2_b_trenches() -> None:
    """12.2-a, 12.2-b: one point into an own trench, two into an enemy one, one along any line."""
    lines = "hex trench owner=AG line=a: 2425\nhex trench owner=IT line=b: 2423 2422"
    b = field("GE-R23 2424", terrain=dict.fromkeys(("2425", "2423", "2422"), "^"), features=lines)
    prices = [cost(b, "GE-R23", *pair) for pair in (("2424", "2425"), ("2424", "2423"), ("2423", "2422"))]
    assert prices == [2, 4, 2]


def test_12_a_one_hex_is_always_possible() -> None:
    """12-a, 12-b: with too few points one hex, but not from zone to zone without all of them."""
    b = field("IT-87 2424 ooc1", terrain={"2425": "^"})
    assert points(b, UnitId("IT-87")) == 2
    march(b, "move IT-87 2425")
    assert at(b, "IT-87") == "2425"
    b = field("IT-87 2424 ooc1", "AH-R7 2523", "AH-S3 2525", terrain={"2425": "^"})
    assert {HexId("2424"), HexId("2425")} <= set(zones(b, IT))
    march(b, "move IT-87 2425")
    assert why(b) == ["12-b"]


def test_12_c_each_unit_moves_once_and_with_those_beside_it() -> None:
    """12-c, 7.1-4: a second order for the same unit, and a stack that does not stand together."""
    b = field("GE-R23 2424", "GE-st12 2425")
    march(b, "move GE-R23 2423\nmove GE-R23 2422\nmove GE-R23, GE-st12 2426")
    assert why(b) == ["12-c", "12-c"]
    assert at(b, "GE-R23") == "2423"


@pytest.mark.parametrize("enemy", ["IT-87", "IT-hq50", "IT-art50", "IT-eng1", "IT-dummy1", "IT-comIV"])
def test_12_d_no_move_into_an_enemy_hex(enemy: str) -> None:
    """12-d: whatever stands there, or seems to."""
    b = field("GE-R23 2424", f"{enemy} 2425")
    march(b, "move GE-R23 2425")
    assert why(b) == ["12-d"]


def test_a_station_that_is_known_closes_nothing() -> None:
    """See 12-d."""
    b = field("GE-R23 2424", "IT-comIV 2425 up")
    march(b, "move GE-R23 2425")
    assert at(b, "GE-R23") == "2425"


# -- enemy zones ---------------------------------------------------------------------------------------------


def test_3_1_1_a_move_ends_in_an_enemy_zone() -> None:
    """3.1.1, 3.2-a: it may not go on, and need not attack."""
    b = field("GE-R23 2424", "IT-87 2426")
    march(b, "move GE-R23 2425 -> 2525")
    assert why(b) == ["3.1.1"]
    march(b, "move GE-R23 2425")
    assert at(b, "GE-R23") == "2425"


def test_3_1_2_leaving_a_zone_costs_a_point() -> None:
    """3.1.2: four instead of three hexes' worth."""
    b = field("GE-R23 2425", "IT-87 2426")
    assert reachable(b, (UnitId("GE-R23"),)).cost[HexId("2424")] == 4


@pytest.mark.parametrize(
    ("unit", "half_points"),
    [("GE-R23", None), ("GE-engIII", 2), ("GE-st12", 0), ("GE-Rommel", 0)],
)
def test_3_1_4_from_zone_to_zone_of_the_same_enemy(unit: str, half_points: int | None) -> None:
    """3.1.3, 3.1.4, 2.5.1-c, 2.5.5.1-c, 2.5.5.3-c: not at all, for one point more, or for nothing."""
    b = field(f"{unit} 2425", "IT-87 2426")
    assert zone_toll(b, UnitId(unit), HexId("2425"), HexId("2525")) == half_points


def test_3_1_3_from_zone_to_zone_of_another_enemy() -> None:
    """3.1.3: one point more, and it stops there."""
    b = field("GE-R23 2424", "IT-87 2425", "IT-88 2222")
    assert reachable(b, (UnitId("GE-R23"),)).cost[HexId("2323")] == 4


def test_2_4_1_c_an_hq_enters_a_zone_only_beside_a_friend() -> None:
    """2.4.1-c, 2.4.2, 3.1.5: then even from zone to zone of one enemy, and without the extra point."""
    b = field("GE-hq12 2425", "IT-87 2426")
    assert HexId("2525") not in reachable(b, (UnitId("GE-hq12"),)).cost
    b = field("GE-hq12 2425", "GE-R23 2525", "IT-87 2426")
    assert reachable(b, (UnitId("GE-hq12"),)).cost[HexId("2525")] == 2


def test_2_4_5_a_stack_has_one_hq() -> None:
    """2.4.5: a second one may not end its move there."""
    b = field("GE-hq12 2424", "GE-hqAK 2425")
    march(b, "move GE-hq12 2425")
    assert why(b) == ["2.4.5"]


# -- stacking on the way -------------------------------------------------------------------------------------


def test_4_a_friends_pass_through_one_another_but_not_in_trenches() -> None:
    """4-a, 4.1: through a hex with a regiment, not to its end, and not through a full trench."""
    b = field("GE-R23 2424", "GE-R62 2425")
    march(b, "move GE-R23 2425 -> 2426")
    assert at(b, "GE-R23") == "2426"
    b = field("GE-R23 2424", "GE-R62 2425")
    march(b, "move GE-R23 2425")
    assert why(b) == ["4.1.1-a"]
    b = field("GE-R23 2424", "GE-R62 2425", features="hex trench owner=AG line=first: 2425")
    march(b, "move GE-R23 2425 -> 2426")
    assert why(b) == ["4-a"]


def test_4_1_room_that_a_later_order_makes() -> None:
    """4.1: limits hold at the end of all movement."""
    b = field("GE-R23 2424", "GE-R62 2425")
    march(b, "move GE-R23 2425\nmove GE-R62 2426")
    assert (at(b, "GE-R23"), at(b, "GE-R62")) == ("2425", "2426")


def test_2_b_units_of_two_corps_do_not_stack() -> None:
    """2-b."""
    b = field("GE-R23 2424", "GE-J3 2425")
    march(b, "move GE-R23 2425")
    assert why(b) == ["2-b"]


def test_1_3_1_c_a_full_hex_of_level_2() -> None:
    """1.3.1-c: regiment, MG company, engineer, guns and HQ of one corps."""
    b = field("GE-R23 2425", "GE-mgIII 2425", "GE-art12 2425", "GE-hq12 2425", "GE-engIII 2424", terrain={"2425": ":"})
    march(b, "move GE-engIII 2425")
    assert why(b) == []


# -- strategic movement and pins -----------------------------------------------------------------------------

ROAD = "line trail: 2420-2421-2422-2423-2424-2425-2426-2427-2428-2429"


def test_12_4_strategic_movement() -> None:
    """12.4: two points more, all along a trail and four hexes from every enemy; not with one at three."""
    b = field("GE-R23 2420", features=ROAD)
    march(b, "move GE-R23 2427")
    assert at(b, "GE-R23") == "2427"
    for place, ends in (("2027", "2420"), ("2827", "2427")):
        b = field("GE-R23 2420", f"IT-87 {place}" if ends == "2427" else "IT-87 2227", features=ROAD)
        march(b, "move GE-R23 2427")
        assert at(b, "GE-R23") == ends
    b = field("IT-2b 2420", features=ROAD, turn=1)
    march(b, "move IT-2b 2424")
    assert why(b) == ["12-b"], "the Italians have neither the bonus nor all their points on turn 1"


def test_7_2_2_italians_have_half_their_points_on_turn_1() -> None:
    """7.2-2, 10.1.1-2, 10.1.2-3, 1.2-a: halved once, rounded up."""
    assert points(field("IT-2b 2424", turn=1), UnitId("IT-2b")) == 3
    assert points(field("IT-2b 2424 ooc1", turn=1), UnitId("IT-2b")) == 3
    assert points(field("GE-R23 2424 ooc2"), UnitId("GE-R23")) == 3
    assert points(field("GE-R23 2424", turn=1), UnitId("GE-R23")) == 5


def test_1_4_pin_a_pinned_unit_moves_one_hex() -> None:
    """1.4-pin, 11.3-pin: whatever pinned it."""
    b = field("GE-R23 2424 pinned")
    march(b, "move GE-R23 2425 -> 2426\nmove GE-R23 2425")
    assert (why(b), at(b, "GE-R23")) == (["1.4-pin"], "2425")


# -- automatic victories -------------------------------------------------------------------------------------

STRONG = ("GE-Leib 2424", "GE-stAK 2424", "GE-Rommel 2424")


def test_12_3_6_an_automatic_victory() -> None:
    """12.3.1, 12.3.2, 12.3.5, 12.3.6, 2.3-c: twelve SP and an assault unit over a battery: it is gone, they move in."""
    b = field(*STRONG, "IT-art50 2425")
    march(b, "overrun GE-Leib, GE-stAK, GE-Rommel 2425")
    assert (at(b, "IT-art50"), at(b, "GE-Leib")) == ("gone", "2425")
    assert facts(b, "overrun")[0]["odds"] == "13:1"
    assert not facts(b, "rolled")


def test_12_3_7_one_that_fails() -> None:
    """12.3.7: it stays, moves no farther, and may attack that hex alone."""
    b = field("GE-R23 2424", "IT-87 2425", "IT-88 2323")
    here = march(b, "overrun GE-R23 2425\nmove GE-R23 2423")
    assert (at(b, "GE-R23"), at(b, "IT-87"), why(b)) == ("2424", "2425", ["12-c"])
    assert here.segment.stuck == {"GE-R23": "2425"}


def test_12_3_2_what_it_costs() -> None:
    """12.3.2, 12.3.4: two points more than the ground, and the road does not help; never over the Isonzo."""
    b = field("GE-R23 2424", "IT-art50 2426", terrain={"2426": ":"}, features="line road: 2425-2426")
    march(b, "overrun GE-R23 2425 -> 2426")
    assert (at(b, "IT-art50"), why(b)) == ("2426", []), "one and four points are five: it could try, at 5:1"
    b = field("GE-R23 2424 ooc1", "IT-art50 2426", terrain={"2426": ":"}, features="line road: 2425-2426")
    march(b, "overrun GE-R23 2425 -> 2426")
    assert why(b) == ["12.3.2"]
    b = field("GE-R23 2424", "IT-art50 2425", features="side isonzo: 2424/2425")
    march(b, "overrun GE-R23 2425")
    assert why(b) == ["12.3.2"]


def test_12_3_1_never_on_rock() -> None:
    """12.3.1."""
    b = field("AH-R7 2424", "IT-mg1 2425 up", terrain={"2425": "A"}, step="corps-I")
    march(b, "overrun AH-R7 2425")
    assert why(b) == ["12.3.1"]


def test_12_3_3_bystanders_are_not_touched() -> None:
    """12.3.3: who shares the hex and takes no part moves as it likes."""
    b = field("GE-R23 2424", "GE-st12 2424", "IT-87 2425")
    march(b, "overrun GE-R23 2425\nmove GE-st12 2423")
    assert (at(b, "GE-st12"), why(b)) == ("2423", [])


def test_12_3_5_communication_counts() -> None:
    """12.3.5: an OOC2 regiment defends with half."""
    b = field(*STRONG, "IT-87 2425 ooc2")
    march(b, "overrun GE-Leib, GE-stAK, GE-Rommel 2425")
    assert facts(b, "overrun")[0]["defence"]["total"] == 2


# -- reinforcements ------------------------------------------------------------------------------------------

ENTRY = "hex entry owner=IT: 2429 2629\nline trail: 2429-2428-2427-2426\nline road: 2629-2628"


def waiting(b: Board, *units: str) -> Board:
    for unit in units:
        b.put(UnitId(unit), "waiting", "6.1-a")
    return b


def test_8_1_2_reinforcements_queue() -> None:
    """8.1, 8.1.1, 8.1.2, 5-2, 7-e: the first pays one point on a trail and half on a road, the next three."""
    b = waiting(field("GE-R23 2226", features=ENTRY, turn=3, step="corps-XXVIII"), "IT-271", "IT-272")
    march(b, "enter IT-271 2429 -> 2428 -> 2427 -> 2426\nenter IT-272 2429 -> 2428 -> 2427\nenter IT-272 2429 -> 2428")
    assert (at(b, "IT-271"), at(b, "IT-272"), why(b)) == ("2426", "2428", ["12-b"])


def test_8_1_3_who_cannot_enter_waits() -> None:
    """8.1.3: too soon, in a wrong hex, in an enemy zone, or without the points: it comes later."""
    b = waiting(field("GE-R23 2628", features=ENTRY, turn=3, step="corps-XXVIII"), "IT-271", "IT-221")
    march(b, "enter IT-221 2429\nenter IT-271 2425\nenter IT-271 2629")
    assert (why(b), at(b, "IT-271")) == (["8.1", "8.1", "8.1.2"], "waiting")
    march(b, "enter IT-271 2429")
    assert at(b, "IT-271") == "2429"


# -- replacements --------------------------------------------------------------------------------------------


def test_8_2_replacements_in_the_morning() -> None:
    """8.2-a, 8.2-d, 8.2.1, 8.2.5: a step each beside the HQ, three a day, one assault unit; the rest is lost."""
    units = ("GE-R23 2424 1", "GE-R62 2425 1", "GE-st12 2424 1", "GE-stAK 2424 1", "GE-hq12 2424")
    b = field(*units, "GE-hqIII 2423", turn=3, step="morning")
    play(b, {AG: "replace GE-R23, GE-R23, GE-st12, GE-stAK, GE-R62"}, dice={"chit 1 of turn 3": 1})
    assert [steps(b, unit) for unit in ("GE-R23", "GE-st12", "GE-stAK", "GE-R62")] == [2, 2, 1, 2]
    assert why(b) == ["8.2.5", "8.2.5"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("GE-R23 2427 1", "8.2.2"), ("GE-R23 2424 1 ooc1", "8.2.4"), ("GE-R23 2424", "8.2-a"),
        ("GE-R23 gone 1", "8.2.6"),
    ],
)  # fmt: skip
def test_8_2_2_who_takes_none(line: str, rule: str) -> None:
    """8.2.2, 8.2.4, 8.2.6: far from its HQ, out of communication, whole, or gone."""
    b = field(line, "GE-hq12 2424", turn=3, step="morning")
    play(b, {AG: "replace GE-R23"}, dice={"chit 1 of turn 3": 1})
    assert why(b) == [rule]


def test_8_2_3_guns_engineers_and_machine_guns_never_recover() -> None:
    """8.2.3."""
    b = field("IT-mgb1 2424 1", "IT-hqIV 2424", turn=3, step="morning")
    play(b, {IT: "replace IT-mgb1"}, dice={"chit 1 of turn 3": 1})
    assert why(b) == ["8.2.3"]
