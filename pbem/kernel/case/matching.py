"""Words against values: when the text of an expectation fits what a fact says, and how facts are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from pbem.kernel.facts import Fact

_JOINTS = ("-", ",", ", ", "+", " ")


def listed(values: Iterable[Any]) -> str:
    """Values with commas between them."""
    return ", ".join(str(value) for value in values) or "none"


def value_at(values: Any, path: str) -> Any:
    """What stands under a dotted path: `attack.total`; nothing where it leads nowhere."""
    for step in path.split("."):
        if isinstance(values, Mapping) and step in values:
            values = values[step]
        elif isinstance(values, list) and step.isdecimal() and int(step) < len(values):
            values = values[int(step)]
        else:
            return None
    return values


def fits(wanted: str, value: Any) -> bool:
    """Whether the words mean the value: lists by any joint (`0101-0102`), sums by their total, yes and no."""
    if isinstance(value, bool):
        return wanted.lower() in (("yes", "true") if value else ("no", "false"))
    if isinstance(value, int):
        return re.fullmatch(r"[+-]?\d+", wanted) is not None and int(wanted) == value
    if isinstance(value, Mapping) and "total" in value:
        return fits(wanted, value["total"])
    if isinstance(value, list | tuple):
        items = [str(item) for item in value]
        return any(joint.join(items) == wanted for joint in _JOINTS) or (wanted == "none" and not items)
    return value is not None and str(value) == wanted


def contains(part: str, value: Any) -> bool:
    """Whether the words are part of the value, or an item of a list."""
    if isinstance(value, list | tuple):
        return any(str(item) == part for item in value)
    return part.lower() in text_of(value).lower()


def matching(fact: Fact, wanted: Mapping[str, str]) -> int:
    """How many of the wanted values the fact has; `key~` wants a part."""
    met = 0
    for key, text in wanted.items():
        name = key.removesuffix("~")
        value = value_in(fact, name)
        met += contains(text, value) if key.endswith("~") else fits(text, value)
    return met


def value_in(fact: Fact, name: str) -> Any:
    """A value of the fact; `rule` is its rule, `combat` the number of the combat that it belongs to."""
    found = value_at(fact.about, name)
    if found is None and name == "rule":
        return fact.rule
    episode = fact.within(name) if found is None else None
    return episode.number if episode else found


def text_of(value: Any) -> str:
    """A value as an expectation would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return text_of(value["total"]) if "total" in value else "{...}"
    if isinstance(value, list | tuple):
        return ",".join(str(item) for item in value) or "none"
    return "none" if value is None else str(value)


def fact_text(fact: Fact, wanted: Mapping[str, str]) -> str:
    """The fact in the words of an expectation, the wanted values first."""
    keys = dict.fromkeys([*(key.removesuffix("~") for key in wanted), *fact.about])
    shown = [f"fact {fact.kind}"]
    for key in keys:
        value = value_in(fact, key)
        text = text_of(value)
        if value is not None and len(text) < 60:
            shown.append(f'{key}="{text}"' if " " in text else f"{key}={text}")
    return " ".join(shown[:14])


def terms_of(fact: Fact, where: str = "") -> Iterator[tuple[str, str, Fraction]]:
    """The modifiers in a fact: label, rule and value of every term, in all sums or in the one that is named."""
    for key, value in fact.about.items():
        if isinstance(value, Mapping) and "terms" in value and where in ("", key):
            for label, rule, number in value["terms"]:
                yield str(label), str(rule), Fraction(number)
