"""7.0 Zones of control."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.games.gwe.counters import is_combat_unit
from pbem.games.gwe.fortress import standing_fortress
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import ByHex, Map, contiguous
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.scenario import Scenario


def exerts_zoc(board: Board, unit: UnitId) -> bool:
    """7.12, 7.26, 16.0/7.26 (see 5.36): every combat unit but depots and entrained units; no HQ, no Monitor."""
    return unit in _guards(board.scenario) and not board.is_marked(unit, "entrained")


def _guards(scenario: Scenario) -> dict[UnitId, bool]:
    """The units with a zone of control, as long as they are off the train, and whether they are Alpine."""
    return scenario.memo("guards", lambda: {u.id: u.type == "alpine" for u in scenario.units.values() if _is_guard(u)})


def _is_guard(unit: Unit) -> bool:
    return is_combat_unit(unit) and unit.type != "depot"


def controlled_area(board: Board, side: Side) -> Area:
    """7.0: all hexes in the side's zones of control."""
    return board.derived(("zoc", side), (side, "hex fort", "entrained"), lambda: _controlled_area(board, side))


def _controlled_area(board: Board, side: Side) -> Area:
    forts = board.map.hexes_with("fortress", owner=side)
    guarded = {hex_id: False for hex_id in forts if standing_fortress(board, hex_id, side)}
    guards = _guards(board.scenario)
    for unit in board.on_map(side):
        if unit in guards and not board.is_marked(unit, "entrained"):
            hex_id = board.hex_of(unit)
            guarded[hex_id] = guarded.get(hex_id, False) or guards[unit]  # whether an Alpine unit is among them
    zones, area = {kind: _zones(board.map, kind) for kind in (False, True)}, 0
    for hex_id, is_alpine in guarded.items():
        area |= zones[is_alpine][hex_id]
    return area


def controlled_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 7.0: the same hexes one by one."""
    owners = (side, "hex fort", "entrained")
    return board.derived(("zoc hexes", side), owners, lambda: board.map.areas.hexes(controlled_area(board, side)))


def zone(map: Map, hex_id: HexId, is_alpine: bool) -> dict[HexId, None]:
    """7.11, 16.0/7.1b (see 16.0/7.1a): the hexes that a unit in this hex controls."""
    return map.areas.hexes(_zones(map, is_alpine)[hex_id])


def _zones(map: Map, is_alpine: bool) -> Mapping[HexId, Area]:
    areas = map.areas
    return map.memo(("zones", is_alpine), lambda: ByHex(lambda hex_id: areas.of(_zone(map, hex_id, is_alpine))))


def _zone(map: Map, hex_id: HexId, is_alpine: bool) -> Iterator[HexId]:
    for there in map.grid.neighbours[hex_id]:
        if map.crosses(hex_id, there, "impassable"):  # 7.11
            continue
        if map.crosses(hex_id, there, "ridge") and not is_alpine:  # 16.0/7.1b
            continue
        if not is_between_trench_lines(map, hex_id, there):  # 16.0/7.1a
            yield there


def is_between_trench_lines(map: Map, a: HexId, b: HexId) -> bool:
    """16.0/7.1a: both are trench hexes, and not of the same contiguous line."""
    lines = map.memo("trench lines", lambda: _trench_lines(map))
    return a in lines and b in lines and lines[a] != lines[b]


def _trench_lines(map: Map) -> dict[HexId, int]:
    """Ruling D16: a line is a largest set of trench hexes of one owner that hang together."""
    lines: dict[HexId, int] = {}
    for owner in ("AL", "CP"):
        for group in contiguous(map.grid, map.hexes_with("trench", owner=owner)):
            number = len(lines)
            lines |= dict.fromkeys(group, number)
    return lines


def is_in_enemy_zoc(board: Board, hex_id: HexId, side: Side) -> bool:
    """7.25 (see 7.0): whether the enemy of the side controls the hex; more than one zone counts as one."""
    return board.map.areas.bit[hex_id] & controlled_area(board, board.enemy_of(side)) != 0


def blocks_line(board: Board, hex_id: HexId, side: Side) -> bool:
    """7.24: enemy control that counts for supply and retreat: none where a friendly unit or fortress stands."""
    if not is_in_enemy_zoc(board, hex_id, side):
        return False
    has_friend = any(board.unit(u).side == side and is_combat_unit(board.unit(u)) for u in board.units_at(hex_id))
    return not has_friend and standing_fortress(board, hex_id, side) is None
