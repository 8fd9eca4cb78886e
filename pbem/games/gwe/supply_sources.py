"""9.13, 9.15, 9.16, 16.0/9.12-9.19: where supply comes from, and what stops a line of supply."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from pbem.games.gwe.counters import AL, CP, units_of
from pbem.games.gwe.occupation import barred_area, is_lost_rail
from pbem.games.gwe.zoc import controlled_area
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, Ways, flood
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import Spread, spread, trace
from pbem.kernel.ground.terrain import ByHex, Map
from pbem.kernel.pieces import Side

WATER = ("sea", "lake", "lagoon")
EVERYTHING = (CP, AL, "hex fort", "hex held", "entrained")  # whose changes make a line of supply old

Steps = Mapping[HexId, tuple[HexId, ...]]


def chart(board: Board) -> Mapping[str, Any]:
    """The supply chart of the scenario."""
    found: Mapping[str, Any] = board.scenario.charts["supply"]
    return found


# -- the ground ----------------------------------------------------------------------------------------------


def line_steps(map: Map, tcr: int) -> Steps:
    """16.0/9.18, 16.0/10.33 (see 9.14): from each hex the hexes a line goes on to; only TCR 1 crosses ridges."""
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


def line_bars(board: Board, side: Side) -> Area:
    """9.14, 9.17 (see 16.0/9.18): hexes that no line passes: enemy units but HQs, enemy fortresses, the enemy's
    Monitor."""
    return board.derived(("line bars", side), EVERYTHING, lambda: _line_bars(board, side))


def _line_bars(board: Board, side: Side) -> Area:
    monitors = units_of(board, board.enemy_of(side), "monitor")
    return barred_area(board, side) | board.map.areas.of(map(board.hex_of, monitors))


def line_burdens(board: Board, side: Side) -> Area:
    """See 7.24, 9.14, ruling E7: enemy-controlled hexes in which no friendly combat unit and no own fortress stands."""
    # What bars the enemy are our combat units and standing fortresses.
    return controlled_area(board, board.enemy_of(side)) & ~barred_area(board, board.enemy_of(side))


def area_of_lines(board: Board, side: Side, tcr: int, sources: Area, ways: Ways | None = None) -> Area:
    """See 9.12, 9.14, ruling E8: every hex from which a line in range leads to one of the sources."""
    return flood(
        sources,
        chart(board)["range"][side],
        ways or line_ways(board.map, tcr),
        line_bars(board, side),
        line_burdens(board, side),
        chart(board)["ezoc_hexes"][tcr - 1],
    )


def lines_to(board: Board, side: Side, tcr: int, sources: Iterable[HexId], steps: Steps | None = None) -> Spread:
    """See 9.12, 9.14, ruling E8: the same hexes, each with its line."""
    areas = board.map.areas
    return spread(
        sources,
        chart(board)["range"][side],
        steps or line_steps(board.map, tcr),
        areas.hexes(line_bars(board, side)),
        areas.hexes(line_burdens(board, side)),
        chart(board)["ezoc_hexes"][tcr - 1],
    )


def line_to(board: Board, side: Side, tcr: int, start: HexId, goals: Container[HexId]) -> tuple[HexId, ...]:
    """See 9.12, 9.14, ruling E8: a shortest line in range from one hex to one of the goals."""
    areas = board.map.areas
    return trace(
        start,
        goals,
        chart(board)["range"][side],
        line_steps(board.map, tcr),
        areas.hexes(line_bars(board, side)),
        areas.hexes(line_burdens(board, side)),
        chart(board)["ezoc_hexes"][tcr - 1],
    )


# -- rail ----------------------------------------------------------------------------------------------------


def interdicted_area(board: Board, side: Side) -> Area:
    """16.0/9.19, 17.17, ruling E9: hexes near enemy guns or the enemy's Monitor, entrained or not; never mountains."""
    return board.derived(("interdicted", side), (board.enemy_of(side),), lambda: _interdicted_area(board, side))


def _interdicted_area(board: Board, side: Side) -> Area:
    areas, exempt = board.map.areas, chart(board)["interdiction_exempt"]
    guns = units_of(board, board.enemy_of(side), "artillery", "monitor")
    near = flood(areas.of(map(board.hex_of, guns)), chart(board)["interdiction"], areas.beeline)
    return near & ~board.map.memo(("ground area", *exempt), lambda: _ground_area(board.map, exempt))


def _ground_area(map: Map, kinds: Iterable[str]) -> Area:
    return map.areas.of(hex_id for hex_id in map.grid.hexes if is_ground(map, hex_id, kinds))


def is_ground(map: Map, hex_id: HexId, kinds: Iterable[str]) -> bool:
    """Ruling E13: whether the base terrain, or a city drawn on it, is one of these."""
    return any(map.base[hex_id] == kind or map.has(hex_id, kind) for kind in kinds)


def rail_exits(map: Map, side: Side) -> tuple[HexId, ...]:
    """See 9.13, 16.0/9.13: map-edge hexes where own rail leaves the map; 0334 is none."""
    return map.memo(("supply exits", side), lambda: _rail_exits(map, side))


