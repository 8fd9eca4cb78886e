"""What part of the map is drawn: all of it, a range of hexes, or the active front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.draw.stacks import Stack
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import Grid, HexId
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event


class Around(tuple[str, ...]):
    """Hexes whose surroundings the picture shows; two hexes in a plain tuple are the corners of a window."""


Crop = None | str | Sequence[str]


def window(
    scenario: Scenario, crop: Crop, stacks: Iterable[Stack], events: Sequence[Event], focus: Sequence[HexId] = ()
) -> tuple[HexId, ...]:
    """The hexes that the window must show; none for the whole map. `focus` is in every window that is found by itself.

    Where somebody has a unit in mind, the front does not matter.
    """
    grid = scenario.map.grid
    if crop is None or crop == "":
        return ()
    if isinstance(crop, Around):
        return _grown(grid, [HexId(one) for one in crop])
    if isinstance(crop, str):
        if crop != "auto":
            raise UsageError(f"the crop {crop!r} is not understood; write auto, or two hexes such as 1301 and 2208")
        scene = hexes_of(events) or (() if focus else _front(scenario, list(stacks)))
        return tuple(dict.fromkeys((*_grown(grid, scene), *_grown(grid, focus, 1))))
    if len(crop) != 2 or any(HexId(one) not in grid for one in crop):
        raise UsageError(f"the crop {' '.join(crop)!r} needs two hexes of the map, such as 1301 and 2208")
    return HexId(crop[0]), HexId(crop[1])


def hexes_of(events: Sequence[Event]) -> tuple[HexId, ...]:
    """Where something happened."""
    return tuple(
        dict.fromkeys(hex_id for event in events for hex_id in (*event.path, *event.sources, event.at) if hex_id)
    )


def _front(scenario: Scenario, stacks: Sequence[Stack]) -> tuple[HexId, ...]:
    """The stacks that have an enemy no more than two hexes away."""
    held = {stack.hex: scenario.side_of(stack.units[0]) for stack in stacks}
    grid = scenario.map.grid
    return tuple(h for h, side in held.items() if any(held.get(o, side) != side for o in grid.within(h, 2)))


def _grown(grid: Grid, hexes: Sequence[HexId], by: int = 2) -> tuple[HexId, ...]:
    """The hexes and what lies so many hexes round them."""
    return tuple(dict.fromkeys(other for hex_id in hexes for other in grid.within(hex_id, by)))
