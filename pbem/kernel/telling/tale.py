"""The tale of a step: all that post, board and archive have in common, made once from the facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event, events_of, joined, starts_of
from pbem.kernel.telling.figures import Sums, sums
from pbem.kernel.telling.habits import Telling
from pbem.kernel.telling.numbers import indexed, line_numbers, numbered
from pbem.kernel.telling.story import Chapter, chapters, story
from pbem.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Tale:
    """What a step tells. A fact of a line that the board shows has its number as the value `line`."""

    telling: Telling
    facts: tuple[Fact, ...]
    chapters: tuple[Chapter, ...]
    events: tuple[Event, ...]  # what the board draws
    numbers: Mapping[int, str]  # of the line, by the index of the fact
    sums: Sums

    def each(self, change: Callable[[Fact], Fact]) -> Tale:
        """The same tale with every fact changed: for the report room, which cleans all that it is given."""
        parts = tuple(chapter.each(change) for chapter in self.chapters)
        return replace(self, facts=tuple(change(fact) for fact in self.facts), chapters=parts)


def tale_of(scenario: Scenario, telling: Telling, after: Position, facts: Sequence[Fact]) -> Tale:
    """The tale of the facts that led to a position."""
    events = events_of(facts, telling, scenario.map.grid, starts_of(after.units, facts))
    marked = indexed(facts)
    told = story(marked, telling)
    numbers = line_numbers(told, scenario, telling, {index: None for event in events for index in event.facts})

    def finished(fact: Fact) -> Fact:
        return numbered(fact, numbers)

    parts = tuple(chapter.each(finished) for chapter in chapters(told, telling))
    counted = sums(facts, scenario, telling)
    return Tale(telling, tuple(map(finished, marked)), parts, joined(events, numbers), numbers, counted)
