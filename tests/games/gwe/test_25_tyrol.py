"""25.0 The Tyrol Offensive and the options of the Appendix."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.games.gwe import set_up
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.reinforcements import due, schedule
from pbem.games.gwe.replacement import highest_die
from pbem.games.gwe.sequence import steps
from pbem.games.gwe.stacking import overstacked_hexes
from pbem.games.gwe.strengths import defence_strength
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Deploy
from tests.games.gwe.boards import dropped, facts, given, printed, table


def opened(name: str = "tyrol", options: Mapping[str, str] | None = None) -> Board:
    """The scenario before anybody has set up."""
    scenario = printed(name, options)
    return Board(scenario, set_up.initial_position(scenario))


def place(unit: str, at: str) -> Deploy:
    return Deploy(UnitId(unit), HexId(at))


def deploy(b: Board, side: Side, *orders: Deploy) -> list[str]:
    """The rules under which set-up orders were dropped."""
    set_up.run(b, table(b), given(side, *orders), side)
    return [rule for rule, _ in dropped(b)]


def test_25_0_the_card_rests_on_the_historical_one() -> None:
    b = opened()
    assert b.scenario.card["base"] == "historical"
    assert b.place(UnitId("GE-5")) == "1902"
    assert b.place(UnitId("IT-II")) == "2303"
    assert list(steps(b.scenario))[:3] == ["al-set-up", "cp-set-up", "cp-movement"]


def test_25_1_french_from_turn_3_british_from_turn_6() -> None:
    b = opened()
    dice = {}
    for unit, turn in (("FR-46", 2), ("FR-46", 3), ("UK-41", 5), ("UK-41", 6)):
        b.turn = turn
        dice[unit, turn] = highest_die(b, UnitId(unit))
    assert list(dice.values()) == [0, 1, 0, 1]


@pytest.mark.parametrize(("at", "rules"), [("0833", []), ("0230", []), ("1902", ["25.21"]), ("0209", ["25.21"])])
def test_25_21_german_extras_west_of_the_trench_line(at: str, rules: list[str]) -> None:
    b = opened()
    assert deploy(b, CP, place("GE-195", at)) == rules
    assert b.place(UnitId("GE-195")) == ("aside" if rules else at)


@pytest.mark.parametrize(("at", "rules"), [("0833", []), ("2703", []), ("1902", []), ("2110", ["25.22"])])
def test_25_22_austrian_extras_behind_any_own_trench(at: str, rules: list[str]) -> None:
    assert deploy(opened(), CP, place("AH-25", at)) == rules


def test_25_22_no_fifth_depot() -> None:
    b = opened()
    extras = [place(f"AH-depX{n}", "0334") for n in (10, 11, 12, 13)]
    assert deploy(b, CP, *extras, place("AH-dep10", "0334")) == ["25.22"]
    assert b.place(UnitId("AH-depX13")) == "0334"


def test_25_22_what_is_not_set_up_stays_out() -> None:
    b = opened()
    deploy(b, CP)
    assert b.place(UnitId("AH-cav1")) == "aside"
    assert "AH-cav1" in [fact["unit"] for fact in facts(b, "withheld")]


TWO = (place("GE-5", "0430"), place("GE-26", "0430"))
THREE = (*TWO, place("GE-12", "0431"))
FOUR = (*THREE, place("GE-55", "0431"))


def test_25_23_four_divisions_and_no_more() -> None:
    b = opened()
    assert deploy(b, CP, *FOUR, place("GE-117", "0432")) == ["25.23"]
    assert [b.place(UnitId(u)) for u in ("GE-5", "GE-26", "GE-12", "GE-55", "GE-117")] == [
        "0430", "0430", "0431", "0431", "1702",
    ]  # fmt: skip


def test_25_23_hqs_go_along_with_enough_divisions() -> None:
    corps, army = place("GE-hqLI", "0430"), place("GE-hq14", "0430")
    assert deploy(opened(), CP, corps, TWO[0]) == ["25.23"]
    assert deploy(opened(), CP, corps, *TWO) == []  # the order of the lines does not matter
    assert deploy(opened(), CP, *THREE, army) == ["25.23"]
    assert deploy(opened(), CP, *FOUR, army, corps) == []
    assert deploy(opened(), CP, *FOUR, corps, place("GE-hqBII", "0430")) == ["25.23"]


def test_25_23_only_to_the_tyrol_and_within_stacking() -> None:
    assert deploy(opened(), CP, place("GE-5", "2703")) == ["25.23"]
    assert deploy(opened(), CP, place("GE-5", "0209")) == []
    b = opened()  # AH-XIV, 9 points, stands in 0832
    assert deploy(b, CP, place("GE-5", "0832"), place("GE-26", "0832")) == ["16.0/6.0"]


def test_25_23_the_33rd_fills_a_gap() -> None:
    assert deploy(opened(), CP, place("AH-33", "1902")) == ["25.23"]
    b = opened()
    assert deploy(b, CP, place("AH-33", "1902"), *TWO) == []
    assert b.place(UnitId("AH-33")) == "1902"
    b = opened()
    deploy(b, CP, *TWO)
    assert b.place(UnitId("AH-33")) == "waiting"


def test_25_31_the_allies_set_up_first() -> None:
    assert set_up.sides_that_set_up(printed("tyrol")) == (AL, CP)
    assert set_up.initial_position(printed("tyrol")).step == "al-set-up"


def test_25_32_the_xxv_corps_comes_on_turn_10() -> None:
    b = opened()
    assert b.units_at("2110") == ()
    assert schedule(b, UnitId("IT-XXV")) == (10, "1833")
    b.turn = 10
    assert UnitId("IT-XXV") in due(b, AL)


def test_25_33_french_and_british_start_in_italian_fortresses() -> None:
    b = opened()
    assert deploy(b, AL, place("FR-23", "2110"), place("FR-24", "1310")) == ["25.33"]
    assert b.place(UnitId("FR-24")) == "1310"
    allies = [u for u in b.units(AL) if b.unit(u).nation in ("FR", "UK")]
    assert len(allies) == 10
    assert all(b.map.has(b.hex_of(u), "fortress", owner="AL") for u in allies)  # those without an order too
    assert overstacked_hexes(b, AL) == ()


def test_25_33_enemy_units_are_not_placed() -> None:
    assert deploy(opened(), AL, place("GE-5", "1310")) == ["3.0"]


def test_e_25_22_four_extra_depots() -> None:
    assert sum(unit.startswith("AH-depX") for unit in printed("tyrol").units) == 4


# -- the Appendix --------------------------------------------------------------------------------------------


def test_app_a_free_deployment_behind_the_own_trenches() -> None:
    b = opened("historical", {"free-deployment": "AL"})
    assert set_up.sides_that_set_up(b.scenario) == (AL,)
    assert deploy(b, AL, place("IT-50", "1902"), place("IT-13", "1405")) == ["App.A"]
    assert (b.place(UnitId("IT-50")), b.place(UnitId("IT-13"))) == ("1404", "1405")


def test_app_a_the_other_side_keeps_its_printed_hexes() -> None:
    b = opened("historical", {"free-deployment": "AL"})
    assert deploy(b, CP, place("AH-22", "1303")) == ["3.0"]
    assert deploy(opened("historical", {"free-deployment": "both"}), CP, place("AH-22", "1303")) == []


def test_app_a_full_hexes_may_be_swapped() -> None:
    b = opened("historical", {"free-deployment": "AL"})
    here, there = b.place(UnitId("IT-VI")), b.place(UnitId("IT-XI"))
    assert deploy(b, AL, place("IT-VI", there), place("IT-XI", here)) == []
    assert (b.place(UnitId("IT-VI")), b.place(UnitId("IT-XI"))) == (there, here)


def test_app_a_who_finds_no_room_goes_back() -> None:
    b = opened("historical", {"free-deployment": "AL"})
    here, there = b.place(UnitId("IT-VI")), b.place(UnitId("IT-XI"))
    assert deploy(b, AL, place("IT-VI", there), place("IT-XI", "1902")) == ["App.A"]  # XI does not make room
    assert (b.place(UnitId("IT-VI")), b.place(UnitId("IT-XI"))) == (here, there)


def test_app_a_the_monitor_stays_in_its_waters() -> None:
    b = opened("historical", {"free-deployment": "AL"})
    assert deploy(b, AL, place("IT-monitor", "1405")) == ["App.A"]
    b = opened("historical", {"free-deployment": "AL"})
    assert deploy(b, AL, place("IT-monitor", "2525")) == []


def test_app_a_within_stacking_and_once_each() -> None:
    b = opened("historical", {"free-deployment": "AL"})
    assert deploy(b, AL, place("IT-VI", "2508")) == ["16.0/6.0"]
    b = opened("historical", {"free-deployment": "AL"})
    assert deploy(b, AL, place("IT-13", "1405"), place("IT-13", "1406")) == ["3.0"]


def test_app_b_tyrol_allies_against_historical_central_powers() -> None:
    b = opened("historical", {"order-of-battle": "tyrol-allies"})
    assert set_up.sides_that_set_up(b.scenario) == (AL,)
    deploy(b, AL)
    assert b.place(UnitId("GE-195")) == "aside"
    assert b.map.has(b.hex_of(UnitId("FR-23")), "fortress", owner="AL")
    assert b.place(UnitId("IT-XXV")) == "waiting"


def test_app_b_tyrol_central_powers_against_historical_allies() -> None:
    b = opened("historical", {"order-of-battle": "tyrol-central-powers"})
    assert set_up.sides_that_set_up(b.scenario) == (CP,)
    assert b.place(UnitId("FR-23")) == "waiting"
    assert b.place(UnitId("IT-XXV")) == "2110"
    assert deploy(b, CP, place("GE-195", "0833")) == []


@pytest.mark.parametrize(("option", "strength"), [("on", 4), ("off", 3)])
def test_app_c_switch_lines_add_one_in_defence(option: str, strength: int) -> None:
    b = opened("historical", {"switch-lines": option})
    b.put(UnitId("IT-13"), "1330", "test")
    assert b.map.base[HexId("1330")] == "clear"
    assert defence_strength(b, AL, (HexId("1330"),), ()).total == strength
