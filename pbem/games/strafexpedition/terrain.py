"""2.1 The ground: levels, woods, towns, crags, sectors and fronts, as the map has them."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import trace
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side

LEVELS = range(1, 9)
TERRAINS = (*(f"level-{n}" for n in LEVELS), *(f"woods-{n}" for n in LEVELS))
HIGH_MOUNTAIN = 8
WEST, EAST = "west", "east"


def printed_level(map: Map, hex_id: HexId) -> int:
    """2.1, 13.2.2.level: the one level of a hex; with every level in the map no die ever decides on it."""
    return int(map.base[hex_id].rpartition("-")[2])


def level(map: Map, hex_id: HexId) -> int:
    """See 2.1, 13.2.3, ruling R53: a crag hex stands as high as the highest clear hex beside it."""
    return levels(map)[hex_id]


def levels(map: Map) -> Mapping[HexId, int]:
    """See 2.1: the level of every hex, for whoever looks at many."""
    return map.memo("levels", lambda: _levels(map))


def _levels(map: Map) -> dict[HexId, int]:
    by_name = {name: int(name.rpartition("-")[2]) for name in dict.fromkeys(map.base.values())}
    found = {hex_id: by_name[name] for hex_id, name in map.base.items()}
    for hex_id in [one for one in crags(map) if is_crag_hex(map, one)]:
        clear = [printed_level(map, one) for one in map.grid.neighbours[hex_id] if not is_wooded(map, one)]
        found[hex_id] = max(clear, default=found[hex_id])
    return found


def is_wooded(map: Map, hex_id: HexId) -> bool:
    """See 13.2.3: woods."""
    return map.base[hex_id].startswith("woods-")


def is_town(map: Map, hex_id: HexId) -> bool:
    """See 21.2: a town, or a part of one."""
    return map.has(hex_id, "town")


def is_high_mountain(map: Map, hex_id: HexId) -> bool:
    """See 12.2: level 8."""
    return level(map, hex_id) == HIGH_MOUNTAIN


def is_crag(map: Map, a: HexId, b: HexId) -> bool:
    """See 11.0.4: whether a crag lies between two adjacent hexes; the Bridge of Roana has one below it (S5.sp6)."""
    return map.crosses(a, b, "crag")


def crags(map: Map) -> Mapping[HexId, tuple[HexId, ...]]:
    """See 11.0.4: for each hex with crags the hexes beyond them, for whoever looks at many."""
    return map.memo("crags", lambda: _crags(map))


def _crags(map: Map) -> dict[HexId, tuple[HexId, ...]]:
    found: dict[HexId, list[HexId]] = {}
    for here, there in [pair for pair in map.on_side if is_crag(map, *pair)]:
        found.setdefault(here, []).append(there)
    return {here: tuple(beyond) for here, beyond in found.items()}


def is_crag_hex(map: Map, hex_id: HexId) -> bool:
    """See 11.0.4: a hex with six crag hexsides."""
    return len(crags(map).get(hex_id, ())) == len(map.grid.neighbours[hex_id])


def rise(map: Map, a: HexId, b: HexId) -> int:
    """11.0.8, ruling R33: the levels that a step or an assault climbs; none downhill."""
    heights = levels(map)
    return max(0, heights[b] - heights[a])


def sector(map: Map, hex_id: HexId) -> str:
    """2.1.sectors: east or west of the Sector Line."""
    return EAST if map.has(hex_id, "east") else WEST


def is_behind_front(map: Map, hex_id: HexId, side: Side) -> bool:
    """See S1.tr.it: on the side's own part of the map on 15 May, its front included."""
    return map.has(hex_id, "behind", owner=side)


def front(map: Map, side: Side, start: HexId | None = None, end: HexId | None = None) -> tuple[HexId, ...]:
    """See S1.su.it, S1.su.ah: the front line of a side, or the stretch of it between two hexes, both included."""
    line = map.hexes_with("front", owner=side)
    if start is None or end is None:
        return line
    return map.memo(("front", side, start, end), lambda: _stretch(map, line, start, end))


def _stretch(map: Map, line: tuple[HexId, ...], start: HexId, end: HexId) -> tuple[HexId, ...]:
    on_it = dict.fromkeys(line)
    steps = {here: tuple([there for there in map.grid.neighbours[here] if there in on_it]) for here in line}
    return tuple(trace(start, {end: None}, len(line), steps))
