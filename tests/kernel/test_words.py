"""Reading a line word by word: every refusal points with its caret at the word that is meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.errors import Unreadable
from pbem.kernel.text.mail import Line
from pbem.kernel.text.words import Words, did_you_mean, near


def words(text: str, skip: int = 0) -> Words:
    """The words of a line 7, the first few already read."""
    found = Words(Line(7, text))
    found.at = skip
    return found


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("move 5 1802->1803 -> 1704", ["move", "5", "1802", "->", "1803", "->", "1704"]),
        ("attack 1904 with 5, 26 if odds>=3-1", ["attack", "1904", "with", "5", ",", "26", "if", "odds", ">=", "3-1"]),
        ("on */2: advance 26;5", ["on", "*/2", ":", "advance", "26", ";", "5"]),
        (
            "withdraw IT-52 0831 | 0930 (if x<=2)",
            ["withdraw", "IT-52", "0831", "|", "0930", "(", "if", "x", "<=", "2", ")"],
        ),
        ("", []),
    ],
)
def test_a_line_as_words(text: str, tokens: list[str]) -> None:
    assert [word.text for word in words(text).words] == tokens


def test_reading_from_left_to_right() -> None:
    line = words("Move 5 to Udine, now")
    assert (line.peek(), line.peek(1), line.peek(9)) == ("move", "5", "")
    assert line.expect("move", "march") == "move"
    assert line.number("a unit") == 5
    assert (line.skip("->", "to"), line.skip("to")) == (True, False)
    assert line.take("a hex") == "Udine"
    assert line.rest() == ", now"
    assert (line.is_done, line.rest()) == (True, "")
    line.end()


Read = Callable[[Words], object]
REFUSALS: list[tuple[str, int, Read, str, str, str, str, str]] = [
    # line, words already read, what is read, why, found, wanted, advice, caret
    (
        "move 5", 2, lambda w: w.take("a hex"),
        "the line ends too early", "the end of the line", "a hex", "complete the line", "      ^",
    ),
    (
        "attack 1904 wiht 5", 2, lambda w: w.expect("with", "if"),
        "this word is not understood here", "wiht", "`with` or `if`", "did you mean with?", "            ^^^^",
    ),
    (
        "attack 1904 5", 2, lambda w: w.expect("with"),
        "this word is not understood here", "5", "`with`", "write one of them here", "            ^",
    ),
    (
        "attack 1904", 2, lambda w: w.expect("with"),
        "this word is not understood here", "the end of the line", "`with`", "write one of them here", "           ^",
    ),
    (
        "shift two left", 1, lambda w: w.number("how many columns"),
        "a number belongs here", "two", "how many columns", "write it in digits", "      ^^^",
    ),
    (
        "shift ² left", 1, lambda w: w.number("how many columns"),
        "a number belongs here", "²", "how many columns", "write it in digits", "      ^",
    ),
    (
        "shift 1234567", 1, lambda w: w.number("how many columns"),
        "a number belongs here", "1234567", "how many columns", "write it in digits", "      ^^^^^^^",
    ),
    (
        "hold 5 please", 2, lambda w: w.end(),
        "the order is complete before these words", "please", "the end of the line",
        "leave them out; a new order begins on a new line", "       ^^^^^^",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "skip", "read", "why", "found", "wanted", "advice", "caret"), REFUSALS)
def test_refusals(text: str, skip: int, read: Read, why: str, found: str, wanted: str, advice: str, caret: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(words(text, skip))
    problem = caught.value.problem
    assert (problem.family, problem.why, problem.found) == ("unreadable", why, found)
    assert (problem.wanted, problem.advice) == (wanted, advice)
    assert problem.lines()[:2] == [f"line 7  {text}", "        " + caret]


def test_a_spot_may_cover_several_words() -> None:
    line = words("move GE 5 to 1802", 3)
    spot = line.spot(2, 2)
    assert line.line.text[spot.column : spot.column + spot.width] == "GE 5"
    assert (line.whole().column, line.whole().width) == (0, 17)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("mvoe", ["move"]),  # two letters swapped
        ("mov", ["move"]),
        ("MOVEE", ["move"]),
        ("attak", ["attack"]),
        ("hodl", ["hold"]),
        ("x", []),
        ("banana", []),
        ("", []),
    ],
)
def test_near_misses(word: str, meant: list[str]) -> None:
    assert near(word, ("move", "march", "attack", "hold", "withdraw")) == meant


def test_near_misses_come_nearest_first_and_not_too_many() -> None:
    assert near("corp", ("corps", "carp", "core", "corp", "cord", "corn")) == ["corp", "carp", "cord"]
    assert did_you_mean("corp", ("corps", "carp")) == "did you mean carp or corps?"
    assert did_you_mean("zebra", ("corps",)) == ""
