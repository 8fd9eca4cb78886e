"""11.1 What a step costs, and which kind of unit may take it. All points are counted in halves, for the Trucks."""

from __future__ import annotations

from pbem.games.italia18.area import is_inside
from pbem.games.italia18.counters import GUN_TYPES, is_combat_unit
from pbem.games.italia18.turns import track_turn
from pbem.games.italia18.ways import (
    MAJOR,
    has_pontoon,
    is_by_road,
    is_passable,
    is_unbridged_major,
    river,
    standing_bridges,
)
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Unit, UnitId

WHOLE = 2  # halves of a movement point
HIGH_MOUNTAIN = "high-mountain"


def shown(halves: int) -> str:
    """Points as players write them: `3`, `2 1/2`, `1/2`."""
    whole, half = divmod(halves, WHOLE)
    return f"{whole or ''} 1/2".strip() if half else str(whole)


# -- kinds of movers -----------------------------------------------------------------------------------------


def is_gun(unit: Unit) -> bool:
    """See 11.3.1a: Artillery of any kind."""
    return unit.type in GUN_TYPES


def is_barge(unit: Unit) -> bool:
    """See 11.3.1.3: naval guns on barges."""
    return unit.type == "naval-artillery"


def needs_bridges(unit: Unit) -> bool:
    """See 11.3.1a, 11.3.4: guns and Trucks cross no river but by a road or rail bridge; barges any."""
    return (is_gun(unit) and not is_barge(unit)) or unit.type == "trucks"


def shuns_zones(unit: Unit) -> bool:
    """See 11.3.1a, 11.3.3, 11.3.4: guns, HQs and Trucks never enter an enemy zone, friend in the hex or not."""
    return is_gun(unit) or unit.type in ("hq", "trucks")


# -- where it may go -----------------------------------------------------------------------------------------


def why_barred(board: Board, unit: UnitId, here: HexId, there: HexId) -> tuple[str, str]:
    """11.3.1.3 (see 2.1d, 11.3.1a, 11.3.3, 11.3.4): the rule that keeps this kind of unit out, and why; else nothing.

    Zones and enemies are another matter: they change.
    """
    counter, map = board.unit(unit), board.map
    if not is_passable(map, here, there):
        return "11.1.2", f"nothing passes from {here} to {there}"
    if not is_inside(board.scenario, there):
        return "SC.0a", f"{there} lies outside the area of this scenario"
    if is_barge(counter) and map.base[there] != "marsh" and not map.has(there, "coastal"):
        return "11.3.1.3", f"{there} is neither marsh nor coast, and {unit} is on barges"
    if shuns_zones(counter) and map.base[there] == HIGH_MOUNTAIN:
        return _rule_for(counter), f"{there} is a high mountain, closed to Artillery, HQs and Trucks"
    if needs_bridges(counter) and river(map, here, there) and not standing_bridges(board, here, there):
        return _rule_for(counter), f"{unit} needs a road or rail bridge from {here} to {there}; a pontoon will not do"
    return "", ""


def _rule_for(unit: Unit) -> str:
    return {"hq": "11.3.3", "trucks": "11.3.4"}.get(unit.type, "11.3.1a")


def takes_all(board: Board, unit: UnitId, here: HexId, there: HexId) -> bool:
    """11.2.3a (see 11.3.3): over a major river without a bridge a unit only goes at the start, for all its points."""
    counter = board.unit(unit)
    return not is_barge(counter) and is_unbridged_major(board, here, there, counter.side)


# -- what it costs -------------------------------------------------------------------------------------------


def step_price(board: Board, unit: UnitId, here: HexId, there: HexId, *, is_quick: bool) -> int:
    """11.1.3a (see 11.1.1b, ruling R111): the price of a step that is open, in halves of a point, but for interdiction.

    Along a road the ground, trenches, craters and hexsides cost nothing. What takes all is priced by `takes_all`.
    """
    if not is_by_road(board, here, there):
        return (ground_price(board, there) + hexside_price(board, unit, here, there)) * WHOLE
    return 1 if is_quick else int(board.scenario.charts["line"]["road"]["mp"]) * WHOLE


def toll_of(board: Board) -> int:
    """See 11.1.3a, 17.2a: what interdiction adds to every step into the hex, by road too."""
    return int(board.scenario.charts["movement"]["interdiction"]) * WHOLE


def is_quick(board: Board, unit: UnitId) -> bool:
    """See 11.3.4, S5.sp7: Trucks, and riders in pursuit, go along a road for half a point."""
    return board.unit(unit).type == "trucks" or is_pursuing(board, unit)


def is_pursuing(board: Board, unit: UnitId) -> bool:
    """S5.sp7: on the last turn a road hex costs supplied Italian cavalry divisions half a point."""
    counter, card = board.unit(unit), board.scenario.card.get("cavalry", {})
    is_rider = counter.type == "cavalry" and counter.nation == "IT" and not board.is_marked(unit, "oos")
    return bool(card) and is_rider and track_turn(board) == int(card["turn"])


def ground_price(board: Board, there: HexId) -> int:
    """2.1b (see 11.1.1b, ruling R202): the terrain, and one point for trenches or craters, never for both."""
    chart, map = board.scenario.charts["terrain"], board.map
    dug = [int(chart[name]["mp_add"]) for name in ("trench", "craters") if map.has(there, name)]
    return int(chart[map.base[there]]["mp"]) + max(dug, default=0)


def hexside_price(board: Board, unit: UnitId, here: HexId, there: HexId) -> int:
    """11.1.1b (see 11.2.3b, 11.1.4c, ruling R202): what lies on the hexside comes on top of the ground."""
    crest = [one for one in board.map.hexside(here, there) if one.name == "crest" and one.get("up") == there]
    uphill = int(board.scenario.charts["hexside"]["crest"]["mp_add_up"]) if crest else 0
    return uphill + (0 if is_barge(board.unit(unit)) else river_price(board, unit, here, there))


def river_price(board: Board, unit: UnitId, here: HexId, there: HexId) -> int:
    """11.1.4c, 11.2.3b (see 11.2.4e, ruling R111): nothing over a road bridge; a minor river without any bridge 1.

    A rail bridge or a pontoon over a major river costs 1, over a minor river nothing.
    """
    kind, chart = river(board.map, here, there), board.scenario.charts["hexside"]
    if not kind:
        return 0
    standing = standing_bridges(board, here, there)
    if "road" in standing:
        return int(chart["bridge"]["mp_add"])
    if standing:
        return int(chart["bridge"]["mp_add_rail_major"]) if kind == MAJOR else int(chart["bridge"]["mp_add"])
    if has_pontoon(board, here, there, board.unit(unit).side):
        return int(chart["pontoon"]["mp_add_major" if kind == MAJOR else "mp_add_minor"])
    return 0 if kind == MAJOR else int(chart["minor-river"]["mp_add"])


def is_mobile(board: Board, unit: UnitId) -> bool:
    """11.3.5 (see 11.1.2, 11.3.1.1): a Depot and the Amalfi Battery have no movement, not even the least one."""
    return is_combat_unit(board.unit(unit)) or board.unit(unit).figure("move") > 0
