"""The delta: what a step did on the board, as events, read from facts by the table on the game's card.

An event bears the number of the line in the post that tells of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import Grid, HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import UnitState
from pbem.kernel.telling.habits import Drawn, Telling

_KEY = re.compile(r"\{([\w-]+)\}")
_PART = re.compile(r"\[([^\[\]]*)\]")  # of a label: only if the fact has what it names


@dataclass(frozen=True, slots=True)
class Event:
    """One thing to draw: how, its number, the units, the path or the hex, and what is written beside it."""

    draw: str
    number: str  # of the line in the post; empty for none
    units: tuple[str, ...] = ()
    path: tuple[HexId, ...] = ()
    at: HexId | None = None
    targets: tuple[HexId, ...] = ()  # combat: all hexes that are attacked, `at` is the first
    sources: tuple[HexId, ...] = ()  # combat: the hexes of the attackers
    label: str = ""
    facts: tuple[int, ...] = ()  # indexes of the facts that it shows


def events_of(facts: Iterable[Fact], telling: Telling, grid: Grid, before: Mapping[str, str]) -> list[Event]:
    """An event for each fact that the board shows. `before` says where each unit stood when the step began."""
    places = dict(before)
    found: list[Event] = []
    for index, fact in enumerate(facts):
        row = telling.drawing_of(fact)
        event = _event(fact, row, index, grid, places) if row else None
        if event is not None:
            found.append(event)
            if event.path and event.draw != "combat":
                places |= dict.fromkeys(event.units, event.path[-1])
    return found


def joined(events: Iterable[Event], numbers: Mapping[int, str]) -> tuple[Event, ...]:
    """The events under the numbers of their facts; what one mark on the board shows becomes one event."""
    found: list[Event] = []
    for event in events:
        _add(found, replace(event, number=numbers.get(event.facts[0], "")))
    return tuple(found)


def starts_of(units: Mapping[UnitId, UnitState], facts: Sequence[Fact]) -> dict[str, str]:
    """Where the units stood before the facts, worked out backward from where they stand now."""
    places: dict[str, str] = {unit: state.place for unit, state in units.items()}
    for fact in reversed(facts):
        unit = fact.get("unit")
        if fact.kind == "moved" and fact.get("path"):
            places[unit] = fact["path"][0]
        elif fact.kind == "placed":
            places[unit] = fact["was"]
        elif fact.kind == "eliminated":
            places[unit] = fact["hex"]
    return places


def _event(fact: Fact, row: Drawn, index: int, grid: Grid, places: Mapping[str, str]) -> Event | None:
    units = tuple(_list(fact.get(row.unit)))
    path = tuple(HexId(h) for key in row.path.split() for h in _list(fact.get(key)) if h in grid)
    spots = _list(fact.get(row.at)) or list(path[-1:])
    targets = tuple(HexId(spot) for spot in spots if spot in grid)
    at = targets[0] if targets else None
    sources: dict[HexId, None] = {}
    for one in _list(fact.get(row.units)) if row.units else []:
        where = places.get(one, one)
        if where in grid:
            sources[HexId(where)] = None
    if row.draw in ("move", "retreat", "advance", "rail") and len(path) < 2:
        return None
    if at is None and not path:
        return None
    return Event(row.draw, "", units, path, at, targets, tuple(sources), _filled(row.label, fact), (index,))


def _list(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _filled(label: str, fact: Fact) -> str:
    """The label with the values of the fact; a key that it lacks leaves nothing, nor the part in [ ] around it."""
    label = _PART.sub(lambda part: part[1] if all(fact.get(key) for key in _KEY.findall(part[1])) else "", label)
    return _KEY.sub(lambda key: str(fact.get(key[1], "")), label).strip()


def _add(found: list[Event], event: Event) -> None:
    """Take the event in: a move of the same line along the same path joins it, and a last loss is a unit gone."""
    last = found[-1] if found else None
    if last and event.draw == "gone" and last.draw == "loss" and last.units == event.units:
        found[-1] = replace(event, number=last.number or event.number, facts=last.facts + event.facts)
        return
    for k, other in enumerate(found):
        if _is_same(other, event):
            units, facts = other.units + event.units, other.facts + event.facts
            found[k] = replace(other, units=units, facts=facts, label=_both(other.label, event.label))
            return
    found.append(event)


def _is_same(one: Event, other: Event) -> bool:
    """Whether one mark on the board does for both: the same way of one line, or losses of one line in a hex."""
    if (one.draw, one.number, one.path) != (other.draw, other.number, other.path) or one.draw == "combat":
        return False
    return bool(one.path) or (bool(one.number) and one.at == other.at)


def _both(one: str, other: str) -> str:
    """Numbers are added up, `-1` and `-2` to `-3`; of other labels the first stays."""
    try:
        return f"{int(one) + int(other):+d}"
    except ValueError:
        return one
