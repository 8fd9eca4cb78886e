"""1.4, 2.5.2, 9: passages, engineers and bridges."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch.bridges import stands
from pbem.games.durchbruch.counters import AG
from pbem.games.durchbruch.end_of_turn import rally
from pbem.games.durchbruch.morale import value, worst_value
from pbem.games.durchbruch.passages import has_passage, may_try
from pbem.games.durchbruch.walking import zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.boards import board, scenario
from tests.games.durchbruch.field import at, field, has, march, play, why
from tests.games.tables import facts

# The own first line in 2423, no man's land in 2424, the Italian first line in 2425 and 2325, ground behind it.
LINES = "hex trench owner=AG line=first: 2423\nhex no-mans-land: 2424\nhex trench owner=IT line=first: 2425 2325"


def lines(*placed: str, **more: object) -> Board:
    return field(*placed, features=LINES, **more)  # type: ignore[arg-type]


def test_1_4_need_the_first_step_into_no_mans_land_wants_a_check() -> None:
    """1.4-need, 1.4-b1, 2.5.2.3-a: eight or less for morale B: a marker; the unit stays, and attacks nobody."""
    b = lines("GE-R23 2423", "IT-87 2425")
    march(b, "move GE-R23 2424", dice=[4, 4])
    assert (at(b, "GE-R23"), has_passage(b, HexId("2424"), AG), has(b, "GE-R23", "stopped")) == ("2424", True, True)
    b = lines("GE-R23 2423")
    march(b, "move GE-R23 2424 -> 2425", dice=[4, 4])
    assert why(b) == ["1.4-b1"]


def test_1_4_b2_a_failure_throws_it_back() -> None:
    """1.4-b2: to the hex it came from, pinned, and no marker lies."""
    b = lines("GE-R23 2423")
    march(b, "move GE-R23 2424", dice=[4, 5])
    assert (at(b, "GE-R23"), has(b, "GE-R23", "pinned"), has_passage(b, HexId("2424"), AG)) == ("2423", True, False)


@pytest.mark.parametrize("unit", ["GE-mgIII", "GE-hq12", "GE-art12"])
def test_1_4_b0_machine_guns_headquarters_and_guns_wait_for_a_passage(unit: str) -> None:
    """1.4-b0."""
    b = lines(f"{unit} 2423")
    assert not may_try(b.unit(UnitId(unit)))
    march(b, f"move {unit} 2424")
    assert why(b)[0] in ("1.4-b0", "12.1-b")


def test_2_5_2_3_b_a_passage_lets_friends_through() -> None:
    """2.5.2.3-b: no check and one point, for its own side alone."""
    b = lines("GE-mgIII 2423", hexes={"2424": "passage=AG", "2425": "passage=AG"})
    march(b, "move GE-mgIII 2424 -> 2425 -> 2426")
    assert (at(b, "GE-mgIII"), facts(b, "rolled")) == ("2426", [])
    b = lines("GE-R23 2423", hexes={"2424": "passage=IT"})
    march(b, "move GE-R23 2424", dice=[1, 1])
    assert len(facts(b, "rolled")) == 1


def test_the_others_of_a_stack_follow_whoever_made_the_passage() -> None:
    """See 1.4-b1: the machine guns go on, the regiment stays; and with `else next` a second one tries."""
    b = lines("GE-R23 2423", "GE-st12 2423", hexes={"2425": "passage=AG"})
    march(b, "move GE-R23, GE-st12 2424 -> 2425", dice=[1, 1])
    assert (at(b, "GE-R23"), at(b, "GE-st12")) == ("2424", "2425")
    b = lines("GE-R23 2423", "GE-st12 2423")
    march(b, "move GE-R23, GE-st12 2424 else next", dice=[6, 6, 1, 1])
    assert (at(b, "GE-R23"), at(b, "GE-st12"), has(b, "GE-R23", "pinned")) == ("2423", "2424", True)


def test_1_4_a4_along_the_enemy_line() -> None:
    """1.4-a4: from one hex of his first line to the next without a check, and a passage lies behind."""
    b = lines("GE-R23 2425", hexes={"2425": "passage=AG"})
    march(b, "move GE-R23 2325")
    assert (at(b, "GE-R23"), has_passage(b, HexId("2325"), AG), facts(b, "rolled")) == ("2325", True, [])


def test_1_4_zoc_no_zone_tells_in_no_mans_land() -> None:
    """1.4-zoc: nor in the enemy's first line for whoever has entered it."""
    b = lines("GE-R23 2424", "IT-87 2425", "IT-88 2325")
    assert not {HexId("2424"), HexId("2325"), HexId("2425")} & set(zones(b, AG))


