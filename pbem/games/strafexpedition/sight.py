"""13.2.2, 13.2.3 Lines of sight over levels, woods and crags.

What blocks depends on the higher of the two ends alone: hexes above it, and woods as high as it. So the map has eight
areas of blocking hexes, one for each level, and a line is one look into one of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.strafexpedition.terrain import LEVELS, is_wooded, level, levels
from pbem.games.strafexpedition.weather import sight
from pbem.kernel.ground.areas import Area
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.scenario import Scenario
from pbem.values import NamedTuple


def blocking(map: Map, height: int) -> Area:
    """13.2.3 (see 13.2.2, ruling R53): the hexes that block a line whose higher end has this level.

    A crag blocks through its level only. Woods block where they stand as high as the higher end.
    """
    return map.memo(("blocks sight", height), lambda: _blocking(map, height))


def _blocking(map: Map, height: int) -> Area:
    def blocks(hex_id: HexId) -> bool:
        here = level(map, hex_id)
        return here > height or (here == height and is_wooded(map, hex_id))

    return map.areas.of([hex_id for hex_id in map.grid.hexes if blocks(hex_id)])


def is_unblocked(map: Map, observer: HexId, target: HexId) -> bool:
    """See 13.2.2, 13.2.3: nothing between the two is in the way, whatever the distance."""
    height = max(level(map, observer), level(map, target))
    return map.lines.is_clear(observer, target, blocking(map, height))


def sees(scenario: Scenario, weather: str, observer: HexId, target: HexId) -> bool:
    """3.0.los (see 13.2.2, ruling R52): whether the observer hex has a line of sight; to a neighbour always."""
    map = scenario.map
    distance = map.grid.distance(observer, target)
    if distance <= 1:
        return True
    if distance > sight(scenario, weather, level(map, observer), level(map, target)):
        return False
    return is_unblocked(map, observer, target)


class Outlook(NamedTuple):
    """What a level sees of each other level, by their numbers: how far at most, and what blocks."""

    farthest: tuple[int, ...]
    blocking: tuple[Area, ...]


def outlook(scenario: Scenario, weather: str, height: int) -> Outlook:
    """See 13.2.2, 13.2.3: from a level in this weather, for whoever looks at many hexes."""
    return scenario.memo(("outlook", weather, height), lambda: _outlook(scenario, weather, height))


def _outlook(scenario: Scenario, weather: str, height: int) -> Outlook:
    farthest = [sight(scenario, weather, height, there) for there in LEVELS]
    return Outlook((0, *farthest), (0, *(blocking(scenario.map, max(height, there)) for there in LEVELS)))


def seen_from(scenario: Scenario, weather: str, observer: HexId) -> tuple[HexId, ...]:
    """See 13.2.2: every hex that the observer hex sees, the nearest first; its own is not one of them."""
    map, heights = scenario.map, levels(scenario.map)
    farthest, areas = outlook(scenario, weather, heights[observer])
    is_clear, found = map.lines.is_clear, list(map.grid.ring(observer, 1))
    for distance in range(2, max(farthest) + 1):
        for target in map.grid.ring(observer, distance):
            there = heights[target]
            if distance <= farthest[there] and is_clear(observer, target, areas[there]):
                found.append(target)
    return tuple(found)


def seen_among(scenario: Scenario, weather: str, observer: HexId, targets: Iterable[HexId]) -> list[HexId]:
    """See 3.0.los: those of the targets that the observer hex sees: `sees` for many."""
    map, heights = scenario.map, levels(scenario.map)
    farthest, areas = outlook(scenario, weather, heights[observer])
    place, distances, is_clear = map.grid.place, map.grid.distances, map.lines.is_clear
    here, found = place[observer], []
    for target in targets:
        distance, there = distances[place[target] - here], heights[target]
        if distance <= 1 or (distance <= farthest[there] and is_clear(observer, target, areas[there])):
            found.append(target)
    return found
