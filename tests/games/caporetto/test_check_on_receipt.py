"""The check on receipt of combat orders: every problem of a file at once, and nothing about hidden units."""

from __future__ import annotations

from pbem.dice.chosen import KindDice
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.text.orders import Orders
from tests.games.caporetto.boards import board, field, given

UNITS = """
    AH-hq10 XXXX 6/2 hq at 0703 1 support
    AH-1 XX 6-5-8 infantry at 0503
    AH-2 XX 6-5-8 infantry at 0504
    AH-3 XX 6-5-8 infantry at 0702
    IT-7 XX 3-4-8 infantry at 0404
    IT-8 XX 3-4-8 infantry at 0405
    AH-art1 - - artillery support 1
    AH-art2 - - artillery support 1
    AH-art3 - - artillery support 1
    AH-air1 - - air support 1
"""


def checked(b: Board, text: str, section: str = "first-combat", side: Side = CP, step: str = "") -> Played:
    """The orders as the check on receipt plays them: the side's own, the kindest dice, the printed defaults."""
    orders = given(b, text, side, section, {AL: "defaults"})
    step = step or f"{side.lower()}-{section}"
    return play_step(
        GAME,
        b.scenario,
        b.freeze(b.turn, step),
        Input({one: orders.get(one, Orders(one)) for one in (CP, AL)}),
        KindDice(),
        is_check=True,
    )


def found(b: Board, text: str, section: str = "first-combat") -> list[tuple[str, str]]:
    played = checked(b, text, section)
    return [(problem.rule, problem.why) for problem in played.foreseen]


def test_all_problems_of_a_file_at_once_also_behind_the_first_die() -> None:
    b = board(field(), UNITS)
    text = """
        attack 0404 with AH-1 support AH-art1
        attack 0404 with AH-2
        attack 0405 with AH-1
        attack 0405 with AH-3
        attack 0405 with AH-2 support AH-art1
        recon AH-air1 over 0303
        mine 0404
        attack 0303 with AH-2
    """
    assert [rule for rule, _ in found(b, text)] == ["11.3", "11.3", "11.2", "16.1/2", "16.8.1", "EV.B.mine", "11.2"]


def test_a_good_file_meets_no_objection_and_stops_at_the_first_die() -> None:
    b = board(field(), UNITS)
    played = checked(b, "attack 0404 with AH-1 support AH-art1\nattack 0405 with AH-2 support AH-art2")
    assert played.objections() == []
    assert played.stopped


def test_17_2_the_limits_of_a_pause_are_seen_across_the_lines() -> None:
    """17.2, 17.2/4."""
    b = board(field(), UNITS + "IT-9 XX 3-4-8 infantry at 0602\n", notes={"paused.CP": "4"})
    text = (
        "attack 0404 with AH-1 support AH-art1, AH-art2\nattack 0405 with AH-2 support AH-art3\nattack 0602 with AH-3"
    )
    assert [rule for rule, _ in found(b, text)] == ["17.2/4"]
    text = "attack 0404 with AH-1\nattack 0405 with AH-2\nattack 0602 with AH-3"
    assert [rule for rule, _ in found(b, text)] == ["17.2"]


def test_an_order_that_waits_for_something_is_not_judged_yet() -> None:
    b = board(field(), UNITS)
    assert found(b, "attack 0404 with AH-1\nattack 0404 with AH-2 if 0405 empty") == []


def test_11_6_the_check_says_the_same_whatever_lies_below_the_top_unit() -> None:
    text = "attack 0404 with AH-1 support AH-art1\nattack 0404 with AH-2"
    one = board(field(), UNITS + "IT-9 XX 3-4-8 infantry at 0404\n")
    other = board(field(), UNITS + "IT-9 XX 1-1-8 infantry at 0404 1\n")
    assert found(one, text) == found(other, text)
    assert checked(one, text).stopped == checked(other, text).stopped
