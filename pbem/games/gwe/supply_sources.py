"""9.13, 9.15, 9.16, 16.0/9.12-9.19: where supply comes from."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.gwe.counters import units_of
from pbem.games.gwe.occupation import barred_area, is_lost_rail
from pbem.games.gwe.supply_lines import EVERYTHING, area_of_lines, chart, line_bars, line_burdens
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, flood
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side
from pbem.values import NamedTuple

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
    """16.0/9.15 (see 9.15, 16.0/9.13, ruling D5): own rail hexes that hang on open rail to an open exit.

    Rail where the enemy was last is no source itself; the way to the map edge may lead over it.
    """
    rails, lost, bit = open_rails(board, side).hexes, lost_area(board, side), board.map.areas.bit
    return {hex_id: None for hex_id in rails if not bit[hex_id] & lost} if lost else rails


def rail_area(board: Board, side: Side) -> Area:
    """See 16.0/9.15: the same hexes as `rail_sources`."""
    return open_rails(board, side).area & ~lost_area(board, side)


class Rails(NamedTuple):
    """Rail hexes one by one, the exits first, and as an area."""

    hexes: dict[HexId, None]
    area: Area


def open_rails(board: Board, side: Side) -> Rails:
    """See 9.15, 16.0/9.13: own rail hexes, lost or not, that hang on open rail to an open exit."""
    map = board.map
    shut = _shut_rails(board, side) & map.memo(
        ("rail area", side), lambda: map.areas.of(map.line_from("rail", owner=side))
    )
    # What is shut decides it alone, and most steps shut nothing new.
    return board.derived(("open rails", side, shut), (), lambda: _rails(map, side, shut))


def _rails(map: Map, side: Side, shut: Area) -> Rails:
    found = _open_rails(map, side, shut)
    return Rails(found, map.areas.of(found))


def _open_rails(map: Map, side: Side, shut: Area) -> dict[HexId, None]:
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
    """See 9.15, 16.0/9.19: the hexes over which no way to the map edge leads."""
    return barred_area(board, side) | line_burdens(board, side) | interdicted_area(board, side)


def lost_area(board: Board, side: Side) -> Area:
    """See 9.15, ruling D5: the hexes in which the enemy was the last to stand."""
    return board.derived(("lost rails", side), ("hex held",), lambda: _lost_area(board, side))


def _lost_area(board: Board, side: Side) -> Area:
    lost = (hex_id for hex_id, holder in board.marked_hexes("held").items() if holder == board.enemy_of(side))
    return board.map.areas.of(lost)


# -- all sources ---------------------------------------------------------------------------------------------


def fixed_sources(board: Board, side: Side) -> dict[HexId, str]:
    """See 16.0/9.13, 9.13: the hexes of `fixed_area` one by one, with what each is."""
    bit, area, edge = board.map.areas.bit, fixed_area(board, side), _edge_area(board, side)
    found: dict[HexId, str] = dict.fromkeys(rail_sources(board, side), "rail")
    for hex_id in rail_exits(board.map, side):
        if bit[hex_id] & edge:
            found.setdefault(hex_id, "map edge")
    for hex_id in board.map.hexes_with(f"{side.lower()}-source"):
        found.setdefault(hex_id, "source")
    return {hex_id: kind for hex_id, kind in found.items() if bit[hex_id] & area}


def fixed_area(board: Board, side: Side) -> Area:
    """16.0/9.13, 9.13 (see ruling E15): usable rail, the own map edge at rail exits, and 0124 for the Central
    Powers."""
    map, word = board.map, f"{side.lower()}-source"
    printed = map.memo(("printed sources", side), lambda: map.areas.of(map.hexes_with(word)))
    return (rail_area(board, side) | _edge_area(board, side) | printed) & ~line_bars(board, side)


def _edge_area(board: Board, side: Side) -> Area:
    map = board.map
    exits = map.memo(("supply exit area", side), lambda: map.areas.of(rail_exits(map, side)))
    return exits & ~lost_area(board, side) & ~interdicted_area(board, side)


def depot_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """The hexes of the side's depots, supplied or not."""
    return {board.hex_of(unit): None for unit in units_of(board, side, "depot")}


def supplied_depots(board: Board, side: Side) -> dict[HexId, None]:
    """See 9.16: the hexes of the side's depots that are tied to a source."""
    return board.derived(("supplied depots", side), EVERYTHING, lambda: _supplied_depots(board, side))


def _supplied_depots(board: Board, side: Side) -> dict[HexId, None]:
    """9.16, rulings E7, E14, E16: hexes of depots that a chain of lines clear of the enemy ties to a source."""
    areas, goals = board.map.areas, fixed_area(board, side)
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
    return board.derived(("source area", side), EVERYTHING, lambda: _source_area(board, side))


def _source_area(board: Board, side: Side) -> Area:
    return fixed_area(board, side) | board.map.areas.of(supplied_depots(board, side))


def sources(board: Board, side: Side) -> dict[HexId, str]:
    """See 9.13: every hex that supplies the side now, with what it is: rail, map edge, source or depot."""
    return board.derived(("supply sources", side), EVERYTHING, lambda: _sources(board, side))


def _sources(board: Board, side: Side) -> dict[HexId, str]:
    return {**dict.fromkeys(supplied_depots(board, side), "depot"), **fixed_sources(board, side)}
