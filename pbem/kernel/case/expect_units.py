"""Expectations that begin with a unit: what it is, where it is, what it can do."""

from __future__ import annotations

from collections.abc import Callable

from pbem.kernel.case.parts import Expect
from pbem.kernel.case.words import bad, comma_list, tail, unquoted
from pbem.kernel.text.mail import Line


def _at(line: Line, words: list[str]) -> Expect:
    if len(words) < 2:
        raise bad(line, "`IT-II at 0303 2 guest`: a place, perhaps the steps left, perhaps marks")
    return Expect(line, "at", tuple(words))


def _reaches(line: Line, words: list[str]) -> Expect:
    words, values = tail(line, words, ("cost", "by"), "`GE-5 reaches 0104 cost 5`")
    if len(words) != 2:
        raise bad(line, "`GE-5 reaches 0104 cost 5`")
    return Expect(line, "reaches", tuple(words), values)


def _cannot(line: Line, words: list[str]) -> Expect:
    words, values = tail(line, words, ("by",), "`GE-5 cannot reach 0105 by 5.13`")
    if len(words) != 3 or words[1].lower() != "reach":
        raise bad(line, "`GE-5 cannot reach 0105 by 5.13`")
    return Expect(line, "cannot", (words[0], words[2]), values)


def _is(line: Line, words: list[str]) -> Expect:
    words, values = tail(line, words, ("by",), "`GE-5 is out of supply by 9.12`")
    if len(words) < 2:
        raise bad(line, "`GE-5 is in supply`, `is out of command`, as the order sheet says it")
    return Expect(line, "is", (words[0], " ".join(words[1:])), values)


def _may(line: Line, words: list[str]) -> Expect:
    if len(words) < 2:
        raise bad(line, "`GE-5 may attack 0302`, as the order sheet says it")
    return Expect(line, "may", (words[0], " ".join(words[1:])))


def _has(line: Line, words: list[str]) -> Expect:
    values: dict[str, str] = {}
    for pair in comma_list(" ".join(words[1:])):
        name, _, value = pair.partition(" ")
        values[name] = unquoted(value)
    if not values or not all(values.values()):
        raise bad(line, "`GE-5 has move 10, figures 6-7-8`: entries of the order sheet")
    return Expect(line, "has", (words[0],), values)


UNIT_FORMS: dict[str, Callable[[Line, list[str]], Expect]] = {
    "at": _at, "reaches": _reaches, "cannot": _cannot, "is": _is, "may": _may, "has": _has,
}  # fmt: skip