def test_1_4_a1_engineers_check_with_all_modifiers() -> None:
    """1.4-a1, 1.4-a2, 2.5.2.1-1, 2.5.2-note, 1.3.1-d, 10.1-note: level 3 takes one off, an own trench adds one; others
    take the worst alone."""
    there = HexId("2425")
    b = field("IT-87 2425", "IT-88 2426 ooc1", "IT-89 2426 ooc2", terrain={"2425": "^"}, features=LINES)
    assert value(b, UnitId("IT-87"), there).total == 6, "D is 6, level 3 and the trench cancel each other"
    assert worst_value(b, UnitId("IT-87"), there).total == 5
    assert [value(b, UnitId(u), HexId("2426")).total for u in ("IT-88", "IT-89")] == [5, 4]
    b = lines("GE-engIII 2423")
    march(b, "move GE-engIII 2424", dice=[4, 5])
    assert (has(b, "GE-engIII", "work"), has_passage(b, HexId("2424"), AG)) == (True, True)
    assert facts(b, "morale")[0].rule == "1.4-a1"


def test_2_5_2_2_2_italian_engineers_destroy_passages() -> None:
    """2.5.2.2-2: the marker goes on seven or less; a failure leaves it, and the engineer is not pinned."""
    b = lines("IT-eng1 2425", hexes={"2425": "passage=AG"}, step="corps-IV")
    march(b, "destroy IT-eng1", dice=[6, 6])
    assert (has_passage(b, HexId("2425"), AG), has(b, "IT-eng1", "pinned")) == (True, False)
    b = lines("IT-eng1 2425", hexes={"2425": "passage=AG"}, step="corps-IV")
    march(b, "destroy IT-eng1", dice=[3, 4])
    assert (has_passage(b, HexId("2425"), AG), has(b, "IT-eng1", "work")) == (False, True)
    b = lines("IT-87 2425", step="corps-IV")
    march(b, "destroy IT-87")
    assert why(b) == ["2.5.2.2-2"]


def test_2_5_2_2_2_one_try_of_an_engineer_of_the_corps_that_acts() -> None:
    """2.5.2.2-2, 2.5.2.3-a, 7-a: neither twice in a turn, nor after a success, nor under the chit of another corps."""
    b = lines("IT-eng1 2425", hexes={"2425": "passage=AG"}, step="corps-IV")
    march(b, "destroy IT-eng1\ndestroy IT-eng1", dice=[6, 6])
    assert why(b) == ["2.5.2.3-a"]
    rally(b)
    march(b, "destroy IT-eng1\ndestroy IT-eng1", dice=[3, 4])
    assert why(b) == ["2.5.2.3-a", "2.5.2.3-a"]
    b = lines("IT-eng1 2425", "IT-213 2427", hexes={"2425": "passage=AG"}, step="corps-VII")
    march(b, "move IT-213 2428\ndestroy IT-eng1")
    assert why(b) == ["7-a"]


def test_r07_an_engineer_that_fails_goes_on_with_what_it_has_left() -> None:
    """2.5.2.2-2, ruling R07: five points; two hexes to the passage, then as far as the rest takes it; on a success it
    stays, and the way after `else` is nothing."""
    for dice, there, rest in (([6, 6], "2428", []), ([3, 4], "2425", [])):
        b = lines("IT-eng1 2427", hexes={"2425": "passage=AG"}, step="corps-IV")
        march(b, "move IT-eng1 2426 -> 2425\ndestroy IT-eng1 else 2426 -> 2427 -> 2428", dice=dice)
        assert (at(b, "IT-eng1"), why(b)) == (there, rest)
    b = lines("IT-eng1 2427", hexes={"2425": "passage=AG"}, step="corps-IV")
    march(b, "move IT-eng1 2426 -> 2425\ndestroy IT-eng1 else 2426 -> 2427 -> 2428 -> 2429", dice=[6, 6])
    assert (at(b, "IT-eng1"), why(b)) == ("2425", ["12-b"])
    b = lines("IT-eng1 2425", hexes={"2425": "passage=AG"}, step="corps-IV")
    march(b, "destroy IT-eng1 else 2426 -> 2427\nmove IT-eng1 2428", dice=[6, 6])
    assert (at(b, "IT-eng1"), why(b)) == ("2427", ["12-c"])


