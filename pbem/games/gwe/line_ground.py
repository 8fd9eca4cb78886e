"""9.14, 16.0/9.18, 16.0/10.33: the ground over which lines of supply and command, and retreats, may lead."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.ground.areas import Ways
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import ByHex, Map

WATER = ("sea", "lake", "lagoon")

Steps = Mapping[HexId, tuple[HexId, ...]]


def line_steps(map: Map, tcr: int) -> Steps:
    """16.0/9.18 (see 16.0/10.33, 9.14): from each hex the hexes a line may continue to; only TCR 1 crosses ridges."""
    return map.memo(("line steps", tcr == 1), lambda: _line_steps(map, tcr))


def _line_steps(map: Map, tcr: int) -> ByHex[tuple[HexId, ...]]:
    walls = _walls(map, tcr)

    def is_open(here: HexId, there: HexId) -> bool:
        return map.base[there] not in WATER and (here, there) not in walls

    return ByHex(lambda here: tuple(there for there in map.grid.neighbours[here] if is_open(here, there)))


def line_ways(map: Map, tcr: int) -> Ways:
    """See 9.14, 16.0/9.18, 16.0/10.33: the same steps backward, from where a line ends to where it may begin."""
    return map.memo(("line ways", tcr == 1), lambda: _line_ways(map, tcr))


def _line_ways(map: Map, tcr: int) -> Ways:
    water = map.areas.of(hex_id for hex_id, terrain in map.base.items() if terrain in WATER)
    return map.areas.ways(_walls(map, tcr), never_left=water)


def _walls(map: Map, tcr: int) -> dict[tuple[HexId, HexId], None]:
    """See 9.14, 16.0/9.18: the hexsides that no line crosses; they are the same from both sides."""
    names = ("impassable",) if tcr == 1 else ("impassable", "ridge")
    return {side: None for side, found in map.on_side.items() if any(feature.name in names for feature in found)}
