"""The expectations of a case, one to a line, in words that can be read aloud."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.kernel.case.expect_units import UNIT_FORMS
from pbem.kernel.case.parts import Expect
from pbem.kernel.case.words import bad, comma_list, fault, tail, unquoted
from pbem.kernel.text.mail import Line
from pbem.kernel.text.words import did_you_mean
from pbem.values.patterns import pattern

# Values of a fact that are asked for by their name alone, several in one line: `odds 2-1, die 3, result 1/2`.
# Values that only one game has may stand beside them.
FIGURES = ("attack", "defence", "ratio", "odds", "shifts", "column", "die", "modifiers", "row", "result")
UNIT_VERBS = tuple(UNIT_FORMS)
STARTERS = (
    "fact", "exactly", "modifier", "loses", "gone", "moved", "rolled", "hex", "side", "note", "asks", "waits", "points",
    "next", "summary", *FIGURES,
)  # fmt: skip

_WORD = pattern(r'(?:[^\s"]|"[^"]*")+')
_VALUE = pattern(r"[+-]?\d+|[+-]\d+/\d+")
_ASKS = pattern(
    r'(?P<side>\S+)\s+(?P<key>"[^"]*"|[^:"]+?)\s*(?::\s*(?P<options>.*?))?'
    r"(?:\s+by\s+(?P<rule>\S+))?(?:\s+default\s+(?P<default>.+?))?"
)


def read_expect(line: Line) -> Expect:
    """One line after `expect:`."""
    text, is_not, episode = line.text, False, tuple[str, ...]()
    if text.lower().startswith("not "):
        text, is_not = text[4:].strip(), True
    if scope := re.match(r"([a-z][a-z-]*) (\d+)\s*:\s+", text):  # `combat 2:` before what happens in it
        text, episode = text[scope.end() :], scope.groups()
        is_not, text = (True, text[4:].strip()) if text.lower().startswith("not ") else (is_not, text)
    words = _WORD.findall(text)
    if not words:
        raise fault(line, "this line expects nothing", line.text, "an expectation")
    verb, words = _verb(line, words)
    found = _FORMS[verb](line, words)
    return Expect(line, found.verb, found.words, found.values, is_not, episode, found.times)


def _names(words: list[str]) -> set[str]:
    """The names of `odds 2-1, die 3`, if the words are such pairs; one of the house's tells that they are."""
    return {pair.partition(" ")[0].lower() for pair in comma_list(" ".join(words)) if " " in pair}


def _verb(line: Line, words: list[str]) -> tuple[str, list[str]]:
    """The verb, and the words with the unit, if one begins the line, before the others."""
    first, second = words[0].lower(), words[1].lower() if len(words) > 1 else ""
    if first in FIGURES or (second and _names(words) & set(FIGURES)):
        return "figures", words
    if first in STARTERS:
        return first, words[1:]
    if second in UNIT_VERBS:
        return second, [words[0], *words[2:]]
    wanted = f"one of {', '.join(STARTERS)}, or a unit and then one of {', '.join(UNIT_VERBS)}"
    advice = did_you_mean(first, STARTERS) or did_you_mean(second, UNIT_VERBS)
    raise fault(line, "this expectation is not understood", words[0], wanted, advice)


# -- forms ---------------------------------------------------------------------------------------------------


def _fact(line: Line, words: list[str]) -> Expect:
    form = '`fact KIND key=value key="two words" key~part`'
    if not words or "=" in words[0]:
        raise bad(line, form)
    values: dict[str, str] = {}
    for word in words[1:]:
        found = re.fullmatch(r"([\w.-]+)([=~])(.*)", word)
        if not found:
            raise bad(line, form)
        values[found[1] + ("~" if found[2] == "~" else "")] = unquoted(found[3])
    return Expect(line, "fact", (words[0],), values)


def _exactly(line: Line, words: list[str]) -> Expect:
    if len(words) < 3 or not words[0].isdecimal() or words[1].lower() not in ("fact", "facts"):
        raise bad(line, "`exactly 2 facts KIND key=value`")
    found = _fact(line, words[2:])
    return Expect(line, "fact", found.words, found.values, times=int(words[0]))


def _figures(line: Line, words: list[str]) -> Expect:
    form = f"`odds 2-1, die 3, result 1/2`: pairs of a name ({', '.join(FIGURES)}, or the game's own) and a value"
    values: dict[str, str] = {}
    for pair in comma_list(" ".join(words)):
        name, _, value = pair.partition(" ")
        near = did_you_mean(name, FIGURES) if name.lower() not in FIGURES else ""
        if near or not value.strip():
            raise fault(line, "the figures cannot be read", pair, form, near)
        values[name.lower()] = unquoted(value)
    return Expect(line, "figures", (), values)