def test_3_1_1_an_engineer_that_came_into_a_zone_stays_there() -> None:
    """3.1.1, ruling R07: the move that brought it into the zone is over, whatever its check says."""
    b = lines("IT-eng1 2427", "AH-R33 2326", hexes={"2425": "passage=AG", "2426": "passage=AG"}, step="corps-IV")
    march(b, "move IT-eng1 2426\ndestroy IT-eng1 else 2427", dice=[6, 6])
    assert (at(b, "IT-eng1"), why(b)) == ("2426", ["3.1.1"])


def test_1_4_1_the_right_wing_is_closed_till_turn_8() -> None:
    """1.4.1, 1.3.5.1-b: trenches and bridges, neither attacked nor crossed on turn 7; on turn 8 the ban is gone."""
    for turn, rules in ((7, ["1.4.1"]), (8, [])):
        b = board("AH-G22 5103", "IT-276 5104", turn=turn)
        march(b, "overrun AH-G22 5104")
        assert ("12.3.1" in why(b)) == (turn == 7) or turn == 8
        b = board("AH-G22 5004", turn=turn)
        b.mark_hex(HexId("5005"), "passage=AG", "1.4-a5")
        march(b, "move AH-G22 5005")
        assert why(b) == rules
    b = board("AH-G22 5108", turn=7)
    march(b, "move AH-G22 5208")
    assert why(b) == ["1.3.5.1-b"]


# -- bridges -------------------------------------------------------------------------------------------------

# The own bank is 2424 (left), the enemy's 2425 (right); the river between them.
RIVER = "side isonzo: 2424/2425\nhex bank side=left: 2424\nhex bank side=right: 2425"
BRIDGE = RIVER + "\nside bridge name=X: 2424/2425\nline road: 2423-2424-2425-2426"
A, B = HexId("2424"), HexId("2425")


def test_9_1_a_an_engineer_becomes_a_bridge() -> None:
    """9.1-a, 1.3.4-c, 7.1-1, 2.5.2.1-2: from the far bank, at once, and it carries guns in the same activation."""
    b = field(
        "GE-engIII 2425",
        "GE-art12 2424",
        "GE-hqIII 2423",
        features=RIVER + "\nline road: 2423-2424\nhex edge owner=AG: 2423",
    )
    play(b, {AG: "bridge GE-engIII 2424/2425\nmove GE-art12 2425"})
    assert (stands(b, A, B), at(b, "GE-art12"), has(b, "GE-engIII", "bridging")) == (True, "2425", True)


@pytest.mark.parametrize(
    ("unit", "rule"),
    [("GE-engIII 2424", "9.1-a"), ("GE-R23 2425", "2.5.2.1-2"), ("GE-engIII 2425 pinned", "9.1-a")],
)
def test_9_1_a_who_builds_none(unit: str, rule: str) -> None:
    """9.1-a: on the own bank, no engineer, or pinned."""
    b = field(unit, features=RIVER)
    play(b, {AG: f"bridge {unit.split()[0]} 2424/2425"})
    assert why(b) == [rule]


def test_9_1_b_it_cannot_move_until_it_is_turned_back() -> None:
    """9.1-b, 1.3.4-d, 9.1-d: turned back the bridge is gone; blown the engineer too."""
    b = field("GE-engIII 2425 bridging", features=RIVER)
    b.mark_side(A, B, "pontoon=AG", "9.1-a")
    march(b, "move GE-engIII 2426")
    assert why(b) == ["1.3.4-d"]
    play(b, {AG: "unbridge GE-engIII"})
    assert (stands(b, A, B), has(b, "GE-engIII", "bridging")) == (False, False)
    b = field("GE-engIII 2425 bridging", features=RIVER)
    b.mark_side(A, B, "pontoon=AG", "9.1-a")
    play(b, {AG: "demolish GE-engIII"})
    assert (stands(b, A, B), at(b, "GE-engIII")) == (False, "gone")


