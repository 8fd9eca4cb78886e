"""The numbers of the lines: what the board shows bears the number of the line in which the post tells it.

A combat has the number that the game gave it, and what follows from it a letter: 2, 2a, 2b. All other lines that
the board shows are counted on from the last combat, in the order of the post.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.habits import Telling
from pbem.kernel.telling.story import Told

# Values that a fact gets on its way: where it stood among the facts, and the number of its line.
AT, NUMBER = "index", "line"
SideOf = Callable[[str], str]


def line_numbers(told: Sequence[Told], scenario: Scenario, telling: Telling, drawn: Container[int]) -> dict[int, str]:
    """The number of the line by the index of the fact, for lines of which the board draws at least one fact.

    The facts of the story are `indexed`.
    """
    count = max((part.number for part in told), default=0)
    found: dict[int, str] = {}
    for part in told:
        for number, line in _of_combat(part, scenario, telling) if part.number else _loose(part, scenario, telling):
            indexes = [index for fact in line for index in _indexes(fact)]
            if any(index in drawn for index in indexes):
                count += not number
                found |= dict.fromkeys(indexes, number or str(count))
    return _lettered(found)


def _loose(part: Told, scenario: Scenario, telling: Telling) -> Iterator[tuple[str, list[Fact]]]:
    return (("", line) for line in lines(part.facts, side_of(scenario), telling))


def _of_combat(part: Told, scenario: Scenario, telling: Telling) -> Iterator[tuple[str, list[Fact]]]:
    """The head under the number of the combat, each line after or before it under a number of its own."""
    count = 0
    for run in runs(part.facts, [kind for kind in telling.quiet if kind != "decided"]):
        for line in lines(run, side_of(scenario), telling):
            count += 1
            yield (str(part.number) if part.head in line else f"{part.number} {count}"), line


def _lettered(numbers: Mapping[int, str]) -> dict[int, str]:
    """`2 7` and `2 9` as 2a and 2b: letters only for lines that the board shows, in their order."""
    names: dict[str, str] = {}
    for number in numbers.values():
        combat, sign, _ = number.partition(" ")
        before = sum(1 for other in names if other.startswith(f"{combat} "))
        names.setdefault(number, combat + letter(before) if sign else combat)
    return {index: names[number] for index, number in numbers.items()}


def letter(count: int) -> str:
    """a to z, then aa, ab ..."""
    return (letter(count // 26 - 1) if count >= 26 else "") + "abcdefghijklmnopqrstuvwxyz"[count % 26]


def _indexes(fact: Fact) -> Iterator[int]:
    yield fact[AT]
    for other in fact.get("then", ()):
        yield from _indexes(other)


def indexed(facts: Iterable[Fact]) -> list[Fact]:
    """The facts, each with its place among them as the value `index`."""
    return [fact.having(**{AT: index}) for index, fact in enumerate(facts)]


# -- lines -----------------------------------------------------------------------------------------------------


def numbered(fact: Fact, numbers: Mapping[int, str]) -> Fact:
    """An indexed fact with the number of its line as the value `line` instead of the index."""
    about = {key: value for key, value in fact.about.items() if key != AT}
    if fact[AT] in numbers:
        about[NUMBER] = numbers[fact[AT]]
    if "then" in about:
        about["then"] = [numbered(other, numbers) for other in about["then"]]
    return Fact(fact.kind, fact.rule, about, fact.episode)


def number_in(facts: Fact | Iterable[Fact]) -> str:
    """The number of a line: that of its facts, or of what they have swallowed."""
    for fact in (facts,) if isinstance(facts, Fact) else facts:
        found = fact.get(NUMBER) or number_in(fact.get("then", ()))
        if found:
            return str(found)
    return ""


def lines(facts: Iterable[Fact], side: SideOf, telling: Telling) -> list[list[Fact]]:
    """The facts of a run, line by line: units that go the same way together, losses of a side in a combat together."""
    found: dict[str, list[Fact]] = {}
    for at, fact in enumerate(facts):
        found.setdefault(repr(_line_of(fact, at, side, telling)), []).append(fact)
    return list(found.values())


def _line_of(fact: Fact, at: int, side: SideOf, telling: Telling) -> tuple[Any, ...]:
    """What facts of one line have in common."""
    if fact.kind == "moved":
        path = fact.get("path", ())
        return fact.kind, fact.rule, telling.how_of(fact), path, fact.get("legs") if len(path) < 2 else None
    if fact.kind == "placed":
        return fact.kind, fact.rule, *(fact.get(key) for key in ("how", "place", "why", "beside"))
    if fact.kind == "lost" and telling.number_of(fact):
        return fact.kind, side(fact.get("unit", ""))
    return fact.kind, at


def side_of(scenario: Scenario) -> SideOf:
    """Whose unit it is; nobody's where the scenario does not know it."""
    return lambda unit: scenario.units[UnitId(unit)].side if unit in scenario.units else ""


def runs(facts: Iterable[Fact], quiet: Container[str]) -> list[list[Fact]]:
    """The facts that are told, cut where the kind changes."""
    found: list[list[Fact]] = []
    for fact in facts:
        if fact.kind in quiet:
            continue
        if found and (found[-1][0].kind, found[-1][0].get("how")) == (fact.kind, fact.get("how")):
            found[-1].append(fact)
        else:
            found.append([fact])
    return found
