"""Answers to questions with bounds: two of these, five points shared out; what does not fit says found and wanted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.cli.waiting import question_lines
from pbem.desk.inbox.answers import read_replies
from pbem.desk.record.debts import _in_words
from pbem.errors import Problem
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.mail import Line
from pbem.kernel.text.reading import _read_answer
from pbem.kernel.text.words import Words
from tests.report.samples import message_of

RED = Side("red")
GUNS = Question(RED, "guns on 0203", tuple(map(Option, ("G1", "G2", "G3"))), "9.1", least=2, most=2)
HITS = Question(
    RED, "hits in 0203", (Option("IT-7", "3 steps", 3), Option("IT-9", "2 steps", 2), Option("IT-11")), "9.2",
    least=4, most=4, default=("IT-7", "IT-7", "IT-7", "IT-9"), hint="losses: weakest first",
)  # fmt: skip
ANY = Question(RED, "who advances", tuple(map(Option, ("A1", "A2"))), "8.7", many=True)
ONE = Question(RED, "option", tuple(map(Option, ("hold", "run"))), "8.9")
MARKER = Question(RED, "marker", tuple(map(Option, ("exploitation 0603", "reserves 0804"))), "12.2.6g", most=1)
OPEN: Any = SimpleNamespace(open=SimpleNamespace(questions=[one.as_json() for one in (GUNS, HITS, ANY, ONE, MARKER)]))


def answered(line: str) -> tuple[dict[str, Any], list[Problem]]:
    problems: list[Problem] = []
    replies = read_replies(OPEN, "red", [_read_answer(Words(Line(1, line)))], problems)
    return {key: values for key, (_, values) in replies.items()}, problems


@pytest.mark.parametrize(
    "line",
    ["answer Q2: IT-7 twice, IT-9 x2", "answer Q2: 1 x2, 2 twice", "answer hits in 0203: 2 x IT-7, 2 x IT-9",
     "answer Q2: IT-7, IT-7, IT-9, IT-9"],
)  # fmt: skip
def test_points_are_shared_out_in_any_of_these_words(line: str) -> None:
    assert answered(line) == ({"hits in 0203": ("IT-7", "IT-7", "IT-9", "IT-9")}, [])


@pytest.mark.parametrize("line", ["answer Q3: all", "answer Q3: All", "answer who advances: all"])
def test_all_means_every_option(line: str) -> None:
    assert answered(line) == ({"who advances": ("A1", "A2")}, [])


@pytest.mark.parametrize("line", ["answer Q5: reserves 0804", "answer Q5: 2", "answer marker: Reserves 0804"])
def test_a_figure_in_the_name_of_an_option_is_no_amount(line: str) -> None:
    assert answered(line) == ({"marker": ("reserves 0804",)}, [])


@pytest.mark.parametrize(
    ("line", "why", "found", "advice"),
    [
        ("answer Q1: all", "3 chosen, but the question wants exactly 2 of them", "all", "leave out 1"),
        ("answer Q1: G1", "1 chosen, but the question wants exactly 2 of them", "G1", "name 1 more"),
        ("answer Q1: none", "0 chosen, but the question wants exactly 2 of them", "none", "name 2 more"),
        ("answer Q1: G1, G2, G3", "3 chosen, but the question wants exactly 2 of them", "G1, G2, G3", "leave out 1"),
        ("answer Q1: G1 twice", "the same option is chosen twice", "G1 twice", "name each option once"),
        ("answer Q2: IT-7 x4", "IT-7 is given 4 and takes at most 3", "IT-7 x4", "give what is left over to another"),
        ("answer Q2: IT-7 twice, IT-9",
         "3 chosen, but the question wants exactly 4 points, shared out among them", "IT-7 twice, IT-9", "name 1 more"),
        ("answer Q2: IT-8 twice", "this is not one of the options", "IT-8 twice",
         "write the option's word or its number"),
    ],
)  # fmt: skip
def test_what_does_not_fit_says_found_and_wanted(line: str, why: str, found: str, advice: str) -> None:
    replies, problems = answered(line)
    assert (replies, len(problems)) == ({}, 1)
    assert (problems[0].why, problems[0].found, problems[0].advice) == (why, found, advice)
    assert problems[0].wanted.startswith(("exactly 2 of them; they are 1 G1, 2 G2, 3 G3", "exactly 4 points"))


def test_the_question_says_how_many_and_shows_an_answer() -> None:
    lines = question_lines(_in_words("Q2", HITS.as_json()))
    text = " ".join(" ".join(lines).split())
    assert "choose exactly 4 points, shared out among them: answer Q2: IT-7 3 times, IT-9" in text
    assert "1) IT-7 3 steps, at most 3" in text


def test_the_mail_says_it_too_and_its_block_is_an_answer() -> None:
    page = message_of([GUNS, HITS], "txt")
    assert "Write exactly 4 points, shared out among them: IT-7 3 times, IT-9." in page
    assert "Default: IT-7 3 times, IT-9." in page
    assert "IT-7: 3 steps (at most 3)" in page
    assert "# answer Q1: exactly 2 of G1, G2, G3" in page
    assert "\nanswer Q2: IT-7 3 times, IT-9" in page
    assert answered("answer Q2: IT-7 3 times, IT-9")[1] == []


# -- a part of an option -------------------------------------------------------------------------------------

STEPS = Question(
    RED, "losses", (Option("IT-7", "2 steps", parts=2), Option("IT-9", "4 steps", parts=4)), "8.9.x4", many=True,
    default=("IT-7", "IT-9"),
)  # fmt: skip


def paid(line: str) -> tuple[tuple[str, ...] | None, list[str]]:
    problems: list[Problem] = []
    opened: Any = SimpleNamespace(open=SimpleNamespace(questions=[STEPS.as_json()]))
    replies = read_replies(opened, "red", [_read_answer(Words(Line(1, line)))], problems)
    return (replies["losses"][1] if replies else None), [problem.why for problem in problems]


@pytest.mark.parametrize(
    "line",
    [
        "answer Q1: IT-7 1, IT-9 1",
        "answer Q1: IT-7 once, IT-9 x1",
        "answer Q1: 1 x IT-7, IT-9 1",
        "answer Q1: 1 1, 2 1",
    ],
)
def test_steps_are_named_in_any_of_these_words(line: str) -> None:
    assert paid(line) == (("IT-7 1", "IT-9 1"), [])


def test_without_numbers_the_units_pay_whole_in_their_order() -> None:
    assert paid("answer Q1: IT-9, IT-7") == (("IT-9", "IT-7"), [])
    assert paid("answer Q1: IT-9 2, IT-7") == (("IT-9 2", "IT-7"), [])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("answer Q1: IT-7 3", "IT-7 has 2 to give"),
        ("answer Q1: IT-8 1", "this is not one of the options"),
        ("answer Q1: IT-7 1, IT-7 1", "the same is chosen twice"),
    ],
)
def test_steps_that_nobody_has_are_refused(line: str, why: str) -> None:
    assert paid(line) == (None, [why])


def test_the_mail_says_that_steps_can_be_named() -> None:
    text = message_of([STEPS.as_json()], "txt")
    assert "how many of its steps: IT-7 1, IT-9 1" in " ".join(text.split())
