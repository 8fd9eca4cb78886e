"""The story of a step: facts in the order in which they happened, with like put to like.

A combat is told in one piece: it reaches from the first to the last fact with its number, be it a value `combat`
or the name of a roll or a question that begins with the name of the combat (`attack on 1904 / crt`). What else
happened is told in runs of one kind.
How a game likes its facts grouped stands at the top of its `facts.j2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.kernel.facts import Fact, steps_lost
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario

COMBAT = "combat"
HEADS = (COMBAT, "called-off")  # how a combat came out; they give its number and its name
ORDINARY = ("move", "rail", "march")  # moves by order, whatever the means
_NAMES = {"rolled": "name", "decided": "key"}  # where a fact says what a roll or a question is for


@dataclass(frozen=True, slots=True)
class Habits:
    """How a game tells: kinds that say nothing alone, that swallow others, that are told in one list, or at the end."""

    quiet: Sequence[str] = ()
    tells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    gathered: Sequence[str] = ()
    last: Sequence[str] = ()
    chapters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """Facts that are told together. A combat has its `combat` fact (or what ended it) as `head`."""

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


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading (which may be empty) and what is told under it."""

    title: str
    told: tuple[Told, ...]


def story(facts: Sequence[Fact], habits: Habits) -> list[Told]:
    """What happened, in order; at the end what did not."""
    found: list[Told] = []
    loose: dict[tuple[str, str], int] = {}  # where a gathered kind is told
    late = [fact for fact in facts if fact.kind in habits.last]
    for number, stretch in [*_stretches([fact for fact in facts if fact.kind not in habits.last]), (0, late)]:
        told = swallowed(stretch, habits)
        if number:
            found.append(_combat(number, told))
        else:
            _add_runs(found, told, habits, loose)
    return found


def _stretches(facts: Sequence[Fact]) -> list[tuple[int, list[Fact]]]:
    """The facts cut into combats (with their numbers) and what lies between them (0)."""
    named = {str(fact["name"]): number_of(fact) for fact in facts if fact.kind in HEADS and "name" in fact.about}
    numbers = [number_of(fact) or _number_by_name(fact, named) for fact in facts]
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


def number_of(fact: Fact) -> int:
    """The number of the combat that a fact belongs to; 0 for none, and for rolls and questions, which have a name."""
    episode, given = fact.within(COMBAT), fact.get("combat")
    return episode.number if episode else given if isinstance(given, int) else 0


def _number_by_name(fact: Fact, named: Mapping[str, int]) -> int:
    """The number of the combat for which a roll was made or a question was asked."""
    name = str(fact.get(_NAMES.get(fact.kind, ""), ""))
    return named.get(name.partition(" / ")[0], 0)


def swallowed(facts: Iterable[Fact], habits: Habits) -> list[Fact]:
    """Facts of which the one before already tells are put into it, as `then`: the step lost in an attrition roll."""
    found: list[Fact] = []
    at = -1  # where the fact stands that may tell of the next one
    for fact in facts:
        if fact.kind not in habits.quiet:
            if at >= 0 and _is_told_by(found[at], fact, habits):
                teller = found[at]
                found[at] = teller.having(then=[*teller.get("then", ()), fact])
                continue
            at = len(found)
        found.append(fact)
    return found


def _is_told_by(teller: Fact, fact: Fact, habits: Habits) -> bool:
    return fact.kind in habits.tells.get(teller.kind, ()) and fact.get("unit") == teller.get("unit")


def _combat(number: int, facts: Sequence[Fact]) -> Told:
    heads = [fact for fact in facts if fact.kind in HEADS or _is_outcome(fact)]
    return Told(COMBAT, tuple(facts), number, heads[0] if heads else None)


def _is_outcome(fact: Fact) -> bool:
    """Whether the fact says how the combat came out, and not an episode within it."""
    return bool(fact.get("outcome") and fact.episode and fact.episode.kind == COMBAT)


