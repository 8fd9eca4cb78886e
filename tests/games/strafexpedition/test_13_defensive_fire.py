"""13.3 Defensive Fire."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.strafexpedition.artillery import DEFENDED
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.declaration import jump_offs
from pbem.games.strafexpedition.defensive_fire import Volley, column, firers, shifts, strength
from pbem.games.strafexpedition.defensive_guns import free_guns, plan, run, with_artillery
from pbem.games.strafexpedition.logistics import gain, stock
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, flat, small_map, units_of
from tests.games.strafexpedition.fighting import battle, state
from tests.games.tables import Answers, Dice, facts, table

A, B = UnitId("IT-a"), UnitId("IT-b")
JUMP = HexId("0403")
ONE = "IT-a BATTALION 0303\nAH-a BATTALION 0403 2 assault=0303\n"


def fire(
    here: Board, dice: Dice = (1,) * 9, answers: Answers = "default", *, guns: bool = True, result: str = ""
) -> Board:
    forced = {"defensive_fire": result.split()} if result else {}
    run(here, table(here, dice, answers, forced=forced), IT, "defensive fire at", with_guns=guns)
    return here


def volley(here: Board, infantry: str, guns: str = "", is_paid: bool = False) -> Volley:
    return Volley(IT, JUMP, jump_offs(here, AH)[JUMP], units_of(infantry), units_of(guns), is_paid)


def test_13_3_only_units_with_markers_are_fired_at() -> None:
    here = fire(battle("IT-a BATTALION 0303\nAH-a BATTALION 0403"))
    assert not facts(here, "fired")
    assert [fact["hex"] for fact in facts(fire(battle(ONE)), "fired")] == ["0403"]


def test_13_3_1_every_neighbour_may_fire_without_machine_guns_too() -> None:
    """13.3.1: a battalion that is not assaulted fires; militia fires with 0; a battery is not infantry."""
    here = battle(ONE + "IT-b MILITIA 0404\nIT-g BATTERY 0302 1 fire\nIT-c BATTALION 0305")
    assert firers(here, IT, JUMP) == units_of("IT-b IT-a")


def test_13_3_1_who_can_fire_at_two_hexes_chooses_one() -> None:
    rows = ONE + "AH-b ALPINI 0404 2 assault=0303\n"
    with pytest.raises(Waiting) as waiting:
        fire(battle(rows), answers=None)
    (question,) = waiting.value.questions
    assert (question.side, question.default) == (IT, ("0403",))
    answers = {question.key: ("0404",)}
    assert [fact["hex"] for fact in facts(fire(battle(rows), answers=answers), "fired")] == ["0404"]


def test_13_3_1_the_same_battalion_fires_again_in_another_action() -> None:
    here = fire(battle(ONE))
    run(here, table(here, [1]), IT, "defensive fire again at", with_guns=False)
    assert len(facts(here, "fired")) == 2


def test_13_3_2_only_those_who_assault_are_hit() -> None:
    here = fire(battle(ONE + "AH-b BATTALION 0403"), result="0D1")
    assert state(here, "AH-a", "AH-b") == [("0403", 2, 1), ("0403", 2, 0)]


def test_13_3_3_fire_is_combined_and_split() -> None:
    """13.3.3: two of one hex at different targets; of different hexes at the same."""
    rows = ONE + "IT-b BATTALION 0303\nAH-b BATTALION 0404 2 assault=0303\n"
    here = battle(rows)
    answers = {f"defensive fire at: fire of {unit}": (hex_id,) for unit, hex_id in ((A, "0403"), (B, "0404"))}
    found = plan(here, table(here, (), answers), IT, jump_offs(here, AH), "defensive fire at", with_guns=True)
    assert [(one.hex, one.infantry) for one in found] == [("0403", (A,)), ("0404", (B,))]
    both = battle(ONE + "IT-b BATTALION 0404")
    (one,) = plan(both, table(both), IT, jump_offs(both, AH), "defensive fire at", with_guns=True)
    assert sorted(one.infantry) == [A, B]


@pytest.mark.parametrize(("marks", "place", "joins"), [
    ("fire", "0109", True), ("fire", "0110", False), ("", "0109", False),
    ("fire def-fired", "0109", False), ("fire emplacing", "0109", False), ("fire fired", "0109", True),
])  # fmt: skip
def test_13_3_4_and_13_3_8_guns_within_six_hexes_in_battery_once_a_turn(marks: str, place: str, joins: bool) -> None:
    """13.3.4, 13.3.8, 13.3.9, rulings R56, R99: range 7; who has bombarded today may fire in defence."""
    here = board(
        flat(1, 12), f"IT-a BATTALION 0104\nAH-a BATTALION 0103 2 assault=0104\nIT-g BATTERY {place} 1 {marks}"
    )
    assert free_guns(here, IT, HexId("0103")) == (units_of("IT-g") if joins else ())


def test_13_3_5_machine_guns_and_a_quarter_of_the_guns() -> None:
    """13.3.5, 9.1.rain, ruling R57: the sum is divided once; rain halves it before."""
    rows = ONE + "IT-b ALPINI 0303\nIT-g BATTERY 0203 1 fire\nIT-h BATTERY 0203 1 fire"
    assert strength(battle(rows), volley(battle(rows), "IT-a IT-b", "IT-g IT-h")).total == 5  # 3 and 8/4
    wet = battle(rows, first_day=9)
    assert strength(wet, volley(wet, "IT-a IT-b", "IT-g IT-h")).total == 4
    tired = battle(rows.replace("1 fire", "1 disorganized=1 fire"))
    assert strength(tired, volley(tired, "IT-a IT-b", "IT-g IT-h")).total == 4  # 6/4 is 1


GUNS = "".join(f"IT-g{n} BATTERY 0{n}02 1 fire\n" for n in (1, 2, 3, 4))
FOUR = "IT-g1 IT-g2 IT-g3 IT-g4"


@pytest.mark.parametrize(("kind", "guns", "is_paid", "total"), [
    ("ALPINI", "IT-g1 IT-g2", False, 4),  # example 1 of 13.3.6: machine guns 2 and 8 factors
    ("ALPINI", FOUR, False, 4),
    ("MILITIA", "IT-g1", False, 1),  # example 2: machine guns 0 and 4 factors
    ("MILITIA", "IT-g1 IT-g2 IT-g3", False, 1),
    ("ALPINI", FOUR, True, 6),  # 13.3.7
])  # fmt: skip
def test_13_3_6_the_cap_on_artillery(kind: str, guns: str, is_paid: bool, total: int) -> None:
    here = battle(f"IT-a {kind} 0303\nAH-a BATTALION 0403 2 assault=0303\n" + GUNS)
    assert strength(here, volley(here, "IT-a", guns, is_paid)).total == total


def test_13_3_6_guns_alone_add_one_point() -> None:
    """13.3.6, ruling R58."""
    here = battle("IT-g1 BATTERY 0303 1 fire\nIT-g2 BATTERY 0302 1 fire\nAH-a BATTALION 0403 2 assault=0303")
    assert strength(here, volley(here, "", "IT-g1 IT-g2")).total == 1


def test_13_3_6_no_more_guns_fire_than_count() -> None:
    """13.3.6, 13.3.8, 19.8: with machine guns 2 two batteries of 4 fill the cap; the others keep their fire."""
    here = fire(battle("IT-a ALPINI 0303\nAH-a BATTALION 0403 2 assault=0303\n" + GUNS))
    assert [here.is_marked(unit, DEFENDED) for unit in units_of(FOUR)] == [True, True, False, False]
    assert facts(here, "fired")[0]["strength"]["total"] == 4


def test_13_3_7_a_point_lifts_the_cap_for_one_hex() -> None:
    rows = "IT-a ALPINI 0303\nAH-a BATTALION 0403 2 assault=0303\n" + GUNS
    answers = {
        "defensive fire at: guns at 0403": tuple(FOUR.split()),
        "defensive fire at: point for 0403": ("yes",),
    }
    here = battle(rows)
    gain(here, IT, 3, "7.0")
    fire(here, answers=answers)
    assert (facts(here, "fired")[0]["strength"]["total"], stock(here, IT)) == (6, 2)
    poor = fire(battle(rows), answers=answers)
    assert (facts(poor, "fired")[0]["strength"]["total"], stock(poor, IT)) == (4, 0)


def test_13_3_7_the_question_does_not_tell_how_many_points_are_left() -> None:
    """13.3.7, ruling R108: it comes with an empty stock as with a full one."""
    asked = []
    for points in (0, 5):
        here = battle("IT-a ALPINI 0303\nAH-a BATTALION 0403 2 assault=0303\n" + GUNS)
        gain(here, IT, points, "7.0")
        with pytest.raises(Waiting) as waiting:
            fire(here, answers=None)
        asked.append([question.as_json() for question in waiting.value.questions])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 2


def test_13_3_7_no_point_is_paid_for_guns_that_count_without_it() -> None:
    here = battle("IT-a ALPINI 0303\nAH-a BATTALION 0403 2 assault=0303\n" + GUNS)
    gain(here, IT, 1, "7.0")
    paid = with_artillery(here, volley(here, "IT-a"), units_of("IT-g1 IT-g2"), is_paid=True)
    assert (paid.is_paid, len(paid.guns)) == (False, 2)


def test_13_3_10_all_targets_are_settled_before_the_first_die() -> None:
    rows = ONE + "IT-b BATTALION 0303\nAH-b BATTALION 0404 2 assault=0303\n"
    with pytest.raises(Waiting) as waiting:
        fire(battle(rows), dice=[], answers=None)
    assert len(waiting.value.questions) == 2


def test_13_3_10_the_position_that_all_firers_have_counts() -> None:
    """13.3.10, 18.4, 11.0.8, ruling R112: the lowest trench and the least height; woods of the target count."""
    map = small_map("""
        04 1 1 1 1
        03 1 b 4 1
        02 1 3 1 1
        01 1 1 1 1
    """)
    rows = "IT-a BATTALION 0303\nIT-b BATTALION 0202\nAH-a BATTALION 0302 2 assault=0303"
    here = board(map, rows)
    here.mark_hex(HexId("0303"), "trench=IT:2", "18.1")
    here.mark_hex(HexId("0202"), "trench=IT:1", "18.1")
    target = HexId("0302")
    both = Volley(IT, target, units_of("AH-a"), units_of("IT-a IT-b"))
    terms = {term.rule: term.value for term in shifts(here, both).terms}
    assert terms == {"13.3.10": -1, "18.4": 1, "11.0.8": 1}
    alone = Volley(IT, target, units_of("AH-a"), units_of("IT-a"))
    assert shifts(here, alone).total == 3
    guns = Volley(IT, target, units_of("AH-a"), (), ())
    assert shifts(here, guns).total == -1


def test_13_3_10_columns_end_at_the_table() -> None:
    here = battle(ONE)
    assert column(here, volley(here, "IT-a")) == 1
    here.mark_hex(HexId("0303"), "trench=IT:3", "18.1")
    assert column(here, volley(here, "IT-a")) == 4


@pytest.mark.parametrize(("again", "points"), [(3, 1), (4, 0)])
def test_13_3_11_a_star_is_rolled_again(again: int, points: int) -> None:
    here = fire(battle(ONE), dice=[4, again])
    assert state(here, "AH-a") == [("0403", 2, points)]


def test_20_1_fire_a_fortress_fires_machine_guns_and_guns_at_one_hex() -> None:
    """20.1.fire, 13.3.8, ruling R59: in a later Action its machine guns fire again, its guns do not."""
    rows = "IT-f FORTRESS 0303\nAH-a BATTALION 0403 2 assault=0303\nAH-b BATTALION 0404 2 assault=0303"
    answers = {
        "defensive fire at: fire of IT-f": ("0403",),
        "defensive fire at: guns at 0403": ("IT-f",),
        "defensive fire at: guns at 0404": ("IT-f",),
    }
    here = fire(battle(rows), answers=answers)
    assert [(fact["hex"], fact["strength"]["total"]) for fact in facts(here, "fired")] == [("0403", 2)]
    again = battle(rows.replace("IT-f FORTRESS 0303", "IT-f FORTRESS 0303 1 def-fired"))
    fire(again, answers=answers)
    assert [(fact["hex"], fact["strength"]["total"]) for fact in facts(again, "fired")] == [("0403", 1)]


def test_16_4_who_breaks_under_defensive_fire_surrenders_before_the_assault() -> None:
    """16.4, ruling R61."""
    here = fire(battle("IT-a BATTALION 0303\nAH-a BATTALION 0403 2 assault=0303 disorganized=4"), result="0D1")
    assert here.place(UnitId("AH-a")) == "surrendered"


TWO = "IT-a ALPINI 0303\nIT-b ALPINI 0305\nAH-a BATTALION 0403 2 assault=0303\nAH-b BATTALION 0406 2 assault=0305\n"
EIGHT = "".join(f"IT-h{n} BATTERY 0{n}0{c} 1 fire\n" for n in (1, 2) for c in (1, 2, 3, 4))


def pays(here: Board, *targets: str) -> dict[str, tuple[str, ...]]:
    guns = {"0403": ("IT-h11", "IT-h12", "IT-h13"), "0406": ("IT-h21", "IT-h22", "IT-h23")}
    told = {f"defensive fire at: guns at {one}": named for one, named in guns.items()}
    return told | {f"defensive fire at: point for {one}": ("yes" if one in targets else "no",) for one in guns}


def three_each() -> Board:
    rows = [f"IT-h{n}{c} BATTERY 0{n}0{c + 2} 1 fire" for n in (1, 2) for c in (1, 2, 3)]
    return battle(TWO + "\n".join(rows))


@pytest.mark.parametrize(("points", "totals"), [(2, [5, 5]), (1, [5, 4]), (0, [4, 4])])
def test_13_3_7_one_point_does_not_lift_two_caps(points: int, totals: list[int]) -> None:
    """13.3.7, 7.1, ruling R180: with too few points the first hexes have them, and nothing is refused."""
    here = three_each()
    gain(here, IT, points, "7.0")
    fire(here, answers=pays(here, "0403", "0406"))
    assert [fact["strength"]["total"] for fact in facts(here, "fired")] == totals
    assert stock(here, IT) == 0


def test_13_3_6_who_may_fire_elsewhere_does_not_keep_the_point_from_being_asked_for() -> None:
    """13.3.6, 13.3.7, ruling R181: two Alpini can fire at either hex; guns of 12 factors count 3 at most."""
    rows = (
        "IT-a ALPINI 0303\nIT-b ALPINI 0303\nAH-a BATTALION 0403 2 assault=0303\nAH-b BATTALION 0404 2 assault=0303\n"
    )
    here = battle(rows + "".join(f"IT-g{n} BATTERY 0{n}02 1 fire\n" for n in (1, 2, 3)))
    gain(here, IT, 1, "7.0")
    with pytest.raises(Waiting) as waiting:
        fire(here, answers=None)
    asked = {question.key: question for question in waiting.value.questions}
    point = asked["defensive fire at: point for 0404"]
    assert point.about["adds"] == 2  # without machine guns one point counts
    assert "1 to 4 free" in asked["defensive fire at: guns at 0404"].text
