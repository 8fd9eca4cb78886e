"""22.0 The Milano strike."""

from __future__ import annotations

from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.reinforcements import due
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, facts, field, play

CAVALRY = "IT-cav41 XX 1-2-8 cavalry strike\nIT-cav42 XX 1-2-8 cavalry strike\nIT-hq HQ 1-60(1)8 hq at 0601\n"
MAP = field()


def test_22_0_crushed_on_turn_3_arrival_on_turn_5() -> None:
    b = board(field(rows=18, columns=33), CAVALRY)
    for turn, die in ((1, 4), (2, 3), (3, 3)):
        b.turn = turn
        play(b, side=AL, dice={"Milano strike": die})
    assert b.noted("strike") == "3"
    assert [fact["crushed"] for fact in facts(b, "strike")] == [False, False, True]
    b.turn = 4
    play(b, side=AL)  # no die any more
    assert due(b, AL) == ()
    b.turn = 5
    assert due(b, AL) == ("IT-cav41", "IT-cav42")
    play(b, side=AL)
    assert {b.place(UnitId(u)) for u in ("IT-cav41", "IT-cav42")} == {"1833"}
    assert b.is_marked(UnitId("IT-cav41"), "entrained")


def test_22_0_the_allies_roll_before_their_own_phase_only() -> None:
    b = board(MAP, CAVALRY)
    made = play(b, side=CP)
    assert made.dice.asked == []  # type: ignore[attr-defined]
    made = play(b, side=AL, dice={"Milano strike": 6})
    assert [f.kind for f in b.facts if f.kind in ("rolled", "supply")][-2:] == ["rolled", "supply"]


def test_22_0_no_strike_without_its_units() -> None:
    b = board(MAP, "IT-13 XX 2-3-6 infantry at 0603\nIT-hq HQ 1-60(1)8 hq at 0601\n")
    play(b, side=AL)
    assert facts(b, "rolled") == []


def test_22_0_a_six_is_no_bar_from_turn_6_on() -> None:
    b = board(MAP, CAVALRY, turn=6)
    play(b, side=AL, dice={"Milano strike": 6})
    assert b.noted("strike") == "6"