def _add_runs(found: list[Told], facts: Sequence[Fact], habits: Habits, loose: dict[tuple[str, str], int]) -> None:
    for fact in facts:
        key = (fact.kind, how_of(fact))
        if fact.kind in habits.quiet:
            continue
        is_gathered = _name(*key) in habits.gathered
        at = loose.get(key, -1) if is_gathered else len(found) - 1
        if at >= 0 and _is_like(found[at], key):
            found[at] = Told(fact.kind, (*found[at].facts, fact))
            continue
        found.append(Told(fact.kind, (fact,)))
        if is_gathered:
            loose[key] = len(found) - 1


def how_of(fact: Fact) -> str:
    """The special way in which something happened: a retreat, a displacement; empty for what was ordered."""
    how = str(fact.get("how") or "")
    return "" if fact.kind == "moved" and how in ORDINARY else how


def _name(kind: str, how: str) -> str:
    """`moved` for an ordinary move, `moved/withdrawal` for one of a special kind."""
    return f"{kind}/{how}" if how else kind


def _is_like(told: Told, key: tuple[str, str]) -> bool:
    return told.number == 0 and (told.kind, how_of(told.facts[-1])) == key


def chapters(told: Iterable[Told], habits: Habits) -> list[Chapter]:
    """The story under headings; what has no heading of its own stays under the one before."""
    found: list[Chapter] = []
    for part in told:
        before = found[-1].title if found else ""
        name = _name(part.kind, "" if part.number else how_of(part.facts[0]))
        title = habits.chapters.get(name, before)
        if found and found[-1].title == title:
            found[-1] = Chapter(title, (*found[-1].told, part))
        else:
            found.append(Chapter(title, (part,)))
    return found


# -- figures ---------------------------------------------------------------------------------------------------


def sums(facts: Iterable[Fact], scenario: Scenario) -> dict[str, Any]:
    """The step in figures: combats, and by side the units moved, steps lost and regained, units eliminated."""
    found: dict[str, Any] = {"combats": 0, "moved": {}, "lost": {}, "regained": {}, "eliminated": {}}
    moved: dict[str, None] = {}
    for fact in facts:
        unit = scenario.units.get(fact.get("unit", ""))
        if fact.kind == COMBAT:
            found["combats"] += 1
        elif unit is None:
            continue
        elif fact.kind in ("lost", "eliminated"):
            _count(found["lost"], unit.side, steps_lost(fact))
            _count(found["eliminated"], unit.side, 1 if fact.kind == "eliminated" else 0)
        elif fact.kind == "regained":
            _count(found["regained"], unit.side, int(fact.get("steps", 0)))
        elif fact.kind == "moved" and not how_of(fact) and unit.id not in moved:
            moved[unit.id] = None
            _count(found["moved"], unit.side, 1)
    found["sides"] = list(
        dict.fromkeys(side for counted in found.values() if isinstance(counted, dict) for side in counted)
    )
    return found


def _count(into: dict[str, int], side: str, number: int) -> None:
    if number:
        into[side] = into.get(side, 0) + number


def stacks(
    scenario: Scenario, before: Position | None, after: Position, only_changed: bool = True
) -> list[dict[str, Any]]:
    """The stacks after the step, hex by hex: all, or those that it changed, emptied hexes among them."""
    old, new = _by_hex(scenario, before), _by_hex(scenario, after)
    hexes = sorted({**old, **new})
    wanted = [h for h in hexes if not only_changed or old.get(h) != new.get(h)]
    return [{"hex": h, "units": new.get(h, [])} for h in wanted if h in new or only_changed]


def _by_hex(scenario: Scenario, position: Position | None) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for unit, counter in scenario.units.items():
        state = position.units.get(unit) if position else None
        if state and state.place in scenario.map.grid:
            entry = {"unit": unit, "steps": state.steps, "whole": counter.figure("steps")}
            found.setdefault(state.place, []).append(entry)
    return found