def test_9_1_c_a_blown_bridge_stands_while_an_engineer_serves() -> None:
    """9.1-c: repaired by the same procedure."""
    b = field("GE-engIII 2425", features=BRIDGE)
    b.mark_side(A, B, "bridge=blown", "9.2-b")
    assert not stands(b, A, B)
    play(b, {AG: "bridge GE-engIII 2424/2425"})
    assert stands(b, A, B)


@pytest.mark.parametrize(("die", "blown"), [(3, True), (4, False)])
def test_9_2_b_the_first_who_comes_to_a_bridge_may_see_it_go(die: int, blown: bool) -> None:
    """9.2-b, 9.2-c, 2.5.2.2-1: an engineer within three hexes, one to three on turn 2; the move stops, or fords."""
    b = field("GE-R23 2423", "IT-eng1 2427", features=BRIDGE)
    march(b, "move GE-R23 2424 -> 2425", dice={"bridge 2424/2425": die})
    assert (at(b, "GE-R23"), stands(b, A, B)) == ("2424" if blown else "2425", not blown)
    b = field("GE-R23 2423", "IT-eng1 2427", features=BRIDGE)
    march(b, "move GE-R23 2424 -> 2425 else ford", dice={"bridge 2424/2425": 1})
    assert at(b, "GE-R23") == "2425"


def test_9_2_b_one_chance_for_each_bridge() -> None:
    """9.2-b, 2.5.2.2-1: without an engineer in range it passes; and its owner may let it."""
    b = field("GE-R23 2423", "IT-eng1 2429", features=BRIDGE)
    march(b, "move GE-R23 2424 -> 2425")
    assert (at(b, "GE-R23"), facts(b, "rolled")) == ("2425", [])
    b = field("GE-R23 2423", "IT-eng1 2427", features=BRIDGE)
    march(b, "move GE-R23 2424 -> 2425", answers={"blow bridge 2424/2425": ("no",)})
    assert at(b, "GE-R23") == "2425"


def test_9_2_a_a_provisional_bridge_is_blown_with_its_engineer() -> None:
    """9.2-a: when an Italian first comes to one of its hexes."""
    b = field("IT-87 2422", "GE-engIII 2425 bridging", features=RIVER, step="corps-IV")
    b.mark_side(A, B, "pontoon=AG", "9.1-a")
    march(b, "move IT-87 2423 -> 2424", dice={"provisional bridge 2424/2425": 1})
    assert (at(b, "GE-engIII"), stands(b, A, B)) == ("gone", False)


def test_9_2_a_a_provisional_bridge_is_asked_for_once() -> None:
    """9.2-a: the first entry alone; a second one, in the same step or later, asks nobody and rolls nothing."""
    b = field("IT-87 2422", "IT-eng1 2323", "GE-engIII 2425 bridging", features=RIVER, step="corps-IV")
    b.mark_side(A, B, "pontoon=AG", "9.1-a")
    march(b, "move IT-87 2423 -> 2424\nmove IT-eng1 2324 -> 2424", dice={"provisional bridge 2424/2425": 6})
    assert (stands(b, A, B), len(facts(b, "rolled"))) == (True, 1)
    assert not why(b)
    march(b, "move IT-eng1 2323")
    march(b, "move IT-eng1 2424")
    assert len(facts(b, "rolled")) == 1


def test_9_1_a_one_engineer_for_each_hexside() -> None:
    """9.1-a: where an engineer is the bridge already another one is refused."""
    b = field("AH-engI 2425 bridging", "GE-gas1 2424", features="side isonzo: 2424/2425", step="corps-I")
    b.mark_side(A, B, "pontoon=AG", "9.1-a")
    play(b, {AG: "bridge GE-gas1 2424/2425"})
    assert why(b) == ["9.1-a"]


def test_tolmino_is_blown_and_s_lucia_is_known_when_play_begins() -> None:
    """See 1.3.5.1-c, 9.2-b."""
    from pbem.games.durchbruch.bridges import note_first_bridges
    from pbem.games.durchbruch.set_up import initial_position

    b = Board(scenario("oct24"), initial_position(scenario("oct24")))
    note_first_bridges(b)
    assert not stands(b, HexId("4004"), HexId("4005"))
    assert b.is_side_marked(HexId("4402"), HexId("4403"), "entered")
    assert not b.is_side_marked(HexId("3016"), HexId("3115"), "entered")
