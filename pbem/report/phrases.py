"""Small words that every template can use, whatever the game: numbers, lists, rule citations, blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.fog import is_stand_in
from pbem.kernel.naming import begun
from pbem.kernel.scenario import Scenario
from pbem.kernel.tally import signed as signed_fraction
from pbem.kernel.telling.numbers import NUMBER, number_in
from pbem.report.marks import PHRASES, block, phrase

PLACES = {"waiting": "the reinforcements", "gone": "the eliminated units", "aside": "the units set aside"}


def unit_word(unit: Any) -> str:
    """A unit by its designation; one that the reader may not see has none."""
    return phrase("unit", "1 unseen unit" if is_stand_in(str(unit)) else unit)


def unit_words(units: Iterable[Any]) -> str:
    """Several units: `GE-5, GE-12 and GE-26`; those that the reader may not see are counted."""
    found = list(units)
    named = [unit for unit in found if not is_stand_in(str(unit))]
    return listed([*map(unit_word, named), *unseen_words(len(found) - len(named))])


def unseen_words(number: int) -> list[str]:
    """`2 unseen units`, if there are any."""
    return [phrase("unit", count(number, "unseen unit"))] if number else []


def stack_words(units: Iterable[Mapping[str, Any]]) -> str:
    """Units of a stack with the steps they have left: `GE-5 2/2, GE-hq14, 2 unseen units`."""
    found = list(units)
    named = [u for u in found if not is_stand_in(u["unit"])]
    words = [unit_word(u["unit"]) + (f" {u['steps']}/{u['whole']}" if u["whole"] else "") for u in named]
    return ", ".join([*words, *unseen_words(len(found) - len(named))])


def number_word(facts: Fact | Iterable[Fact]) -> str:
    """The number under which the board shows a line, to stand before it; nothing where it does not."""
    found = number_in(facts)
    return f"{phrase('number', found)} " if found else ""


def plain_words() -> dict[str, Any]:
    """The functions that every template can use; templates/README.md lists them."""
    found: dict[str, Any] = {kind: _phrase_maker(kind) for kind in PHRASES if kind not in ("hex", "unit", "number")}
    found |= {kind: _block_maker(kind) for kind in ("title", "para", "head", "row")}
    found |= {
        "pre": lambda text, verbs="": block("pre", verbs, text),
        "image": lambda text, address: block("picture", text, address),
        "heading": lambda text, level=2: block("heading", text, level),
        "item": lambda text, level=1: block("item", text, level),
        "quote": lambda who, text: block("quote", who, text),
        "fold": lambda text, caller: block("fold", text) + str(caller()) + block("unfold"),
        "count": count, "spelled": spelled, "ordinal": ordinal, "signed": signed, "listed": listed, "alike": alike,
        "rules": rules, "percent": percent, "upper_first": begun, "source": source, "moves_of": moves_of,
        "no": number_word,
    }  # fmt: skip
    return found


def _phrase_maker(kind: str) -> Any:
    return lambda text: phrase(kind, text)


def _block_maker(kind: str) -> Any:
    return lambda *fields: block(kind, *fields)


def count(number: int, word: str, words: str = "") -> str:
    """`1 step`, `3 steps`; `words` is for words that do not take an s."""
    return f"{number} {word if number == 1 else words or word + 's'}"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int, word: str, words: str = "") -> str:
    """`one combat`, `four combats`, `12 combats`: small numbers in words, as sentences have them."""
    written = count(number, word, words)
    return f"{_NUMBERS[number]}{written[written.index(' ') :]}" if 0 <= number < len(_NUMBERS) else written


def ordinal(name: str) -> str:
    """`5th`, `22nd`; what is no number stays as it is."""
    if not name.isdecimal():
        return name
    ending = "th" if name[-2:-1] == "1" else {"1": "st", "2": "nd", "3": "rd"}.get(name[-1], "th")
    return name + ending


def signed(number: int | str) -> str:
    """`+1`, `-2`, and of what is not whole `+1 1/2`."""
    return f"{number:+d}" if isinstance(number, int) else signed_fraction(number)


def listed(parts: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    found = [part for part in parts if part]
    return f"{', '.join(found[:-1])} {word} {found[-1]}" if len(found) > 1 else "".join(found)


def alike(facts: Iterable[Fact], *keys: str) -> list[list[Fact]]:
    """The facts in groups that agree in these values, each group where its first fact stands."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(repr([fact.rule, *(fact.get(key) for key in keys)]), []).append(fact)
    return list(groups.values())


def moves_of(facts: Iterable[Fact], *hows: str) -> list[Fact]:
    """The moves of these kinds: `moves_of(facts, "retreat")`."""
    return [fact for fact in facts if fact.kind == "moved" and fact.get("how") in hows]


SOURCES = {"orders": "orders", "standing": "standing orders", "default": "the printed default",
           "answer": "a mailed answer", "kept": "the earlier answer"}  # fmt: skip


def source(name: str) -> str:
    """Where a decision came from."""
    return SOURCES.get(name, name)


def rules(ids: str) -> str:
    """Several rule numbers, `5.4.mountain, 5.4.trench`, cited as one."""
    return phrase("rule", ids)


def percent(part: int, whole: int) -> str:
    """A share in whole per cent, halves rounded up."""
    return f"{(200 * part + whole) // (2 * whole)}%" if whole else ""


def neutral(fact: Fact, scenario: Scenario) -> str:
    """A sentence for any fact: its kind and all its values, with the rule."""
    values = [
        f"{key.replace('_', ' ')} {_value(value, scenario)}"
        for key, value in fact.about.items()
        if key not in ("then", NUMBER)
    ]
    head = begun(fact.kind.replace("-", " "))
    cited = f" {phrase('rule', fact.rule)}" if fact.rule else ""
    then = "".join(f" {neutral(other, scenario)}" for other in fact.get("then", ()))
    return f"{head}{': ' if values else ''}{', '.join(values)}{cited}.{then}"


def _value(value: Any, scenario: Scenario) -> str:
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} {_value(entry, scenario)}" for key, entry in value.items()) + ")"
    if isinstance(value, (list, tuple)):
        return " ".join(_value(entry, scenario) for entry in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if text in scenario.units:
        return unit_word(text)
    return phrase("hex", text) if text in scenario.map.grid else text or "none"
