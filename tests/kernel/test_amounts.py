"""How often and how many: as players write it, and as it is echoed."""

from __future__ import annotations

import pytest

from pbem.kernel.pieces import Side
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.amounts import chosen_words, how_many, read_amount, spread, take_times
from pbem.kernel.text.mail import Line
from pbem.kernel.text.words import Words


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("IT-7", ("IT-7", 1)),
        ("IT-7 twice", ("IT-7", 2)),
        ("IT-7 Once", ("IT-7", 1)),
        ("IT-7 x3", ("IT-7", 3)),
        ("IT-7 x 3", ("IT-7", 3)),
        ("IT-7 4 times", ("IT-7", 4)),
        ("2 x IT-7", ("IT-7", 2)),
        ("IT-7 0 times", ("IT-7", 0)),
        ("retreat 2", ("retreat 2", 1)),
        ("IT-7 x9999", ("IT-7 x9999", 1)),
    ],
)
def test_how_often_an_option_is_taken(text: str, read: tuple[str, int]) -> None:
    assert read_amount(text) == read


@pytest.mark.parametrize("chosen", [(), ("a",), ("a", "a"), ("a", "a", "a", "b"), ("a", "b", "a")])
def test_what_is_echoed_reads_back_as_the_same(chosen: tuple[str, ...]) -> None:
    words = chosen_words(chosen)
    assert spread([word for word in words.split(", ") if word != "none"], ("a", "b")) == chosen


def test_an_option_that_is_called_twice_is_no_amount() -> None:
    assert spread(["fire twice", "hold x2"], ("fire twice", "hold")) == ("fire twice", "hold", "hold")


@pytest.mark.parametrize(("line", "times"), [("twice, b", 2), ("x3", 3), ("5 times", 5), (", b", 1), ("xxv", 1)])
def test_how_often_in_an_order_line(line: str, times: int) -> None:
    assert take_times(Words(Line(1, line))) == times


def asked(least: int, most: int, *options: Option, many: bool = False) -> Question:
    found = options or tuple(map(Option, "abcd"))
    return Question(Side("red"), "key", found, "1", many=many, least=least, most=most)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (asked(0, 0), "one of them"),
        (asked(0, 0, many=True), "any of them, best first, or none"),
        (asked(2, 2), "exactly 2 of them"),
        (asked(0, 3), "at most 3 of them, or none"),
        (asked(1, 0), "at least 1 of them"),
        (asked(2, 3), "2 to 3 of them"),
        (asked(4, 4), "all of them, best first"),
        (asked(1, 1), "exactly 1 of them"),
        (asked(3, 3, Option("a", times=2), Option("b")), "exactly 3 points, shared out among them: `a twice, b`"),
        (asked(0, 1, Option("a", times=2)), "1 point, shared out among them: `a`"),
    ],
)
def test_how_many_a_question_takes(question: Question, words: str) -> None:
    assert how_many(question) == words
