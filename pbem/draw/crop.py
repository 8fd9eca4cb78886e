"""What part of the map is drawn: all of it, a range of hexes, or the active front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.draw.stacks import Stack
from pbem.errors import UsageError
from pbem.kernel.ground.hexes import Grid, HexId
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event

Crop = None | str | Sequence[str]


def window(scenario: Scenario, crop: Crop, stacks: Iterable[Stack], events: Sequence[Event]) -> tuple[HexId, ...]:
    """The hexes that the window must show; none for the whole map."""
    grid = scenario.map.grid
    if crop is None or crop == "":
        return ()
    if isinstance(crop, str):
        if crop != "auto":
            raise UsageError(f"the crop {crop!r} is not understood; write auto, or two hexes such as 1301 and 2208")
        return _grown(grid, _scene(events) or _front(scenario, list(stacks)))
    if len(crop) != 2 or any(HexId(one) not in grid for one in crop):
        raise UsageError(f"the crop {' '.join(crop)!r} needs two hexes of the map, such as 1301 and 2208")
    return HexId(crop[0]), HexId(crop[1])


def _scene(events: Sequence[Event]) -> tuple[HexId, ...]:
    """Where something happened."""
    return tuple(
        dict.fromkeys(hex_id for event in events for hex_id in (*event.path, *event.sources, event.at) if hex_id)
    )


def _front(scenario: Scenario, stacks: Sequence[Stack]) -> tuple[HexId, ...]:
    """The stacks that have an enemy no more than two hexes away."""
    held = {stack.hex: scenario.side_of(stack.units[0]) for stack in stacks}
    grid = scenario.map.grid
    return tuple(h for h, side in held.items() if any(held.get(o, side) != side for o in grid.within(h, 2)))


def _grown(grid: Grid, hexes: Sequence[HexId]) -> tuple[HexId, ...]:
    """The hexes and what lies two hexes round them."""
    return tuple(dict.fromkeys(other for hex_id in hexes for other in grid.within(hex_id, 2)))
