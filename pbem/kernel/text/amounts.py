"""How often and how many, in words: `IT-7 twice, IT-9`, `exactly 2 of them`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import groupby

from pbem.kernel.questions import Question
from pbem.kernel.text.words import Words
from pbem.values.patterns import pattern

_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_MOST = 999  # of one option: more digits than that are no amount
_BEHIND = pattern(r"(.*\S)\s+(?:(once|twice|thrice)|[x*]\s*(\d{1,3})|(\d{1,3})\s*(?:times|x))", re.IGNORECASE)
_BEFORE = pattern(r"(\d{1,3})\s*(?:x|\*|times)\s+(\S.*)", re.IGNORECASE)


def read_amount(text: str) -> tuple[str, int]:
    """A chosen option and how often: `IT-7 twice`, `IT-7 x2`, `IT-7 3 times`, `2 x IT-7`, `IT-7` alone for once."""
    behind, before = _BEHIND.fullmatch(text.strip()), _BEFORE.fullmatch(text.strip())
    if behind:
        word, digits = behind[2], behind[3] or behind[4]
        return behind[1], _TIMES[word.lower()] if word else int(digits)
    return (before[2], int(before[1])) if before else (text.strip(), 1)


def spread(chosen: Sequence[str], options: Collection[str]) -> tuple[str, ...]:
    """What was written, with each option as often as it was taken; an option that is called `x2` is no amount."""
    read = [(word, 1) if word in options else read_amount(word) for word in chosen]
    return tuple(word for word, times in read for _ in range(times))


def take_times(words: Words) -> int:
    """How often, after a name in an order line: `twice`, `x2`, `3 times`; once where nothing is said."""
    if words.peek() in _TIMES:
        return _TIMES[words.take("how often").lower()]
    crossed = words.peek().removeprefix("x")
    if words.peek().startswith("x") and crossed.isdecimal() and int(crossed) <= _MOST:
        words.take("how often")
        return int(crossed)
    if words.peek(1) == "times":
        found = words.number("how many times")
        words.expect("times")
        return found
    return 1


def times_words(number: int) -> str:
    """How often, as it is written after a name: nothing for once, ` twice`, ` 3 times`."""
    return {1: "", 2: " twice"}.get(number, f" {number} times")


def chosen_words(chosen: Sequence[str]) -> str:
    """What was chosen, in its order; `none` for nothing. Reading it again gives the same."""
    runs = [(value, len(list(same))) for value, same in groupby(chosen)]
    return ", ".join(f"{value}{times_words(count)}" for value, count in runs) or "none"


def how_many(question: Question) -> str:
    """How many of its options a question takes, after the word `choose`."""
    least, most = question.bounds
    if any(option.times > 1 for option in question.options):
        what = "1 point" if most == 1 else f"{_span(least, most, question.room)} points"
        example = chosen_words(question.filled(()) or (question.options[0].value,))
        return f"{what}, shared out among them: `{example}`"
    if any(option.parts for option in question.options):
        some = ", ".join(f"{option.value} 1" for option in question.options[:2])
        return f"any of them, best first, or none; a number after one says how many of its steps: `{some}`"
    if not question.is_bounded:
        return "any of them, best first, or none" if question.many else "one of them"
    if least == most == len(question.options):
        return "all of them, best first" if most > 1 else "the only one there is"
    return f"{_span(least, most, question.room)} of them" + ("" if least else ", or none")


def _span(least: int, most: int, room: int) -> str:
    """`exactly 2`, `at most 3`, `at least 1`, `2 to 4`."""
    if least == most:
        return f"exactly {least}"
    if not least:
        return f"at most {most}"
    return f"at least {least}" if most >= room else f"{least} to {most}"
