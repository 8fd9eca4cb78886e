"""7.0 Zones of control."""

from __future__ import annotations

from pbem.games.gwe.counters import is_combat_unit
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.occupation import enemy_of
from pbem.kernel.board import Board
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.terrain import Map, contiguous


def exerts_zoc(board: Board, unit: UnitId) -> bool:
    """7.12, 7.26, 5.36, 16.0/7.26: every combat unit but depots and entrained units; no HQ, no Monitor."""
    counter = board.unit(unit)
    return is_combat_unit(counter) and counter.type != "depot" and not board.is_marked(unit, "entrained")


def controlled_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """7.0: all hexes in the side's zones of control."""
    return board.derived(("zoc", side), (side, "hex fort", "entrained"), lambda: _controlled_hexes(board, side))


def _controlled_hexes(board: Board, side: Side) -> dict[HexId, None]:
    found: dict[HexId, None] = {}
    for hex_id in board.map.hexes_with("fortress", owner=side):
        if standing_fortress(board, hex_id, side):
            found.update(zone(board.map, hex_id, is_alpine=False))
    guarded: dict[HexId, bool] = {}  # whether an Alpine unit is among those that exert it
    for unit in board.on_map(side):
        if exerts_zoc(board, unit):
            hex_id = board.hex_of(unit)
            guarded[hex_id] = guarded.get(hex_id, False) or board.unit(unit).type == "alpine"
    for hex_id, is_alpine in guarded.items():
        found.update(zone(board.map, hex_id, is_alpine))
    return found


def zone(chart: Map, hex_id: HexId, is_alpine: bool) -> dict[HexId, None]:
    """7.11, 16.0/7.1a, 16.0/7.1b: the hexes that a unit in this hex controls."""
    return chart.memo(("zone", hex_id, is_alpine), lambda: _zone(chart, hex_id, is_alpine))


def _zone(chart: Map, hex_id: HexId, is_alpine: bool) -> dict[HexId, None]:
    around: dict[HexId, None] = {}
    for there in chart.grid.neighbours[hex_id]:
        if chart.crosses(hex_id, there, "impassable"):  # 7.11
            continue
        if chart.crosses(hex_id, there, "ridge") and not is_alpine:  # 16.0/7.1b
            continue
        if is_between_trench_lines(chart, hex_id, there):  # 16.0/7.1a
            continue
        around[there] = None
    return around


def is_between_trench_lines(chart: Map, a: HexId, b: HexId) -> bool:
    """16.0/7.1a: both are trench hexes, and not of the same contiguous line."""
    lines = chart.memo("trench lines", lambda: _trench_lines(chart))
    return a in lines and b in lines and lines[a] != lines[b]


def _trench_lines(chart: Map) -> dict[HexId, int]:
    """Ruling D16: a line is a largest set of trench hexes of one owner that hang together."""
    lines: dict[HexId, int] = {}
    for owner in ("AL", "CP"):
        for group in contiguous(chart.grid, chart.hexes_with("trench", owner=owner)):
            number = len(lines)
            lines |= dict.fromkeys(group, number)
    return lines


def is_in_enemy_zoc(board: Board, hex_id: HexId, side: Side) -> bool:
    """7.0, 7.25: whether the enemy of the side controls the hex; more than one zone counts as one."""
    return hex_id in controlled_hexes(board, enemy_of(side))


def blocks_line(board: Board, hex_id: HexId, side: Side) -> bool:
    """7.24: enemy control that counts for supply and retreat: none where a friendly unit or fortress stands."""
    if not is_in_enemy_zoc(board, hex_id, side):
        return False
    has_friend = any(board.unit(u).side == side and is_combat_unit(board.unit(u)) for u in board.units_at(hex_id))
    return not has_friend and standing_fortress(board, hex_id, side) is None
