"""4.0.3 to 4.0.5, 10.1, 10.3, 22.0: Initiative, supply, Galicia."""

from __future__ import annotations

import pytest

from pbem.games.strafexpedition import brusilov, dawn, initiative
from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.days import field, orders
from tests.games.tables import facts, table

A = UnitId("AH-a")


def test_4_0_3_the_die_and_all_points_spent_and_again_at_a_tie() -> None:
    here = field("AH-a BATTALION 0203", notes={"spent.IT": "3", "spent.AH": "6"})
    initiative.decide(here, table(here, [4, 1, 2, 2]))
    assert [fact["totals"] for fact in facts(here, "initiative")] == [{"IT": 7, "AH": 7}, {"IT": 5, "AH": 8}]
    assert initiative.order_of(here) == (AH, IT)


def test_3_0_initiative_the_winner_has_it_all_day() -> None:
    here = field("AH-a BATTALION 0203", notes={"spent.IT": "1"})
    initiative.decide(here, table(here, [4, 4]))
    assert initiative.first(here) == IT
    assert here.noted("initiative") == "IT"


def test_2_2_5_one_die_with_six_sides_each() -> None:
    here = field("AH-a BATTALION 0203")
    initiative.decide(here, table(here, [6, 1]))
    assert [(fact["sides"], len(fact["faces"])) for fact in facts(here, "rolled")] == [(6, 1), (6, 1)]


def cut_off(units: str) -> Board:
    """A line of Italians bars the roads of Austria-Hungary in the south."""
    line = "".join(f"IT-{column} BATTALION 03{column:02}\n" for column in range(1, 13))
    return field(line + units)


def test_4_0_5_a_point_for_whoever_has_no_line() -> None:
    here = cut_off("AH-a BATTALION 0606 disorganized=1")
    dawn.check_supply(here)
    assert here.mark_of(A, "disorganized") == "2"
    assert here.is_marked(A, "unsupplied")
    assert not [fact for fact in facts(here, "out-of-supply") if fact["unit"].startswith("IT")]


def test_10_1_the_status_is_that_of_the_morning() -> None:
    here = field("AH-a BATTALION 0203 unsupplied")
    dawn.check_supply(here)
    assert not here.is_marked(A, "unsupplied")


@pytest.mark.parametrize(("at", "place"), [("0606", "0606"), ("0405", "surrendered")])
def test_10_3_at_its_threshold_it_surrenders_beside_an_enemy_and_stays_elsewhere(at: str, place: str) -> None:
    here = cut_off(f"AH-a BATTALION {at} disorganized=4")
    dawn.check_supply(here)
    assert here.place(A) == place
    if place == at:
        assert here.mark_of(A, "disorganized") == "4"


def test_10_3_adjacency_is_judged_before_anybody_leaves() -> None:
    lone = "IT-z BATTALION 0408 disorganized=4\nAH-z BATTALION 0409 disorganized=4\n"
    walls = "".join(f"AH-w{row} BATTALION {row:02}10\nIT-w{row} BATTALION {row:02}07\n" for row in range(1, 9))
    here = field(lone + walls)
    both = [UnitId("IT-z"), UnitId("AH-z")]
    dawn.check_supply(here)
    assert [unit for unit in both if facts(here, "out-of-supply", unit=unit)] == both
    assert [here.place(unit) for unit in both] == ["surrendered", "surrendered"]


def test_the_whole_dawn_decides_names_the_weather_and_checks_supply() -> None:
    here = cut_off("AH-a BATTALION 0606")
    dawn.run(here, table(here, [5, 2]), orders(here, "command"))
    assert [fact["weather"] for fact in facts(here, "weather")] == ["clear"]
    assert here.noted("initiative") == "IT"
    assert here.mark_of(A, "disorganized") == "1"


def test_22_0_the_second_success_cuts_off_and_the_third_ends_the_game() -> None:
    here = field("AH-a BATTALION 0203")
    seen = []
    for _ in range(3):
        brusilov.succeed(here)
        seen.append((brusilov.is_cut_off(here, AH), brusilov.is_cut_off(here, IT), brusilov.is_over(here)))
    assert seen == [(False, False, False), (True, False, False), (True, False, True)]
    assert here.noted("russian") == "3"
