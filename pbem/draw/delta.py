"""The delta: what a step did, as events with numbers, read from facts by the table of the look. No pictures here.

Events are numbered in the order of the facts; moves of several units along the same path share a number. A report that
wants the same numbers calls `events_of` too, or gives its own numbers by the index of the fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.draw.look import FactLook, Look
from pbem.kernel.facts import Fact
from pbem.kernel.hexes import Grid, HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import UnitState

_KEY = re.compile(r"\{([\w-]+)\}")


@dataclass(frozen=True, slots=True)
class Event:
    """One thing to draw: how, its number, the units, the path or the hex, and what is written beside it."""

    draw: str
    number: int
    units: tuple[str, ...] = ()
    path: tuple[HexId, ...] = ()
    at: HexId | None = None
    targets: tuple[HexId, ...] = ()  # combat: all hexes that are attacked, `at` is the first
    sources: tuple[HexId, ...] = ()  # combat: the hexes of the attackers
    label: str = ""
    facts: tuple[int, ...] = ()  # indexes of the facts that it shows


def events_of(
    facts: Iterable[Fact],
    look: Look,
    grid: Grid,
    before: Mapping[str, str],
    numbers: Mapping[int, int] | None = None,
    side: str | None = None,
) -> tuple[Event, ...]:
    """The events of a step. `before` says where each unit stood when it began."""
    places = dict(before)
    found: list[Event] = []
    for index, fact in enumerate(facts):
        row = look.facts.get(f"{fact.kind}/{fact.get('how', '')}") or look.facts.get(fact.kind)
        if row is None or row.draw == "none" or _is_secret(fact, row, look, side):
            continue
        event = _event(fact, row, index, grid, places)
        if event is not None:
            _add(found, event, places)
    return _numbered(found, numbers)


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


def _is_secret(fact: Fact, row: FactLook, look: Look, side: str | None) -> bool:
    """Whether the fact is about a unit that the side may not see. That a hex attacks, everybody sees."""
    if side is None:
        return False
    looks = [look.units.get(unit) for unit in _list(fact.get(row.unit))]
    return any(one is not None and one.seen_by is not None and side not in one.seen_by for one in looks)


def _event(fact: Fact, row: FactLook, index: int, grid: Grid, places: Mapping[str, str]) -> Event | None:
    units = tuple(_list(fact.get(row.unit)))
    path = tuple(HexId(h) for h in fact.get(row.path, ()) if h in grid)
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
    return Event(row.draw, 0, units, path, at, targets, tuple(sources), _filled(row.label, fact), (index,))


def _list(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _filled(label: str, fact: Fact) -> str:
    """The label with the values of the fact; a key that it lacks leaves nothing behind."""
    return _KEY.sub(lambda key: str(fact.get(key[1], "")), label).strip()


def _add(found: list[Event], event: Event, places: dict[str, str]) -> None:
    """Take the event in; a move along the path of an earlier one joins it, and a last loss is a unit gone."""
    last = found[-1] if found else None
    if last and event.draw == "gone" and last.draw == "loss" and last.units == event.units:
        found[-1] = replace(event, facts=last.facts + event.facts)
        return
    if event.path and event.draw != "combat":
        places |= dict.fromkeys(event.units, event.path[-1])
        for k, other in enumerate(found):
            if other.draw == event.draw and other.path == event.path:
                found[k] = replace(other, units=other.units + event.units, facts=other.facts + event.facts)
                return
    found.append(event)


def _numbered(found: Sequence[Event], numbers: Mapping[int, int] | None) -> tuple[Event, ...]:
    if numbers is None:
        return tuple(replace(event, number=k) for k, event in enumerate(found, 1))
    known = [(event, [numbers[index] for index in event.facts if index in numbers]) for event in found]
    return tuple(replace(event, number=given[0] if given else 0) for event, given in known)
