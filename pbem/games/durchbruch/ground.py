"""1.3, 1.4 The ground: levels, trench lines, no man's land, the Isonzo."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Feature, Map
from pbem.kernel.pieces import Side

LEVELS = ("level-1", "level-2", "level-3", "level-4")
TRENCH, FIRST_LINE, NO_MANS_LAND = "trench", "first", "no-mans-land"
ISONZO, STREAM, BRIDGE = "isonzo", "stream", "bridge"


def level(map: Map, hex_id: HexId) -> int:
    """1.3 (see 1.3.1-a): 1 valley, 2 hill, 3 mountain, 4 rock; the map has the level that prevails."""
    return LEVELS.index(map.base[hex_id]) + 1


def trenches(map: Map, hex_id: HexId) -> tuple[Feature, ...]:
    """See 1.3.3: the trench lines in the hex; two hexes with the same feature lie in the same line."""
    return tuple([feature for feature in map.features(hex_id) if feature.name == TRENCH])


def is_trench_of(map: Map, hex_id: HexId, owner: Side) -> bool:
    """See 1.3.3, ruling R05: whose a trench is, which never changes by capture."""
    return map.has(hex_id, TRENCH, owner=owner)


def is_first_line_of(map: Map, hex_id: HexId, owner: Side) -> bool:
    """See 1.3.3: a hex of the side's first line."""
    return map.has(hex_id, TRENCH, owner=owner, line=FIRST_LINE)


def is_between_the_lines(map: Map, hex_id: HexId) -> bool:
    """See 1.4-def, ruling R86: a hex that lies between the two first lines."""
    return map.has(hex_id, NO_MANS_LAND)


def is_no_mans_land(map: Map, hex_id: HexId, side: Side, enemy: Side) -> bool:
    """1.4-def, ruling R86: for a side what lies between the first lines, and the enemy's first line."""
    return hex_id in map.memo(("no man's land", enemy), lambda: _no_mans_land(map, enemy))


def _no_mans_land(map: Map, enemy: Side) -> dict[HexId, None]:
    hexes = (*map.hexes_with(NO_MANS_LAND), *map.hexes_with(TRENCH, owner=enemy, line=FIRST_LINE))
    return dict.fromkeys(hexes)


def is_across_the_isonzo(map: Map, a: HexId, b: HexId) -> bool:
    """See 1.3.4-a, 3-b3: whether the river runs between two adjacent hexes, bridged or not."""
    return map.crosses(a, b, ISONZO)


def ways_from(map: Map) -> Mapping[HexId, tuple[HexId, ...]]:
    """1.3.2: for each hex on a road or trail where it leads; railways lead nowhere."""
    return map.memo("ways", lambda: _ways(map))


def _ways(map: Map) -> dict[HexId, tuple[HexId, ...]]:
    roads, trails = map.line_from("road"), map.line_from("trail")
    return {h: tuple(dict.fromkeys((*roads.get(h, ()), *trails.get(h, ())))) for h in (*roads, *trails)}


def is_built_up(map: Map, hex_id: HexId) -> bool:
    """See 6.5-1, 13.4-village: a village or a town."""
    return map.has(hex_id, "village") or map.has(hex_id, "town")


def bank(map: Map, hex_id: HexId) -> str:
    """See 14.1.7, ruling R147: which bank of the Isonzo a hex lies on, below Saga; nothing elsewhere."""
    found = map.feature(hex_id, "bank")
    return found.get("side") if found else ""
