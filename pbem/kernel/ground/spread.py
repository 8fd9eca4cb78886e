"""Lines of limited length: supply, command, whatever leads back to a source. The policy is plain data here too."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from pbem.kernel.ground.hexes import HexId
from pbem.values import NamedTuple

Leg = tuple[HexId, int]  # a hex, and the burden carried when the line leaves it


class Spread(NamedTuple):
    """How far each hex lies from the nearest of several sources along lines that may pass."""

    distance: dict[HexId, int]
    legs: dict[HexId, Leg]
    onward: dict[Leg, Leg]

    def line(self, start: HexId) -> tuple[HexId, ...]:
        """The line from a hex to its source, both included."""
        way, leg = [start], self.legs.get(start)
        while leg:
            way.append(leg[0])
            leg = self.onward.get(leg)
        return tuple(way)


def spread(
    sources: Iterable[HexId],
    length: int,
    steps: Mapping[HexId, Sequence[HexId]],
    barred: Container[HexId] = (),
    burden: Container[HexId] = (),
    most: int = 0,
) -> Spread:
    """Every hex from which a line of at most `length` hexes leads to a source.

    The line may pass no `barred` hex and at most `most` hexes that are a `burden` (an enemy zone of control);
    its first hex, the one that asks, counts neither way. A barred hex may still ask.
    """
    if most == 0:
        return _free_spread(sources, length, steps, barred, burden)
    distance: dict[HexId, int] = dict.fromkeys(sources, 0)
    legs: dict[HexId, Leg] = {}
    onward: dict[Leg, Leg] = {}
    lightest: dict[HexId, int] = {}  # the least burden with which a line left the hex
    front: list[tuple[HexId, Leg | None]] = [(source, None) for source in distance]
    for gone in range(1, length + 1):
        ahead: list[tuple[HexId, Leg | None]] = []
        for here, leg in front:
            load = (leg[1] if leg else 0) + (1 if here in burden else 0)
            if load > most or here in barred or load >= lightest.get(here, most + 1):
                continue
            lightest[here] = load
            left: Leg = (here, load)
            if leg:
                onward[left] = leg
            for there in steps[here]:
                if there not in distance:
                    distance[there], legs[there] = gone, left
                if load < lightest.get(there, most + 1):
                    ahead.append((there, left))
        front = ahead
    return Spread(distance, legs, onward)


def _free_spread(
    sources: Iterable[HexId],
    length: int,
    steps: Mapping[HexId, Sequence[HexId]],
    barred: Container[HexId],
    burden: Container[HexId],
) -> Spread:
    """The common case, in which no burden may be carried: a plain flood from all sources at once."""
    distance: dict[HexId, int] = dict.fromkeys(sources, 0)
    legs: dict[HexId, Leg] = {}
    onward: dict[Leg, Leg] = {}
    front = list(distance)
    for gone in range(1, length + 1):
        ahead = []
        for here in front:
            if here in barred or here in burden:
                continue
            left = (here, 0)
            if here in legs:
                onward[left] = legs[here]
            for there in steps[here]:
                if there not in distance:
                    distance[there], legs[there] = gone, left
                    ahead.append(there)
        front = ahead
    return Spread(distance, legs, onward)


def trace(
    start: HexId,
    goals: Container[HexId],
    length: int,
    steps: Mapping[HexId, Sequence[HexId]],
    barred: Container[HexId] = (),
    burden: Container[HexId] = (),
    most: int = 0,
) -> tuple[HexId, ...]:
    """A shortest line from a hex to a goal, both included; empty where there is none. The terms are those of `spread`.

    One search for one hex: quicker than a spread where few hexes ask and goals are near.
    """
    if start in goals:
        return (start,)
    if most == 0:
        return _free_trace(start, goals, length, steps, barred, burden)
    lightest = {start: 0}
    onward: dict[Leg, Leg] = {}
    front: list[Leg] = [(start, 0)]
    for _ in range(length):
        ahead: list[Leg] = []
        for here in front:
            for there in steps[here[0]]:
                load = here[1] + (1 if there in burden else 0)
                if load > most or load >= lightest.get(there, most + 1) or there in barred:
                    continue
                lightest[there] = load
                onward[there, load] = here
                if there in goals:
                    return _line_back((there, load), onward)
                ahead.append((there, load))
        front = ahead
    return ()


def _line_back(leg: Leg, onward: Mapping[Leg, Leg]) -> tuple[HexId, ...]:
    way = [leg]
    while way[-1] in onward:
        way.append(onward[way[-1]])
    return tuple(hex_id for hex_id, _ in reversed(way))


def _free_trace(
    start: HexId,
    goals: Container[HexId],
    length: int,
    steps: Mapping[HexId, Sequence[HexId]],
    barred: Container[HexId],
    burden: Container[HexId],
) -> tuple[HexId, ...]:
    """The common case, in which no burden may be carried."""
    onward: dict[HexId, HexId] = {start: start}
    front = [start]
    for _ in range(length):
        ahead = []
        for here in front:
            for there in steps[here]:
                if there in onward or there in barred or there in burden:
                    continue
                onward[there] = here
                if there in goals:
                    way = [there]
                    while way[-1] != start:
                        way.append(onward[way[-1]])
                    return tuple(reversed(way))
                ahead.append(there)
        front = ahead
    return ()
