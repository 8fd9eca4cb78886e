"""17.3 The Italian Monitor: it goes by water and meets no land unit."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import UnitId

WATER = ("sea", "lagoon")


def is_navigable(map: Map, hex_id: HexId) -> bool:
    """17.31, ruling H9: all-sea and lagoon hexes, and land hexes with coastal water; a river alone is not enough."""
    return map.base[hex_id] in WATER or map.has(hex_id, "coast") or map.has(hex_id, "lagoon-coast")


def water_exits(map: Map) -> Exits[HexId]:
    """17.32 (see 17.31): one point for each hex of a continuous way by water; impassable hexsides do not count."""
    return map.memo("water exits", lambda: _water_exits(map))


def _water_exits(map: Map) -> dict[HexId, tuple[tuple[HexId, int], ...]]:
    wet = {hex_id: None for hex_id in map.grid.hexes if is_navigable(map, hex_id)}
    around = map.grid.neighbours
    return {here: tuple((there, 1) for there in around[here] if there in wet) for here in map.grid.hexes}


def why_not_by_water(board: Board, unit: UnitId, goal: HexId, cost: int | None, left: int) -> Illegal:
    """See 17.31: why the Monitor does not get there."""
    called = board.map.called(goal)
    if not is_navigable(board.map, goal):
        why = f"{called} has neither sea nor coastal water; {unit} moves by water only"
        return Illegal("17.31", why, found=board.map.base[goal], wanted="a sea or coastal hex")
    if cost is None:
        return Illegal("17.31", f"no water route leads to {called}", wanted="neighbouring sea or coastal hexes")
    found, wanted = f"{cost} hexes by water", f"at most {left} MP, one for each hex"
    return Illegal("17.31", f"{called} is too far for {unit}", found=found, wanted=wanted)
