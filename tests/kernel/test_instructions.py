"""Instructions for results: `on */2: losses A; advance B`, read, written, and found when the dice have spoken."""

from __future__ import annotations

import pytest

from pbem.errors import Problem, Unreadable
from pbem.kernel.board import Board
from pbem.kernel.episodes import Episode
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.instructions import (
    OnResult,
    Results,
    instructed,
    is_told,
    on_result,
    results_named,
    take_instructions,
)
from pbem.kernel.text.mail import Line
from pbem.kernel.text.phrases import take_list
from pbem.kernel.text.words import Words
from tests.kernel.mini import BLUE, RED, position, scenario

RESULTS = Results(str.isdecimal, lambda theirs: theirs == "E" or theirs.isdecimal(), "a result such as 1/2 or */E")
HEXES = (HexId("0101"),)


def read(text: str, results: Results = RESULTS) -> tuple[OnResult, ...]:
    words = Words(Line(1, text))
    who = dict.fromkeys(("losses", "advance"), lambda: take_list(words, lambda: words.take("a unit")))
    found = take_instructions(words, results, who)
    words.end()
    return found


def refused(text: str) -> Problem:
    with pytest.raises(Unreadable) as refusal:
        read(text)
    return refusal.value.problem


def test_they_are_written_as_they_are_read_with_the_topics_in_their_order() -> None:
    found = read("on */2: advance B; losses A, B on any: advance C")
    assert found == (on_result("*", "2", losses=("A", "B"), advance=("B",)), on_result("*", "*", advance=("C",)))
    assert " ".join(map(str, found)) == "on */2: losses A, B; advance B on */*: advance C"
    assert read(" ".join(map(str, found))) == found


def test_any_may_stand_for_either_half() -> None:
    assert [(one.attacker, one.defender) for one in read("on any/2: losses A on 1/any: losses A")] == [
        ("*", "2"),
        ("1", "*"),
    ]


def test_results_may_have_names() -> None:
    named = results_named("perfect", "partial")
    found = read("on Perfect: advance B on any: losses A", named)
    assert " ".join(map(str, found)) == "on perfect: advance B on any: losses A"
    assert read(" ".join(map(str, found)), named) == found
    assert [one.fits("perfect") for one in found] == [True, True]
    assert [one.fits("") for one in found] == [False, True]
    with pytest.raises(Unreadable, match="not understood here"):
        read("on 1/2: advance B", named)


@pytest.mark.parametrize("result", ["1-2", "x/1", "1/x", "1", "E/1"])
def test_what_is_no_result_of_the_game_is_refused(result: str) -> None:
    problem = refused(f"on {result}: losses A")
    assert problem.why == "this is not a combat result"
    assert (problem.found, problem.wanted) == (result.upper(), RESULTS.wanted)


def test_a_topic_stands_once_and_something_must_be_wanted() -> None:
    problem = refused("on 1/1: losses A; advance B; losses C")
    assert (problem.why, problem.found) == ("`losses` appears twice after one result", "losses")
    assert problem.spot is not None
    assert problem.spot.column == len("on 1/1: losses A; advance B; ")
    assert refused("on 1/1:").wanted == "`losses` or `advance`"
    assert refused("on 1/1: on 2/2: losses A").found == "on"


def test_an_instruction_may_say_all_that_a_later_one_says() -> None:
    first = on_result("*", "1", losses=("A",), advance=("all",))
    assert first.covers(on_result("2", "1", losses=("B",)))
    assert not first.covers(on_result("2", "*", losses=("B",)))
    assert not on_result("*", "*", losses=("A",)).covers(on_result("1", "1", advance=("B",)))


# -- when the dice have spoken -------------------------------------------------------------------------------


def asked(board: Board, topic: str, result: str, orders: tuple[OnResult, ...], **other: object) -> tuple[str, ...]:
    side, hexes = other.get("side", RED), other.get("hexes", HEXES)
    with board.episode("combat", "attack on 0101", side=RED, hexes=HEXES) as episode:
        assert isinstance(episode, Episode)
        if result:
            board.outcome("combat", "1.0", result=result)
        question = Question(RED, topic, (Option("A"), Option("B")), "1.0", many=True, about={"topic": topic})
        if side != RED:
            question = Question(BLUE, topic, question.options, "1.0", many=True, about={"topic": topic})
        return instructed(board, question.asked_in(episode), "combat", hexes, orders)  # type: ignore[arg-type]


def new_board() -> Board:
    return Board(scenario(["RED-1"]), position("any", {"RED-1": "0101"}))


def test_the_first_that_fits_the_result_and_speaks_of_the_topic_counts() -> None:
    orders = read("on 1/*: losses A on */2: losses B; advance B on any: advance A")
    assert asked(new_board(), "losses", "1/2", orders) == ("A",)
    assert asked(new_board(), "losses", "0/2", orders) == ("B",)
    assert asked(new_board(), "advance", "1/0", orders) == ("A",)
    assert asked(new_board(), "losses", "0/0", orders) == ()
    assert asked(new_board(), "second", "1/2", orders) == ()
    assert (is_told(orders, "1/1", "losses"), is_told(orders, "0/1", "losses")) == (True, False)


def test_it_speaks_of_its_own_attack_only() -> None:
    orders = read("on any: losses A")
    assert asked(new_board(), "losses", "1/2", orders, side=BLUE) == ()
    assert asked(new_board(), "losses", "1/2", orders, hexes=(HexId("0102"),)) == ()
    assert asked(new_board(), "losses", "", orders) == ("A",)
    alone = Question(RED, "losses", (Option("A"),), "1.0", about={"topic": "losses"})
    assert instructed(new_board(), alone, "combat", HEXES, orders) == ()