def _rail_exits(map: Map, side: Side) -> tuple[HexId, ...]:
    return tuple(h for h in map.hexes_with("rail-exit", owner=side) if not map.has(h, "no-edge-source"))


def why_rail_is_shut(board: Board, hex_id: HexId, side: Side) -> tuple[str, str] | None:
    """9.15 (see 16.0/9.19, rulings D5, E7): what keeps a rail hex itself from carrying supply, if anything does."""
    here = board.map.areas.bit[hex_id]
    if here & barred_area(board, side):
        return "9.15", "the enemy stands on it"
    if here & line_burdens(board, side):
        return "9.15", "the enemy controls it"
    if is_lost_rail(board, hex_id, side):
        return "9.15", "the enemy was the last to stand on it"
    if here & interdicted_area(board, side):
        return "16.0/9.19", "enemy guns interdict it"
    return None


def rail_sources(board: Board, side: Side) -> dict[HexId, None]:
    """16.0/9.15 (see 9.15, 16.0/9.13): own rail hexes that hang on open rail to an open exit."""
    rails, areas = board.map.line_from("rail", owner=side), board.map.areas
    shut = _shut_rails(board, side) & board.map.memo(("rail area", side), lambda: areas.of(rails))
    # What is shut decides it alone, and most steps shut nothing new.
    return board.derived(("rail sources", side, shut), (), lambda: _rail_sources(board.map, side, shut))


def _rail_sources(map: Map, side: Side, shut: Area) -> dict[HexId, None]:
    rails, bit = map.line_from("rail", owner=side), map.areas.bit
    found = {h: None for h in rail_exits(map, side) if h in rails and not bit[h] & shut}
    front = list(found)
    for here in front:
        for there in rails[here]:
            if there not in found and not bit[there] & shut:
                found[there] = None
                front.append(there)
    return found


def _shut_rails(board: Board, side: Side) -> Area:
    """See 9.15, 16.0/9.19: the hexes for which `why_rail_is_shut` has a reason, all at once."""
    held = barred_area(board, side) | line_burdens(board, side) | interdicted_area(board, side)
    return held | board.derived(("lost rails", side), ("hex held",), lambda: _lost_area(board, side))


def _lost_area(board: Board, side: Side) -> Area:
    lost = (hex_id for hex_id, holder in board.marked_hexes("held").items() if holder == board.enemy_of(side))
    return board.map.areas.of(lost)


# -- all sources ---------------------------------------------------------------------------------------------


def fixed_sources(board: Board, side: Side) -> dict[HexId, str]:
    """16.0/9.13 (see 9.13, ruling E15): usable rail, the own map edge at rail exits, and 0124 for the Central
    Powers."""
    return board.derived(("fixed sources", side), EVERYTHING, lambda: _fixed_sources(board, side))


def _fixed_sources(board: Board, side: Side) -> dict[HexId, str]:
    found: dict[HexId, str] = dict.fromkeys(rail_sources(board, side), "rail")
    bit, interdicted = board.map.areas.bit, interdicted_area(board, side)
    for hex_id in rail_exits(board.map, side):
        if not is_lost_rail(board, hex_id, side) and not bit[hex_id] & interdicted:
            found.setdefault(hex_id, "map edge")
    for hex_id in board.map.hexes_with(f"{side.lower()}-source"):
        found.setdefault(hex_id, "source")
    bars = line_bars(board, side)
    return {hex_id: kind for hex_id, kind in found.items() if not bit[hex_id] & bars}


def depot_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """The hexes of the side's depots, supplied or not."""
    return {board.hex_of(unit): None for unit in units_of(board, side, "depot")}


def supplied_depots(board: Board, side: Side) -> dict[HexId, None]:
    """9.16, rulings E7, E14, E16: hexes of depots that a chain of lines clear of the enemy ties to a source."""
    areas = board.map.areas
    goals = areas.of(fixed_sources(board, side))
    waiting, found = list(depot_hexes(board, side)), dict[HexId, None]()
    while waiting:
        tied = area_of_lines(board, side, 2, goals)
        fed = [hex_id for hex_id in waiting if areas.bit[hex_id] & tied]
        if not fed:
            break
        found |= dict.fromkeys(fed)
        goals |= areas.of(fed)
        waiting = [hex_id for hex_id in waiting if hex_id not in found]
    return found


def source_area(board: Board, side: Side) -> Area:
    """See 9.13: the same hexes as `sources`."""
    return board.derived(("source area", side), EVERYTHING, lambda: board.map.areas.of(sources(board, side)))


def sources(board: Board, side: Side) -> dict[HexId, str]:
    """See 9.13: every hex that supplies the side now, with what it is: rail, map edge, source or depot."""
    return board.derived(("supply sources", side), EVERYTHING, lambda: _sources(board, side))


def _sources(board: Board, side: Side) -> dict[HexId, str]:
    return {**dict.fromkeys(supplied_depots(board, side), "depot"), **fixed_sources(board, side)}
