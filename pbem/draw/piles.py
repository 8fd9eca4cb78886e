"""Which units lie in which hex, and in what order: stacks as values, for words and drawings; without PIL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.draw.look import Look, UnitLook
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event
from pbem.values import NamedTuple

PATHS = ("move", "rail", "retreat", "advance")  # what is drawn as an arrow
_NOBODY = UnitLook(symbol="none", figures="?")


class Stack(NamedTuple):
    """The units of a hex, the top one first."""

    hex: HexId
    units: tuple[UnitId, ...]
    looks: tuple[UnitLook, ...]
    hidden: tuple[bool, ...]


def stacks_of(scenario: Scenario, position: Position, look: Look) -> dict[HexId, Stack]:
    """All stacks on the map in the order of its hexes; within one, by rank and then by the manifest."""
    found: dict[HexId, list[UnitId]] = {}
    for unit in scenario.units:
        state = position.units.get(unit)
        if state is not None and state.place in scenario.map.grid:
            found.setdefault(HexId(state.place), []).append(unit)
    return {place: _stack(place, found[place], look) for place in scenario.map.grid.hexes if place in found}


def _stack(hex_id: HexId, found: Sequence[UnitId], look: Look) -> Stack:
    """A stack: the highest rank on top; those that may not be seen below, face down."""
    hidden = {unit: is_stand_in(unit) for unit in found}
    units = sorted(found, key=lambda unit: (hidden[unit], -look.units.get(unit, _NOBODY).rank))
    looks = tuple(look.units.get(unit, _NOBODY) for unit in units)
    return Stack(hex_id, tuple(units), looks, tuple(hidden[unit] for unit in units))


def ghosts_of(events: Sequence[Event], stacks: Mapping[HexId, Stack]) -> dict[HexId, dict[str, None]]:
    """The hexes that units have left empty, and who they were."""
    ghosts: dict[HexId, dict[str, None]] = {}
    for event in events:
        start = event.path[0] if event.draw in PATHS else event.at if event.draw == "gone" else None
        if start is not None and start not in stacks:
            ghosts.setdefault(start, {}).update(dict.fromkeys(event.units))
    return ghosts