def _modifier(line: Line, words: list[str]) -> Expect:
    form = '`modifier 5.4.ridge +1`, perhaps with `"words of its label"` and `in attack`'
    words, values = tail(line, words, ("in",), form)
    for word in words:
        name = "label" if word[0] == '"' else "value" if _VALUE.fullmatch(word) else "rule"
        if name in values:
            raise bad(line, form)
        values[name] = unquoted(word)
    if not words:
        raise bad(line, form)
    return Expect(line, "modifier", (), values)


def _loses(line: Line, words: list[str]) -> Expect:
    if len(words) not in (1, 2) or (len(words) == 2 and not words[1].isdecimal()):
        raise bad(line, "`loses IT-II 2` or, for a whole side, `loses AL 3`")
    return Expect(line, "loses", tuple(words))


def _gone(line: Line, words: list[str]) -> Expect:
    units = comma_list(" ".join(words))
    if not units:
        raise bad(line, "`gone IT-43, IT-II`")
    return Expect(line, "gone", tuple(units))


def _moved(line: Line, words: list[str]) -> Expect:
    form = "`moved GE-5 0101-0102-0103 cost 4 as advance by 8.71`, or `moved GE-5 to 0103`"
    words, values = tail(line, words, ("to", "cost", "as", "by"), form)
    if len(words) not in (1, 2):
        raise bad(line, form)
    if len(words) == 2:
        values["path"] = words[1]
    return Expect(line, "moved", (words[0],), values)


def _rolled(line: Line, words: list[str]) -> Expect:
    if not words:
        raise bad(line, '`rolled "attack on 0302 / crt" 3`')
    has_faces = len(words) > 1 and words[-1].isdecimal()
    name = unquoted(" ".join(words[:-1] if has_faces else words))
    return Expect(line, "rolled", (name,), {"faces": words[-1]} if has_faces else {})


def _marks(verb: str, example: str) -> Callable[[Line, list[str]], Expect]:
    def read(line: Line, words: list[str]) -> Expect:
        if len(words) < 2:
            raise bad(line, f"`{verb} {example}`; with `not` before it for marks that must not be there")
        return Expect(line, verb, tuple(words))

    return read


def _note(line: Line, words: list[str]) -> Expect:
    if len(words) != 2:
        raise bad(line, "`note strike 3` or `note strike none`")
    return Expect(line, "note", tuple(words))


def _asks(line: Line, words: list[str]) -> Expect:
    found = _ASKS.fullmatch(" ".join(words))
    if not found:
        raise bad(line, '`asks AL "attack on 0302 / option": 1, 2, 3 by 8.9.D2 default 3`')
    values = {name: value for name, value in found.groupdict().items() if value is not None and name != "key"}
    return Expect(line, "asks", (unquoted(found["key"]),), values)


def _waits(line: Line, words: list[str]) -> Expect:
    words = words[1:] if words[:1] == ["for"] else words
    if len(words) > 1:
        raise bad(line, "`waits` or `waits for AL`")
    return Expect(line, "waits", tuple(words))


def _points(line: Line, words: list[str]) -> Expect:
    words, values = tail(line, words, ("by",), "`points CP 35` or `points CP 20 by 24.12`")
    if len(words) != 2 or not re.fullmatch(r"-?\d+", words[1]):
        raise bad(line, "`points CP 35` or `points CP 20 by 24.12`")
    return Expect(line, "points", tuple(words), values)


def _next(line: Line, words: list[str]) -> Expect:
    words, values = tail(line, words, ("turn",), "`next cp-combat` or `next cp-movement turn 2`")
    if len(words) != 1:
        raise bad(line, "`next cp-combat` or `next cp-movement turn 2`")
    return Expect(line, "next", tuple(words), values)


def _summary(line: Line, words: list[str]) -> Expect:
    return Expect(line, "summary", (), _fact(line, ["summary", *words]).values)


_FORMS: dict[str, Callable[[Line, list[str]], Expect]] = {
    "fact": _fact, "exactly": _exactly, "figures": _figures, "modifier": _modifier, "loses": _loses, "gone": _gone,
    "moved": _moved, "rolled": _rolled, "hex": _marks("hex", "0302 fort=2 held=CP"),
    "side": _marks("side", "0302/0303 bridge=blown"), "note": _note, "asks": _asks, "waits": _waits,
    "points": _points, "next": _next, "summary": _summary, **UNIT_FORMS,
}  # fmt: skip
