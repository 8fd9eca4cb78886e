"""A step that is played anew after an amendment: which rolls and answers it takes over, and when it must not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.errors import Diverged, Waiting
from pbem.kernel.board import Board
from pbem.kernel.journal import Journal, Page
from pbem.kernel.questions import Answer, Option, Question
from pbem.kernel.rolls import Cast, Kept, Occasion, Settled
from pbem.kernel.table import Table
from tests.kernel.mini import BLUE, RED, Listed, dice, position, say, scenario

SCENE = scenario(["RED-1"])
HIT, RUN = say("hit 0203", "run 0101")
FRESH = 7  # the epoch in which new dice fall
OLD: Kept = {
    Occasion("roll", "crt", "hit 0203"): Settled(3, (5,), 6),
    Occasion("ask", "option", "hit 0203"): Settled(0, ("yes",)),
    Occasion("roll", "second", "hit 0203", ("option: yes",)): Settled(4, (2,), 6),
    Occasion("roll", "second", "hit 0203", ("option: no",)): Settled(5, (3,), 6),  # of another version
    Occasion("roll", "weather", ""): Settled(3, (6,), 6),
    Occasion("ask", "tea", ""): Settled(0, ("no",)),
}
UNASKED = {k: v for k, v in OLD.items() if k.kind == "roll" and "option: no" not in k.decided}


def table(cast: Listed, kept: Kept = OLD, known: Mapping[str, Answer] | None = None, **fields: Any) -> Table:
    """A table at which a step is played anew."""
    board = Board(SCENE, position("step", {"RED-1": "0101"}))
    answers = known or {}
    return Table(board, cast, lambda board, q: answers.get(q.key), first_epoch=FRESH, kept=kept, **fields)


def question(key: str, *options: str) -> Question:
    return Question(BLUE, key, tuple(Option(option) for option in options or ("yes", "no")), "8.5")


def pages(here: Table) -> list[tuple[str, int]]:
    return [(page.key, page.epoch) for page in here.journal.pages if page.kind == "roll"]


def test_dice_and_answers_of_an_order_that_stands_are_taken_over() -> None:
    cast, here = Listed(), None
    here = table(cast)
    with here.attempt(HIT):
        assert here.roll("crt") == 5
        assert here.choose(question("option")) == "yes"
        assert here.roll("second") == 2
    assert here.roll("weather") == 6
    assert cast.cast_rolls == []
    assert pages(here) == [("crt", 3), ("second", 4), ("weather", 3)]
    assert [page.source for page in here.journal.pages if page.kind == "ask"] == ["kept"]


def test_the_dice_of_another_order_are_cast_in_the_fresh_epoch() -> None:
    cast = dice(1)
    here = table(cast)
    with here.attempt(RUN):
        assert here.roll("crt") == 1
    assert [roll.epoch for roll in cast.cast_rolls] == [FRESH]


def test_a_roll_under_no_order_is_not_one_under_an_order() -> None:
    here = table(dice(1, 2))
    assert here.roll("crt") == 1
    with here.attempt(HIT):
        assert here.roll("weather") == 2


def test_an_answer_that_stands_goes_before_new_orders() -> None:
    """He knows what came of it: other standing orders must not choose again."""
    here = table(Listed(), known={"option": Answer(("no",), "standing")})
    with here.attempt(HIT):
        assert here.choose(question("option")) == "yes"


def test_outside_an_order_new_orders_go_before_an_old_answer() -> None:
    assert table(Listed(), known={"tea": Answer(("yes",), "orders")}).choose(question("tea")) == "yes"
    assert table(Listed()).choose(question("tea")) == "no"  # nobody is asked twice


def test_after_another_decision_the_dice_of_that_order_are_new() -> None:
    here = table(dice(1), known={"option": Answer(("later",), "orders")})
    with here.attempt(HIT):
        assert here.roll("crt") == 5
        assert here.choose(question("option", "no", "later")) == "later"  # the old answer is not open any more
        assert here.roll("second") == 1
    assert here.roll("weather") == 6  # that of another order stays
    assert pages(here) == [("crt", 3), ("second", FRESH), ("weather", 3)]


def test_a_question_that_was_never_asked_before_is_a_new_decision() -> None:
    here = table(dice(1), known={"path": Answer(("yes",), "default")})
    with here.attempt(HIT):
        here.choose(question("path"))
        assert here.roll("second") == 1


def test_an_answer_that_is_not_open_any_more_is_asked_for_again() -> None:
    here = table(Listed())
    with pytest.raises(Waiting, match="blue is asked: option"), here.attempt(HIT):
        here.choose(question("option", "no", "later"))


def test_after_the_decision_of_another_version_its_dice_come_back() -> None:
    rolls = {occasion: old for occasion, old in OLD.items() if occasion.kind == "roll"}
    for chosen, face in (("yes", 2), ("no", 3)):
        here = table(Listed(), rolls, {"option": Answer((chosen,), "orders")})
        with here.attempt(HIT):
            here.choose(question("option"))
            assert here.roll("second") == face


def test_an_order_of_an_instalment_that_comes_again_keeps_its_dice() -> None:
    here = table(Listed(), instalments=lambda side, key: (HIT,))
    here.more(RED, "part 2")
    with here.attempt(HIT):
        assert here.roll("crt") == 5
    assert here.roll("weather") == 6


def test_questions_of_one_moment_are_of_one_occasion() -> None:
    first = table(Listed(), {}, {"option": Answer(("no",), "orders"), "path": Answer(("yes",), "orders")})
    with first.attempt(HIT):
        first.ask_all([question("option"), question("path")])
    assert {occasion.decided for occasion in first.occasions.values()} == {()}


def test_another_die_is_another_roll() -> None:
    here = table(dice(1))
    with here.attempt(HIT):
        assert here.roll("crt", 10) == 1


def test_another_number_of_dice_is_another_roll() -> None:
    here = table(dice(1, 2))
    with here.attempt(HIT):
        assert here.rolls("crt", 2) == (1, 2)


def test_reading_again_gives_the_same_and_a_forged_page_does_not_pass() -> None:
    first = table(dice(1), known={"option": Answer(("no",), "orders")}, kept=UNASKED)
    with first.attempt(HIT):
        first.roll("crt")
        first.choose(question("option"))
        first.roll("second")
    again = table(Listed(), kept=UNASKED)
    again.journal = Journal(first.journal.pages)
    with again.attempt(HIT):
        assert (again.roll("crt"), again.choose(question("option")), again.roll("second")) == (5, "no", 1)
    kept = Page("roll", "crt", (5,), epoch=3, cast=Cast(("crt",), 6))
    for forged in (kept._replace(values=(6,)), kept._replace(epoch=2)):
        liar = table(Listed())
        liar.journal = Journal([forged])
        with pytest.raises(Diverged), liar.attempt(HIT):
            liar.roll("crt")
