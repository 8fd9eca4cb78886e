"""13.3 Withdrawals by the chart."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Waiting
from pbem.games.caporetto import withdrawals
from pbem.games.caporetto.counters import CP
from pbem.kernel.board import Board
from tests.games.caporetto.boards import printed
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import dropped, facts

GERMANS = (
    "GE-1 XX 6-8-8 infantry assault at 0601\nGE-2 XX 5-7-8 infantry at 0602\nGE-3 XX 5-7-8 infantry at 0603\n"
    "GE-art1 - - artillery support 1\nGE-art2 - - artillery support 1\nGE-hq14 XXXX 6/2 hq at 0603\n"
)
AUSTRIANS = "".join(f"AH-{n} XX {n}-5-8 infantry at 070{n}\n" for n in range(1, 6)) + "AH-hqIs2 XXXX 6/2 hq at 0801\n"


def withdrawing(
    turn: int, units: str = GERMANS + AUSTRIANS, text: str = "", answers: object = "default", **more: Any
) -> Board:
    b = field_board(units, turn=turn, step="withdrawal", **more)
    play(b, CP, text, answers=answers)  # type: ignore[arg-type]
    return b


def gone(b: Board) -> list[str]:
    return [unit for unit in b.units() if b.place(unit) == "withdrawn"]


def test_13_3_turn_4_takes_an_hq_divisions_and_a_gun() -> None:
    b = withdrawing(4)
    assert sorted(gone(b)) == ["AH-1", "AH-2", "AH-3", "AH-hqIs2", "GE-2", "GE-3", "GE-art1"]


def test_13_3_assault_divisions_go_when_nothing_else_is_left() -> None:
    units = GERMANS.replace("GE-2 XX 5-7-8 infantry", "GE-2 XX 5-7-8 infantry assault")
    b = withdrawing(4, units.replace("at 0602", "at 0602 1"))
    assert [unit for unit in gone(b) if unit in ("GE-1", "GE-2", "GE-3")] == ["GE-2", "GE-3"]


def test_13_3_the_owner_chooses() -> None:
    b = withdrawing(4, text="withdraw AH-5, AH-4, GE-1, GE-art2", answers="default")
    assert {"AH-5", "AH-4", "GE-1", "GE-art2"} <= set(gone(b))


def test_13_3_a_question_offers_those_that_can_go() -> None:
    with pytest.raises(Waiting) as caught:
        withdrawing(4, answers=None)
    keys = [question.key for question in caught.value.questions]
    assert keys == ["withdrawal of AH infantry", "withdrawal of GE infantry", "withdrawal of GE artillery"]
    assert caught.value.questions[0].hint == "withdraw AH-1, AH-2, AH-3"


def test_13_3_cavalry_is_told_from_infantry() -> None:
    units = "AH-cav1 XX 2-3-10 cavalry at 0601\nAH-1 XX 3-5-8 infantry at 0602\nAH-2 XX 4-5-8 infantry at 0602\n"
    assert gone(withdrawing(11, units)) == ["AH-cav1"]
    assert sorted(gone(withdrawing(9, units))) == ["AH-1", "AH-cav1"]


def test_13_3_2_a_reduced_division_will_do_but_it_must_trace_supply() -> None:
    units = "AH-1 XX 3-5-8 infantry at 0601\nAH-2 XX 3-5-8 infantry at 0602 1\n"
    assert gone(withdrawing(2, units)) == ["AH-2"]
    cut = withdrawing(2, units, hexes={"0812": ("held=AL",)})
    assert gone(cut) == []
    assert cut.number("owed.AH.infantry") == 1


def test_13_3_what_is_owed_is_taken_later() -> None:
    units = "AH-1 XX 3-5-8 infantry at 0601\n"
    b = withdrawing(3, units, notes={"owed.AH.infantry": "1"})
    assert gone(b) == ["AH-1"]
    assert b.noted("owed.AH.infantry") == ""
    lapsed = withdrawing(2, units, hexes={"0812": ("held=AL",)}, options={"owed-withdrawals": "lapse"})
    assert lapsed.noted("owed.AH.infantry") == ""


def test_13_3_a_demand_lapses_when_no_division_is_left() -> None:
    b = withdrawing(5, "AH-1 XX 3-5-8 infantry at 0601\nAH-2 XX 3-5-8 infantry at gone 0\n")
    assert gone(b) == ["AH-1"]
    assert b.noted("owed.AH.infantry") == ""


def test_13_3_3_a_named_unit_that_is_lost_is_forgiven() -> None:
    units = GERMANS.replace("GE-hq14 XXXX 6/2 hq at 0603", "GE-hq14 XXXX 6/2 hq at gone 0")
    b = withdrawing(5, units)
    assert sorted(gone(b)) == ["GE-2", "GE-3", "GE-art1"]
    assert facts(b, "not-withdrawn", what="GE-hq14")[0].rule == "13.3/3"


def test_13_3_4_withdrawn_units_never_come_back() -> None:
    b = withdrawing(3, GERMANS)
    b = Board(b.scenario, b.freeze(3, "replacement"))
    play(b, CP, f"rebuild {gone(b)[0]} full")
    assert dropped(b)[0][0] == "13.3/4"


def test_13_3_an_hq_left_alone_in_an_enemy_zone_is_lost() -> None:
    units = "AH-1 XX 3-5-8 infantry at 0503\nAH-hq10 XXXX 6/2 hq at 0503\nIT-7 XX 3-4-8 infantry at 0403\n"
    b = withdrawing(2, units)
    assert place_of(b, "AH-hq10") == "gone"


def test_wc_the_withdrawals_chart() -> None:
    rows = printed().charts["withdrawal"]
    asked = {
        nation: sum(row.get("infantry", 0) for row in rows if row["nation"] == nation) for nation in ("GE", "AH", "IT")
    }
    assert asked == {"GE": 7, "AH": 9, "IT": 2}
    assert max(row["turn"] for row in rows) == 11
    assert [d.number for d in withdrawals.demands(field_board(GERMANS, turn=3), CP)] == [1]


@pytest.mark.parametrize(("turn", "asked"), [(2, True), (7, False), (11, True), (12, False)])
def test_13_3_the_phase_is_passed_over_when_nothing_is_due(turn: int, asked: bool) -> None:
    assert withdrawals.is_demanding(field_board(GERMANS, turn=turn)) is asked
