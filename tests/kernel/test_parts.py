"""Answers that take a part of an option: `IT-7 2` for two of its steps."""

from __future__ import annotations

import pytest

from pbem.kernel.pieces import Side
from pbem.kernel.questions import Option, Question, question_from_json, split_part
from pbem.kernel.text.amounts import how_many
from pbem.kernel.text.preferences import among

QUESTION = Question(
    Side("red"), "losses", (Option("IT-7", "2 steps", parts=2), Option("IT-9", "4 steps", parts=4)), "8.9", many=True
)


@pytest.mark.parametrize(
    ("answer", "is_allowed"),
    [
        (("IT-7", "IT-9"), True),
        (("IT-7 1", "IT-9 1"), True),
        (("IT-9 4",), True),
        (("IT-7 1", "IT-9"), True),
        (("IT-7 3",), False),
        (("IT-7 0",), False),
        (("IT-8 1",), False),
        (("IT-7 1", "IT-7 1"), False),
    ],
)
def test_what_a_question_allows(answer: tuple[str, ...], is_allowed: bool) -> None:
    assert QUESTION.allows(answer) is is_allowed


def test_an_option_without_parts_takes_no_number() -> None:
    assert not Question(Side("red"), "who", (Option("IT-7"),), "8.9", many=True).allows(("IT-7 1",))


def test_it_survives_its_plain_values() -> None:
    assert question_from_json(QUESTION.as_json()).options == QUESTION.options


def test_orders_take_as_many_as_there_are() -> None:
    assert among(QUESTION, ("IT-7 4", "IT-8 1", "IT-9 1", "IT-7")) == ("IT-7 2", "IT-9 1", "IT-7")


def test_names_with_blanks_and_figures_are_told_apart() -> None:
    assert split_part("IT-7 2") == ("IT-7", 2)
    assert split_part("IT-7") == ("IT-7", 0)
    assert split_part("2") == ("2", 0)


def test_the_question_says_how() -> None:
    assert how_many(QUESTION).endswith("how many of its steps: `IT-7 1, IT-9 1`")
