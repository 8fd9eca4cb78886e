"""9.2 Effects of being out of supply, with 16.0/9.2x."""

from __future__ import annotations

import pytest

from pbem.games.gwe import attrition, supply
from pbem.games.gwe.attack import Spent
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.combat import fight
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.strengths import attack_of_unit, defence_strength
from pbem.games.gwe.walking import allowance
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, facts, table

# One straight row of twelve hexes; the Central Powers' rail leaves the map at 0101.
ROW = """
    terrain:
      01 . . . . . . . . . . . .
    line rail owner=CP: 0101-0102
    hex rail-exit owner=CP: 0101
"""
AL_ROW = ROW.replace("CP", "AL")


def unit(name: str) -> UnitId:
    return UnitId(name)


def supplied(b: Board, name: str) -> bool:
    return supply.is_supplied(b, unit(name))


# -- what it costs -------------------------------------------------------------------------------------------


def test_9_21_movement_and_attack_halved_defence_not() -> None:
    b = board(ROW, "AH-III XXX 5-6-6 infantry at 0110\nIT-1 XX 2-3-6 infantry at 0111\nAH-bT X 1-2-4 infantry at 0109")
    supply.mark_unsupplied(b, CP)
    assert allowance(b, unit("AH-III")) == 3
    assert attack_of_unit(b, unit("AH-III"), (HexId("0111"),)).value == 2
    assert attack_of_unit(b, unit("AH-bT"), (HexId("0110"),)).value == 1  # never below 1
    assert defence_strength(b, CP, (HexId("0110"),), ()).total == 6


def test_16_0_9_21_unsupplied_stosstruppen_keep_six() -> None:
    units = "AH-1 XX 4-5-8 infantry stosstruppen at 0110\nIT-1 XX 2-3-6 infantry at 0111"
    b = board(ROW, units, turn=5)
    supply.mark_unsupplied(b, CP)
    assert allowance(b, unit("AH-1")) == 6
    assert attack_of_unit(b, unit("AH-1"), (HexId("0111"),)).value == 2
    first = board(ROW, units, turn=1)
    supply.mark_unsupplied(first, CP)
    assert allowance(first, unit("AH-1")) == 6  # ruling D12


@pytest.mark.parametrize(("steps", "die", "left"), [(4, 3, 2), (3, 2, 1), (3, 4, 3), (2, 1, 1), (4, 6, 4)])
def test_9_22_half_the_steps_rounded_up(steps: int, die: int, left: int) -> None:
    b = board(AL_ROW, f"IT-VIII XXX 7-8-6 infantry at 0112 {steps}")
    attrition.attrition(b, table(b, {"attrition of IT-VIII": die}), AL)
    assert b.steps(unit("IT-VIII")) == left
    assert facts(b, "attrition")[0]["steps"] == steps - left


def test_9_22_last_step_is_lost_too() -> None:
    b = board(AL_ROW, "IT-b4B X 1-2-8 infantry at 0112 1")
    attrition.attrition(b, table(b, [3]), AL)
    assert b.place(unit("IT-b4B")) == "gone"


def test_4_0_a1e_only_unsupplied_units_of_the_side_roll() -> None:
    b = board(AL_ROW, "IT-1 XX 2-3-6 infantry at 0103\nIT-17 XX 2-3-6 infantry at 0112\nAH-b1 X 1-1-8 alpine at 0110")
    dice = table(b, {"attrition of IT-17": 5})
    attrition.attrition(b, dice, AL)
    assert [f["name"] for f in facts(b, "rolled")] == ["attrition of IT-17"]


def test_9_23_unsupplied_attacker_rolls_before_the_odds() -> None:
    b = board(AL_ROW, "IT-52 XX 6-3-8 alpine back=4-2 at 0111\nAH-b1 X 1-1-8 alpine at 0112")
    orders = Attack((HexId("0112"),), (unit("IT-52"),))
    names = {"attack on 0112 / attrition of IT-52": 1, "attack on 0112 / crt": 6}
    fight(b, table(b, names, "default"), AL, orders, Spent())
    assert facts(b, "lost", unit="IT-52")[0].rule == "9.23"
    assert facts(b, "combat")[0]["attack"]["total"] == 2  # reduced side 4, halved


def test_9_23_defenders_and_supplied_attackers_roll_nothing() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0103\nIT-b4B X 1-1-8 infantry at 0104")
    orders = Attack((HexId("0104"),), (unit("AH-4"),))
    assert not supplied(b, "IT-b4B")
    fight(b, table(b, {"attack on 0104 / crt": 6}, "default"), CP, orders, Spent())
    assert facts(b, "attrition") == []


def test_9_24_hqs_never_roll() -> None:
    b = board(AL_ROW, "IT-hqC HQ 1-6(1)8 hq at 0112")
    attrition.attrition(b, table(b), AL)
    assert facts(b, "rolled") == []


@pytest.mark.parametrize(
    ("ground", "extra", "rolls"),
    [
        (".", "", 0),
        ("%", "", 1),
        ("^", "", 1),
        ("^", "hex city: 0112", 0),
        ("%", "hex town: 0112", 1),
        (".", "hex trench owner=CP: 0112", 0),
    ],
    ids=["clear", "swamp", "mountain", "city", "town in swamp", "trench in clear"],
)
def test_16_0_9_22_central_powers_in_the_plain(ground: str, extra: str, rolls: int) -> None:
    sheet = ROW.replace(". .\n", f". {ground}\n") + f"    {extra}\n"
    b = board(sheet, "AH-21 XX 2-3-6 infantry at 0112")
    assert not supplied(b, "AH-21")
    attrition.attrition(b, table(b, [6]), CP)
    assert len(facts(b, "rolled")) == rolls


def test_16_0_9_22_attackers_in_the_plain_and_allies_everywhere() -> None:
    b = board(ROW, "AH-21 XX 6-3-6 infantry at 0111\nIT-b4B X 1-1-8 infantry at 0112")
    assert attrition.attacker_attrition(b, table(b), unit("AH-21")) == 0
    b = board(AL_ROW, "IT-1 XX 2-3-6 infantry at 0112")
    attrition.attrition(b, table(b, {"attrition of IT-1": 2}), AL)
    assert b.steps(unit("IT-1")) == 1


def test_16_0_9_25_monitor_is_always_supplied() -> None:
    b = board("terrain:\n  01 ~ ~ ~", "IT-monitor - (4)10 monitor at 0102")
    assert supplied(b, "IT-monitor")
    attrition.attrition(b, table(b), AL)
    assert facts(b, "rolled") == []
