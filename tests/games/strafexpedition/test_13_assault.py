"""13.4 The Assault: entering, ratio, shifts, die, results."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.strafexpedition.assault import Assault, column_text, enter, final_column, ratio_column, room
from pbem.games.strafexpedition.assault_results import Effect, bills, read_effect, read_result
from pbem.games.strafexpedition.assault_shifts import shifts
from pbem.games.strafexpedition.counters import AH, COUNTERS, IT
from pbem.games.strafexpedition.trenches import level
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, small_map, units_of
from tests.games.strafexpedition.fighting import OTHERS, T, assault_on, battle, places, state, storm
from tests.games.tables import facts, table

A = UnitId("AH-a")
ONE = "AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303\n"
TWO = ONE + "AH-b BATTALION 0404 2 assault=0303\nIT-b BATTALION 0303\n"


def factors(attack: int, defence: int) -> Board:
    """One unit against one, with these combat factors."""
    here = battle(ONE)
    units = {name: COUNTERS.read_unit(f"{name} II {n}-1-6/5 infantry back=1-0/5") for name, n in
             (("AH-a", attack), ("IT-a", defence))}  # fmt: skip
    scenario = here.scenario.__class__(
        "strafexpedition", "small", "small", here.map, {UnitId(k): v for k, v in units.items()}, here.scenario.charts,
        here.scenario.card, {}, here.scenario.sides,
    )  # fmt: skip
    return Board(scenario, here.freeze(1, ""))


# -- 13.1.3, 13.1.4, 13.4.1, 12.5: who enters -----------------------------------------------------------------


def test_13_1_3_the_hex_is_entered_even_if_nobody_is_left_in_it() -> None:
    """13.1.3, 13.4.1, ruling R120: no die, and the trench stays as it is."""
    here = battle("AH-a BATTALION 0403 2 assault=0303\nIT-b BATTALION 0101", trench=1)
    storm(here, dice=())
    assert places(here, "AH-a") == ["0303"]
    assert (level(here, T), facts(here, "assault")) == (1, [])


def test_13_1_4_two_of_more_enter_and_the_others_stay() -> None:
    """13.1.4, ruling R87: the owner chooses when the step begins; by default the strongest."""
    rows = "".join(f"AH-{name} {kind} {place} 2 assault=0303\n" for name, kind, place in
                   (("a", "MILITIA", "0403"), ("b", "BATTALION", "0403"), ("c", "BATTALION", "0404")))  # fmt: skip
    here = battle(rows + "IT-a BATTALION 0303")
    storm(here, "-/0D1R")
    assert places(here, "AH-a", "AH-b", "AH-c") == ["0403", "0303", "0303"]
    assert not here.marks(A)
    with pytest.raises(Waiting) as waiting:
        enter(battle(rows + "IT-a BATTALION 0303"), table(here), AH)
    assert waiting.value.questions[0].bounds == (2, 2)


def test_12_5_each_side_has_its_own_limit_in_the_hex() -> None:
    """12.5, 13.4.1: two against two and a fortress; one in High Mountain."""
    here = battle(TWO + "IT-f FORTRESS 0303")
    entered = enter(here, table(here), AH)
    assert len(here.units_at(T)) == 5
    assert entered[0].units == units_of("AH-a AH-b")
    high = battle(TWO, level=8)
    assert room(high, AH, T) == 1
    storm(high, "-/0D1R", answers={"who enters 0303": ("AH-b",), OTHERS: ()})
    assert places(high, "AH-a", "AH-b") == ["0403", "0303"]


def test_13_4_1_who_died_under_fire_does_not_enter() -> None:
    """13.4.1, ruling R60: nobody is left to assault; the trench stays."""
    here = battle("AH-a BATTALION 0403 1 assault=0303\nIT-a BATTALION 0303", trench=2)
    storm(here, fire="1D1", dice=[1])
    assert (places(here, "AH-a", "IT-a"), level(here, T), facts(here, "assault")) == (["gone", "0303"], 2, [])


# -- 13.4.3: the ratio ----------------------------------------------------------------------------------------


def test_13_4_3_a_combat_factors_of_both_sides() -> None:
    here = battle(TWO + "IT-g BATTERY 0303 1 fire")
    storm(here, "1D1R/-")
    (fact,) = facts(here, "assault")
    assert (fact["attack"]["total"], fact["defence"]["total"]) == (8, 8)


@pytest.mark.parametrize(("attack", "defence", "text"), [
    (11, 3, "3.5:1"), (3, 5, "1:1.75"),  # the examples of 13.4.3
    (2, 5, "1:3"), (17, 3, "5:1"), (20, 3, "6:1"), (7, 4, "1.75:1"), (1, 2, "1:2"), (1, 4, "1:4"),
])  # fmt: skip
def test_13_4_3_b_the_ratio_is_rounded_down(attack: int, defence: int, text: str) -> None:
    """13.4.3.B, ruling R69."""
    here = factors(attack, defence)
    scale = here.scenario.chart("assault").scale()
    assert scale.text(ratio_column(here, assault_on(here))) == text


@pytest.mark.parametrize(("attack", "defence", "moved", "text"), [
    (7, 1, -2, "5:1"), (7, 1, 0, "5:1"), (1, 4, 2, "1:2"), (1, 3, 0, "below 1:2"), (4, 4, -4, "1:2"),
    (4, 4, -5, "below 1:2"), (9, 1, -5, "4:1"),
])  # fmt: skip
def test_13_4_3_c_columns_beyond_the_table_count(attack: int, defence: int, moved: int, text: str) -> None:
    here = factors(attack, defence)
    assert column_text(here, final_column(here, assault_on(here), moved)) == text


def test_13_4_3_c_below_the_table_the_attacker_is_beaten_without_a_die() -> None:
    """13.4.3.C, ruling R72."""
    here = factors(1, 3)
    storm(here, dice=[1])  # the one die of the fire
    assert state(here, "IT-a") == [("0303", 2, 0)]
    (fact,) = facts(here, "assault")
    assert (fact["result"], fact["die"], fact["odds"]) == ("1D2R/-", 0, "below 1:2")


def test_13_4_3_d_one_die_for_each_assault() -> None:
    here = battle(ONE)
    storm(here, dice=[1, 4])
    (fact,) = facts(here, "assault")
    assert (fact["die"], fact["odds"], fact["result"]) == (4, "1:1", "1D1R/1D1")


# -- shifts ---------------------------------------------------------------------------------------------------


def terms(here: Board, target: str = "0303") -> dict[str, int]:
    return {term.label: int(term.value) for term in shifts(here, assault_on(here, target)).terms}


def test_13_4_3_c_ground_trench_and_hexsides_are_added_up() -> None:
    """13.4.3.C, 18.4: the trench comes on top of the ground."""
    map = small_map("""
        02 1 1 1
        01 1 d 1
    """)
    here = board(map, "AH-a BATTALION 0201 2 assault=0102\nIT-a BATTALION 0102")
    here.mark_hex(HexId("0102"), "trench=IT:2", "18.1")
    assert terms(here, "0102") == {"woods": -1, "3 levels upslope": -3, "trench of level 2": -2}


def test_13_4_3_c_a_hexside_counts_only_if_all_cross_such_a_one() -> None:
    river = "side river: 0303/0403\n"
    assert terms(battle(ONE, river)) == {"across a river": -1}
    assert terms(battle(TWO, river)) == {}
    crags = "side crag: 0303/0403 0303/0404\n"
    alpini = TWO.replace("BATTALION 040", "ALPINI 040").replace("BATTALION 0303", "ALPINI 0303")
    assert terms(battle(alpini, crags)) == {"over a crag": -2}


def test_11_0_8_the_least_climb_of_all_attackers_counts() -> None:
    """11.0.8, ruling R70."""
    map = small_map("""
        04 1 1 2 1
        03 1 1 4 1
    """)
    rows = "AH-a BATTALION 0302 2 assault=0303\nAH-b BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303"
    assert terms(board(map, rows)) == {"2 levels upslope": -2}


@pytest.mark.parametrize(("marks", "columns"), [("", 1), ("disorganized=1", 0), ("disorganized=4", -1)])
def test_16_3_current_morale_shifts_the_column(marks: str, columns: int) -> None:
    """16.3: Alpini 7 against 5; a column for every two points."""
    here = battle(f"AH-a ALPINI 0403 2 assault=0303 {marks}\nIT-a BATTALION 0303")
    assert sum(terms(here).values()) == columns


def test_16_3_the_best_of_each_side_counts_and_guns_never() -> None:
    """16.3, 13.4.4, ruling R68."""
    here = battle("AH-a BATTALION 0403 2 assault=0303\nIT-a MILITIA 0303\nIT-b ALPINI 0303\nIT-g BATTERY 0303")
    assert terms(here) == {"morale 5 against 7": -1}


def test_9_1_rain_costs_a_column() -> None:
    """9.1.rain: day 9 of the track."""
    assert terms(battle(ONE, first_day=9)) == {"rain": -1}


def test_13_4_6_a_defence_of_zero_has_the_best_column_whatever_the_ground() -> None:
    """13.4.6, 19.3, ruling R67: lone guns in a good trench, in the rain."""
    here = battle("AH-a MILITIA 0403 1 assault=0303\nIT-g BATTERY 0303", first_day=9, trench=3)
    storm(here, dice=[1, 1])
    (fact,) = facts(here, "assault")
    assert (fact["odds"], fact["shifts"]["total"]) == ("5:1", 0)


def test_s5_sp6_the_bridge_of_roana() -> None:
    """S5.sp6, ruling R71: instead of what lies below it, for those alone who come over it, until it is blown."""
    features = "side crag: 0303/0403\nside bridge: 0303/0403\nline road: 0303-0403\n"
    here = battle(ONE, features)
    assert terms(here) == {"over a crag": -2}  # no rule on it in this scenario
    here = board(here.map, ONE, card={"special": {"S5.sp6": "blown"}})
    assert terms(here) == {"over the Bridge of Roana": -3}
    here.mark_side(HexId("0303"), HexId("0403"), "bridge=blown", "S5.sp6")
    assert terms(here) == {"over a crag": -2}


# -- results --------------------------------------------------------------------------------------------------


def test_13_4_4_what_results_say() -> None:
    assert read_effect("1D2R") == Effect(1, 2, True)
    assert read_effect("0D1") == Effect(0, 1, False)
    assert read_effect("-") == Effect()
    here = battle(ONE)
    assert read_result(assault_on(here), "1D1R/0D1")[1:] == (Effect(1, 1, True), Effect(0, 1))


def test_13_4_4_the_first_step_is_lost_by_the_unit_whose_morale_counted() -> None:
    here = battle("AH-a BATTALION 0403 2 assault=0303\nIT-a ALPINI 0303\nIT-b BATTALION 0303")
    storm(here, "-/1D1R")
    assert [(steps, points) for _, steps, points in state(here, "IT-a", "IT-b")] == [(1, 1), (2, 1)]


def test_13_4_4_the_second_step_is_the_owners_choice() -> None:
    """13.4.4, ruling R73: asked of both sides at one moment; by default a full unit pays."""
    rows = "AH-a ALPINI 0403 2 assault=0303\nAH-b BATTALION 0404 2 assault=0303\nIT-a ALPINI 0303\nIT-b BATTALION 0303"
    with pytest.raises(Waiting) as waiting:
        storm(
            battle(rows), "2D1R/2D1", answers={f"defensive fire at: fire of {u}": ("0403",) for u in ("IT-a", "IT-b")}
        )
    assert [(q.side, q.topic, q.bounds) for q in waiting.value.questions] == [
        (AH, "losses", (2, 2)),
        (IT, "losses", (2, 2)),
    ]
    here = storm(battle(rows), "2D1R/2D1")
    assert [steps for _, steps, _ in state(here, "AH-a", "AH-b", "IT-a", "IT-b")] == [1, 1, 1, 1]


def test_13_4_4_an_answer_cannot_spare_the_unit_whose_morale_counted() -> None:
    rows = "AH-a BATTALION 0403 2 assault=0303\nIT-a ALPINI 0303\nIT-b BATTALION 0303"
    answers = {"losses by assault on 0303, IT": ("IT-b", "IT-b")}
    here = storm(battle(rows), "1D1R/2D1", answers=answers)
    assert [steps for _, steps, _ in state(here, "IT-a", "IT-b")] == [1, 1]


def test_17_3_assault_no_step_of_a_battery_is_lost() -> None:
    """17.3.assault, ruling R117: the third step is void; the guns have their point and wait to be captured."""
    here = battle("AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303\nIT-g BATTERY 0303 1 fire")
    (_, bill) = bills(here, read_result(assault_on(here), "-/3D1R"))
    assert bill.units == units_of("IT-a")
    storm(here, "-/3D1R")
    assert places(here, "IT-a", "IT-g") == ["gone", "surrendered"]


def test_16_4_1_steps_come_before_points() -> None:
    """16.4.1, 17.2: who loses the last step is eliminated and gives nobody points."""
    here = battle("AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303 1 disorganized=4")
    assert places(storm(here, "-/1D1R"), "IT-a") == ["gone"]


def test_16_4_2_the_winner_does_not_surrender() -> None:
    here = battle("AH-a BATTALION 0403 2 assault=0303 disorganized=4\nIT-a BATTALION 0303")
    storm(here, "0D1/1D1R")
    assert state(here, "AH-a") == [("0303", 2, 4)]
    beaten = battle("AH-a BATTALION 0403 2 assault=0303 disorganized=4\nIT-a BATTALION 0303")
    assert places(storm(beaten, "0D1R/-"), "AH-a") == ["surrendered"]


def test_16_4_2_nobody_surrenders_where_nobody_was_beaten() -> None:
    """16.4.2, ruling R86; 13.4.4, ruling R66: the attackers go back where they came from."""
    here = battle("AH-a BATTALION 0403 2 assault=0303 disorganized=4\nIT-a BATTALION 0303 2 disorganized=4", trench=1)
    storm(here, "0D1/0D1")
    assert state(here, "AH-a", "IT-a") == [("0403", 2, 4), ("0303", 2, 4)]
    assert level(here, T) == 1


def test_13_4_2_all_assaults_are_resolved_before_anybody_retreats() -> None:
    """13.4.2, 13.0: fire, all dice, all losses, all retreats."""
    rows = ONE + "AH-b BATTALION 0406 2 assault=0305\nIT-b BATTALION 0305"
    here = storm(battle(rows), "-/1D1R")
    kinds = [f.kind for f in here.facts if f.kind in ("fired", "assault", "lost") or f.get("how") == "retreat"]
    assert kinds == ["fired", "fired", "assault", "assault", "lost", "lost", "moved", "moved"]


def test_18_5_one_level_is_lost_however_many_are_driven_out() -> None:
    """18.5, ruling R78."""
    assert level(storm(battle(TWO, trench=3), "-/0D1R"), T) == 2


def test_20_5_a_fortress_is_captured_by_a_step_or_a_retreat() -> None:
    """20.5, 20.6, rulings R79, R118: its trench, less one level, is the winner's."""
    rows = "AH-a BATTALION 0403 2 assault=0303\nIT-f FORTRESS 0303\n"
    for result in ("-/1D1", "-/0D1R"):
        here = storm(battle(rows), result)
        assert (places(here, "IT-f", "AH-a"), level(here, T)) == (["surrendered", "0303"], 1)


def test_20_5_a_fortress_pays_last_unless_its_morale_counted() -> None:
    """20.5, ruling R118."""
    rows = "AH-a BATTALION 0403 2 assault=0303\nIT-f FORTRESS 0303\nIT-a ALPINI 0303"
    here = storm(battle(rows), "1D1R/2D1")
    assert places(here, "IT-f", "IT-a") == ["0303", "gone"]
    weak = storm(battle(rows.replace("ALPINI", "MILITIA")), "1D1R/1D1")
    assert places(weak, "IT-f", "IT-a") == ["surrendered", "0303"]


def test_19_3_lone_guns_are_captured_when_the_assault_is_over() -> None:
    """19.3, ruling R81."""
    here = storm(battle("AH-a BATTALION 0403 2 assault=0303\nIT-g BATTERY 0303 1 fire"), "-/1D1R")
    assert places(here, "IT-g", "AH-a") == ["surrendered", "0303"]


def test_assaults_are_values() -> None:
    here = battle(ONE)
    found = assault_on(here)
    assert (found.name, found.origin(A)) == ("assault on 0303", "0403")
    assert Assault(AH, T, found.came_from, found.defenders, is_counter=True).name == "counter-assault on 0303"
