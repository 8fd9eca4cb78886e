"""The story of a step: facts in the order in which they happened, with like put to like.

A combat is told in one piece: it reaches from the first to the last fact of its episode. What else happened is told in
runs of one kind.
How a game likes its facts grouped stands on its card (`habits.Telling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.kernel.facts import Fact
from pbem.kernel.telling.habits import Telling
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Told:
    """Facts that are told together. A combat has the fact that says how it came out as `head`."""

    kind: str
    facts: tuple[Fact, ...]
    number: int = 0
    head: Fact | None = None

    @property
    def before(self) -> tuple[Fact, ...]:
        """The facts of a combat before its head."""
        return self.facts[: self._at]

    @property
    def after(self) -> tuple[Fact, ...]:
        """The facts of a combat after its head."""
        return self.facts[self._at + 1 :]

    @property
    def _at(self) -> int:
        return next((n for n, fact in enumerate(self.facts) if fact is self.head), len(self.facts))

    def each(self, change: Callable[[Fact], Fact]) -> Told:
        """The same, with every fact changed."""
        facts = tuple(change(fact) for fact in self.facts)
        return Told(self.kind, facts, self.number, None if self.head is None else facts[self._at])


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading (which may be empty) and what is told under it."""

    title: str
    told: tuple[Told, ...]

    def each(self, change: Callable[[Fact], Fact]) -> Chapter:
        """The same, with every fact changed."""
        return Chapter(self.title, tuple(part.each(change) for part in self.told))


def story(facts: Sequence[Fact], telling: Telling) -> list[Told]:
    """What happened, in order; at the end what did not."""
    found: list[Told] = []
    loose: dict[str, int] = {}  # where a gathered kind is told
    late = [fact for fact in facts if fact.kind in telling.last]
    done = [fact for fact in facts if fact.kind not in telling.last]
    for number, stretch in [*_stretches(done, telling), (0, late)]:
        told = swallowed(stretch, telling)
        if number:
            found.append(_combat(number, told, telling))
        else:
            _add_runs(found, told, telling, loose)
    return found


def _stretches(facts: Sequence[Fact], telling: Telling) -> list[tuple[int, list[Fact]]]:
    """The facts cut into combats (with their numbers) and what lies between them (0)."""
    numbers = [telling.number_of(fact) for fact in facts]
    last = {number: index for index, number in enumerate(numbers) if number}
    found: list[tuple[int, list[Fact]]] = [(0, [])]
    current = 0
    for index, (fact, number) in enumerate(zip(facts, numbers, strict=True)):
        if number and number != current:
            current = number
            found.append((current, []))
        found[-1][1].append(fact)
        if current and index >= last[current]:
            current = 0
            found.append((0, []))
    return [part for part in found if part[1]]


def swallowed(facts: Iterable[Fact], telling: Telling) -> list[Fact]:
    """Facts of which the one before already tells are put into it, as `then`: the step lost in an attrition roll."""
    found: list[Fact] = []
    at = -1  # where the fact stands that may tell of the next one
    for fact in facts:
        if fact.kind not in telling.quiet:
            if at >= 0 and _is_told_by(found[at], fact, telling):
                teller = found[at]
                found[at] = teller.having(then=[*teller.get("then", ()), fact])
                continue
            at = len(found)
        found.append(fact)
    return found


def _is_told_by(teller: Fact, fact: Fact, telling: Telling) -> bool:
    return fact.kind in telling.tells.get(teller.kind, ()) and fact.get("unit") == teller.get("unit")


def _combat(number: int, facts: Sequence[Fact], telling: Telling) -> Told:
    heads = [fact for fact in facts if telling.is_head(fact)]
    return Told(telling.whole, tuple(facts), number, heads[0] if heads else None)


def _add_runs(found: list[Told], facts: Sequence[Fact], telling: Telling, loose: dict[str, int]) -> None:
    for fact in facts:
        if fact.kind in telling.quiet:
            continue
        name = telling.name_of(fact)
        is_gathered = name in telling.gathered
        at = loose.get(name, -1) if is_gathered else len(found) - 1
        if at >= 0 and found[at].number == 0 and telling.name_of(found[at].facts[-1]) == name:
            found[at] = Told(fact.kind, (*found[at].facts, fact))
            continue
        found.append(Told(fact.kind, (fact,)))
        if is_gathered:
            loose[name] = len(found) - 1


def chapters(told: Iterable[Told], telling: Telling) -> list[Chapter]:
    """The story under headings; what has no heading of its own stays under the one before."""
    found: list[Chapter] = []
    for part in told:
        before = found[-1].title if found else ""
        name = part.kind if part.number else telling.name_of(part.facts[0])
        title = telling.chapters.get(name, before)
        if found and found[-1].title == title:
            found[-1] = Chapter(title, (*found[-1].told, part))
        else:
            found.append(Chapter(title, (part,)))
    return found
