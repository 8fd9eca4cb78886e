"""3 Zones of control: who exerts them, and where trenches, no man's land and the Isonzo stop them."""

from __future__ import annotations

from pbem.games.durchbruch.counters import exerts_zone
from pbem.games.durchbruch.ground import is_across_the_isonzo, is_between_the_lines, is_trench_of, trenches
from pbem.games.durchbruch.marks import OOC2, PINNED, ZONE
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId


def zone(board: Board, hex_id: HexId, side: Side) -> tuple[HexId, ...]:
    """See 3-a, ruling R05: the adjacent hexes into which a unit of the side exerts its zone from here."""
    map, enemy, is_closed = board.map, board.enemy_of(side), board.scenario.option("trench-zones") == "closed"
    return map.memo(("zone", hex_id, side, is_closed), lambda: _zone(map, hex_id, enemy, is_closed))


def _zone(map: Map, hex_id: HexId, enemy: Side, is_closed: bool) -> tuple[HexId, ...]:
    around = [there for there in map.grid.neighbours[hex_id] if not _is_stopped_by_river(map, hex_id, there)]
    return tuple([there for there in around if _is_open(map, hex_id, there, enemy, is_closed)])


def _is_stopped_by_river(map: Map, here: HexId, there: HexId) -> bool:
    """3-b3: no zone crosses the Isonzo, on a bridge as little as elsewhere."""
    return is_across_the_isonzo(map, here, there)


def _is_open(map: Map, here: HexId, there: HexId, enemy: Side, is_closed: bool) -> bool:
    """3-b1 (see 1.4-zoc, ruling R05): no man's land and, from outside, every trench of the enemy are shut."""
    if is_between_the_lines(map, there):
        return False
    return not is_trench_of(map, there, enemy) or (_is_along_a_line(map, here, there) and not is_closed)


def _is_along_a_line(map: Map, here: HexId, there: HexId) -> bool:
    """3-b2, ruling R05: a unit that stands in a trench line, own or captured, reaches along that same line."""
    return any(line in trenches(map, there) for line in trenches(map, here))


def has_zone(board: Board, unit: UnitId) -> bool:
    """10.1.2-1 (see 3-a, 1.4-pin, 2.4.1-b, 2.5.1-b): regiments and assault units, unless they are pinned or OOC2."""
    if not board.is_on_map(unit) or not exerts_zone(board.unit(unit)):
        return False
    return not board.is_marked(unit, PINNED) and not board.is_marked(unit, OOC2)


def controlled_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 3-a: all hexes in the side's zones."""
    return board.derived(("zoc", side), (side, PINNED, OOC2), lambda: _controlled(board, side))


def _controlled(board: Board, side: Side) -> dict[HexId, None]:
    return {there: None for here in sources(board, side) for there in zone(board, here, side)}


def sources(board: Board, side: Side) -> dict[HexId, None]:
    """See 3-a, 1.5-opt: the hexes from which the side exerts a zone; of a masked stack the enemy is told so."""
    told = [hex_id for hex_id, owner in board.marked_hexes(ZONE).items() if owner == side]
    return {**{board.hex_of(unit): None for unit in board.on_map(side) if has_zone(board, unit)}, **dict.fromkeys(told)}


def is_in_enemy_zone(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 3.1.1: whether an enemy of the side exerts a zone into the hex."""
    return hex_id in controlled_hexes(board, board.enemy_of(side))


def exerting(board: Board, hex_id: HexId, side: Side) -> tuple[HexId, ...]:
    """See 3.1.3: the hexes of enemies in whose zones the hex lies; units of one stack have the same zone."""
    enemy, around = board.enemy_of(side), board.map.grid.neighbours[hex_id]
    able = sources(board, enemy)
    return tuple([there for there in around if there in able and hex_id in zone(board, there, enemy)])
