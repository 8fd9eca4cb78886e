"""The Terrain Effects Chart: what a hex is, who may enter it, and what the weather makes of it (7.9, 7.11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto.counters import is_hq, is_mountain
from pbem.games.caporetto.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import ByHex, Map
from pbem.kernel.pieces import UnitId

Row = Mapping[str, Any]
RAIN = "torrential-rain"
BUILT = ("town", "city")
WATER = ("sea", "lake")
LAKE = "lake-side"
AS_ALPINE = "as-alpine"  # an option of ruling R45

# -- weather -------------------------------------------------------------------------------------------------


def is_winter(board: Board) -> bool:
    """See 7.11, ruling R05: whether the Turn Record Track marks this turn as winter."""
    months = board.scenario.charts["weather"]["winter"]
    return board.turn <= len(months) and bool(months[board.turn - 1])


def is_raining(board: Board) -> bool:
    """7.11/3, EV.A.rain, ruling R43: Torrential Rain lasts for the whole turn, for both sides."""
    return board.noted("event") == RAIN


# -- what a hex is -------------------------------------------------------------------------------------------


def row(board: Board, name: str) -> Row:
    """A row of the chart."""
    found: Row = board.scenario.charts["terrain"][name]
    return found


def ground(map: Map, hex_id: HexId) -> str:
    """TEC.dominant (see 8.0, ruling R45): the terrain whose stacking counts; dominant terrain is a terrain of its
    own."""
    return map.base[hex_id]


def terrains(map: Map, hex_id: HexId) -> tuple[str, ...]:
    """7.7/2, TEC.town, ruling R45: every row of the chart that speaks of the hex."""
    kept = map.memo("terrains", lambda: ByHex(lambda h: _terrains(map, h)))
    return kept[hex_id]


def _terrains(map: Map, hex_id: HexId) -> tuple[str, ...]:
    first = ground(map, hex_id)
    if first == "dominant":
        return (first,)
    return (first, *(name for name in BUILT if map.has(hex_id, name)))


def is_closed(board: Board, a: HexId, b: HexId) -> bool:
    """See 7.10, 19.2, ruling R39: a lake hexside, which nobody crosses to move, advance, retreat or attack."""
    return board.map.crosses(a, b, LAKE)


def is_shut(board: Board, unit: UnitId, here: HexId, there: HexId) -> bool:
    """See 7.10, 7.11/2, TEC.river, ruling R153: a hexside it never crosses: a lake; for an HQ a river in winter."""
    if is_closed(board, here, there):
        return True
    return is_hq(board.unit(unit)) and stops_hqs(board.map, here, there, is_winter(board))


def stops_hqs(map: Map, here: HexId, there: HexId, in_winter: bool) -> bool:
    """7.11/2: a river that no railroad crosses, in winter."""
    return in_winter and map.crosses(here, there, "river") and not has_rail(map, here, there)


def is_bridge(map: Map, a: HexId, b: HexId) -> bool:
    """See 7.8/2: a river hexside that a railroad crosses."""
    return map.crosses(a, b, "river") and has_rail(map, a, b)


def has_rail(map: Map, a: HexId, b: HexId) -> bool:
    """TEC.rail (see 7.8): whether a railroad crosses the hexside between the two."""
    return b in map.line_from("rail").get(a, ())


# -- who may enter -------------------------------------------------------------------------------------------


def may_enter(board: Board, unit: UnitId, hex_id: HexId) -> bool:
    """See 7.3, 7.9, 7.11, 9.1/2, TEC.alpine, TEC.sea: whether terrain and weather let the unit into the hex."""
    return is_open(board, hex_id, is_mountain(board.unit(unit)))


def is_open(board: Board, hex_id: HexId, for_mountain_units: bool) -> bool:
    """7.9, TEC.sea (see 7.11, ruling R45): the same, by the kind of unit."""
    entry = chosen(board, "dominant-entry")
    return is_open_ground(ground(board.map, hex_id), for_mountain_units, is_winter(board), entry)


def is_open_ground(where: str, for_mountain_units: bool, in_winter: bool, dominant_entry: str) -> bool:
    """See 7.9, 7.11, TEC.sea, TEC.dominant, ruling R45: the same, by plain values."""
    if where == "alpine" or (where == "dominant" and dominant_entry == AS_ALPINE):
        return for_mountain_units and not in_winter
    return where not in WATER


def why_prohibited(board: Board, unit: UnitId, hex_id: HexId) -> Illegal | None:
    """See 7.3, 7.9, 7.11, TEC.sea, TEC.dominant: what keeps the unit out of the hex; nothing where it may enter."""
    if may_enter(board, unit, hex_id):
        return None
    where, called = ground(board.map, hex_id), board.map.called(hex_id)
    if where in WATER:
        return Illegal("TEC.sea", f"{called} is all {where}; no unit enters it", found=where, wanted="a land hex")
    if not is_mountain(board.unit(unit)):
        rule = "7.9" if where == "alpine" else "TEC.dominant"
        why = f"{called} is {where}; {unit} is not a mountain unit and may not enter"
        return Illegal(rule, why, found=board.unit(unit).type, wanted="Alpini or another mountain unit")
    why = f"{called} is {where}, and such hexes are impassable in winter"
    return Illegal("7.11", why, found=f"turn {board.turn}, winter", wanted="a turn outside winter")
