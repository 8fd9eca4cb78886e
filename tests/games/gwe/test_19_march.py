"""19.0 Forced March, and 23.2, which bars it."""

from __future__ import annotations

import pytest

from pbem.games.gwe import movement
from pbem.games.gwe.counters import AL
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, cost_of, dropped, facts, field, move, play

HQS = "GE-hq HQ 1-30(1)10 hq level=army at 0101\nIT-hq HQ 1-30(1)8 hq level=army at 0701\n"


def walk(row: str, first: int, last: int) -> str:
    return " -> ".join(f"{row}{column:02}" for column in range(first, last + 1))


def test_19_0_the_loss_follows_at_once() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0202\nAH-13 XX 2-3-6 infantry at 0302")
    dice = {"forced march of AH-4": 1, "forced march of AH-13": 6}
    play(b, move("AH-4", walk("02", 3, 10), march=True), move("AH-13", walk("03", 3, 10), march=True), dice=dice)
    kinds = [(f.kind, f.get("unit") or f.get("name")) for f in b.facts if f.kind in ("moved", "rolled", "lost")]
    assert kinds == [
        ("moved", "AH-4"), ("rolled", "forced march of AH-4"), ("lost", "AH-4"),
        ("moved", "AH-13"), ("rolled", "forced march of AH-13"),
    ]  # fmt: skip


def test_19_0_the_bonus_need_not_be_used_but_is_paid() -> None:
    b = board(field(), HQS + "AH-4 XX 2-3-6 infantry at 0202")
    play(b, move("AH-4", "0203", march=True), dice=[3])
    assert b.steps(UnitId("AH-4")) == 1


def test_19_0_a_march_that_is_refused_costs_nothing() -> None:
    b = board(field(), HQS + "AH-II XXX 3-4-6 infantry at 0202")
    play(b, move("AH-II", walk("02", 3, 11), march=True))
    assert dropped(b)[0][0] == "5.14"
    assert b.steps(UnitId("AH-II")) == 4


@pytest.mark.parametrize(
    ("line", "points"),
    [("IT-art3 X (4)2-4 artillery", 5), ("IT-60 XX 2-3-6 infantry", 8), ("FR-47 XX 3-4-8 infantry", 10)],
)
def test_19_11_bonus_by_printed_movement(line: str, points: int) -> None:
    b = board(field(), f"{line} at 0603")
    assert movement.allowance(b, b.units_at("0603")[0], is_march=True) == points


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("IT-art3 X (4)2-4 artillery", 3),
        ("IT-60 XX 2-3-6 infantry", 5),
        ("FR-47 XX 3-4-8 infantry", 6),
        ("GE-5 XX 6-7-8 infantry stosstruppen", 8),
    ],
)
def test_19_11_bonus_is_added_after_halving(line: str, points: int) -> None:
    b = board(field(), f"{line} at 0603 unsupplied", turn=5)
    assert movement.allowance(b, b.units_at("0603")[0], is_march=True) == points


@pytest.mark.parametrize(("turn", "rule"), [(1, "19.12"), (2, "19.12"), (3, "")])
def test_19_12_stosstruppen_march_from_turn_3_on(turn: int, rule: str) -> None:
    b = board(field(), HQS + "GE-26 XX 6-7-8 infantry stosstruppen at 0202", turn=turn)
    play(b, move("GE-26", walk("02", 3, 12), march=True), dice=[6])
    assert [r for r, _ in dropped(b)] == ([rule] if rule else [])
    assert b.place(UnitId("GE-26")) == ("0202" if rule else "0212")


@pytest.mark.parametrize("line", ["AH-1 XX 0-1-4 depot", "AH-1 HQ 1-8(1)10 hq", "AH-1 XX 1-1-10 infantry"])
def test_19_12_no_depots_and_nobody_who_moves_ten(line: str) -> None:
    b = board(field(), HQS + f"{line} at 0203")
    play(b, move("AH-1", "0204", march=True))
    assert dropped(b)[0][0] == "19.12"


def test_19_12_hqs_of_movement_8_march_without_loss() -> None:
    b = board(field(), HQS + "AH-hq5 HQ 1-8(1)8 hq at 0202")
    play(b, move("AH-hq5", walk("02", 3, 12), march=True))
    assert cost_of(b, "AH-hq5") == 10
    assert facts(b, "rolled") == []


def test_19_21_a_corps_always_loses_a_step() -> None:
    b = board(field(), HQS + "IT-II XXX 7-8-6 infantry at 0602")
    play(b, move("IT-II", walk("06", 3, 10), march=True), side=AL)
    assert b.steps(UnitId("IT-II")) == 3
    assert facts(b, "rolled") == []


@pytest.mark.parametrize(("die", "place"), [(1, "gone"), (3, "gone"), (4, "0212"), (6, "0212")])
def test_19_22_a_die_for_divisions_and_brigades(die: int, place: str) -> None:
    b = board(field(), HQS + "AH-b21 X 1-1-8 alpine at 0202")
    play(b, move("AH-b21", walk("02", 3, 12), march=True), dice=[die])
    assert b.place(UnitId("AH-b21")) == place
    assert facts(b, "moved")[0]["path"][-1] == "0212"


def test_23_2_stosstruppen_move_ten_on_turns_1_and_2() -> None:
    line = "GE-55 XX 6-7-8 infantry stosstruppen at 0203"
    points = [movement.allowance(board(field(), line, turn=turn), UnitId("GE-55")) for turn in (1, 2, 3, 15)]
    assert points == [10, 10, 8, 8]


@pytest.mark.parametrize("turn", [1, 2, 5])
def test_16_0_9_21_unsupplied_stosstruppen_move_six(turn: int) -> None:
    b = board(field(), "AH-1 XX 4-5-8 infantry stosstruppen at 0203 unsupplied", turn=turn)
    assert movement.allowance(b, UnitId("AH-1")) == 6


@pytest.mark.parametrize(
    ("line", "points"),
    [("XX 2-3-6 infantry", 3), ("X 1-2-4 infantry", 2), ("XX 3-4-8 alpine", 4), ("XX 1-1-1 infantry", 1)],
)
def test_9_21_movement_is_halved_but_never_below_one(line: str, points: int) -> None:
    b = board(field(), f"IT-1 {line} at 0203 unsupplied")
    assert movement.allowance(b, UnitId("IT-1")) == points


def test_10_35_supply_does_not_touch_hqs() -> None:
    b = board(field(), "IT-hq2 HQ 2-8(1)8 hq at 0203 unsupplied")
    assert movement.allowance(b, UnitId("IT-hq2")) == 8
