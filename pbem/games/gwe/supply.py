"""9.1 Supply determination: which unit is in supply at this instant, and along which line."""

from __future__ import annotations

from pbem.games.gwe.counters import AL, is_combat_unit, tcr
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.line_ground import Steps, line_steps
from pbem.games.gwe.occupation import barred_hexes, combat_units
from pbem.games.gwe.supply_lines import EVERYTHING, area_of_lines, chart, line_to, lines_to
from pbem.games.gwe.supply_reasons import why_unsupplied
from pbem.games.gwe.supply_sources import rail_sources, source_area, sources
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import Spread
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId

__all__ = (
    "fed_unit",
    "has_line",
    "is_supplied",
    "is_supplied_to_attack",
    "isolated_units",
    "lagoon_lines",
    "lines",
    "mark_unsupplied",
    "rail_sources",
    "reaches",
    "sources",
    "supply_line",
    "why_unsupplied",
)

# -- lines ---------------------------------------------------------------------------------------------------


def lines(board: Board, side: Side, rating: int) -> Spread:
    """See 9.12, 9.14: all hexes over land from which a unit of this TCR reaches a source, with the lines."""
    rating = min(rating, 2)
    key = ("supply lines", side, rating)
    return board.derived(key, EVERYTHING, lambda: lines_to(board, side, rating, sources(board, side)))


def lagoon_lines(board: Board, rating: int) -> Spread:
    """See 16.0/9.12, E.9.12, rulings E10, E17: lines of the Allies from a supplied Venezia over the lagoon."""
    rating, port = min(rating, 2), supplied_port(board)
    if port is None:
        return Spread({}, {}, {})
    return lines_to(board, AL, rating, (port,), lagoon_steps(board.map, port, rating))


def lagoon_area(board: Board, rating: int) -> Area:
    """E.9.12 (see 16.0/9.12): all hexes from which such a line leads to Venezia."""
    return board.derived(("lagoon area", rating), EVERYTHING, lambda: _lagoon_area(board, rating))


def _lagoon_area(board: Board, rating: int) -> Area:
    port, map = supplied_port(board), board.map
    if port is None:
        return 0
    ways = map.memo(("lagoon ways", port, rating), lambda: map.areas.ways_of(lagoon_steps(map, port, rating)))
    return area_of_lines(board, AL, rating, map.areas.bit[port], ways)


def supplied_port(board: Board) -> HexId | None:
    """See 16.0/9.12, ruling E10: Venezia, if it is not in enemy hands and has a line over land itself."""
    port = venezia(board)
    if port is None or port in barred_hexes(board, AL) or not board.map.areas.bit[port] & supplied_area(board, AL, 2):
        return None
    return port


def venezia(board: Board) -> HexId | None:
    """See 16.0/9.12: the hex of Venezia; a map without the name may still have the printed hex."""
    port = board.map.places.get("Venezia", HexId(chart(board)["AL_port"]))
    return port if port in board.map.grid else None


def lagoon_steps(map: Map, port: HexId, rating: int) -> Steps:
    """16.0/9.12: out of the port only over lagoon and lagoon coast; behind the coast as over land."""
    return map.memo(("lagoon steps", port, rating), lambda: _lagoon_steps(map, port, rating))


def _lagoon_steps(map: Map, port: HexId, rating: int) -> Steps:
    def is_wet(hex_id: HexId) -> bool:
        return map.base[hex_id] == "lagoon" or map.has(hex_id, "lagoon-coast")

    over_land = line_steps(map, rating)
    steps = {here: over_land[here] for here in map.grid.hexes}
    for here in (h for h in map.grid.hexes if is_wet(h) or h == port):
        wet = [t for t in map.grid.neighbours[here] if is_wet(t) and not map.crosses(here, t, "impassable")]
        by_water = [t for t in wet if "lagoon" in (map.base[here], map.base[t])]
        on_land = [t for t in steps[here] if is_wet(t) or (here != port and map.base[here] != "lagoon")]
        steps[here] = tuple(dict.fromkeys((*by_water, *on_land)))
    return steps


def reaches(board: Board, side: Side, rating: int, hex_id: HexId) -> bool:
    """See 9.12, 16.0/9.12: whether a line of this TCR leads from the hex to a source."""
    rating = min(rating, 2)
    here = board.map.areas.bit[hex_id]
    if here & supplied_area(board, side, rating):
        return True
    return side == AL and here & lagoon_area(board, rating) != 0


def supplied_area(board: Board, side: Side, rating: int) -> Area:
    """9.12: all hexes from which a line of this TCR leads over land to a source."""
    key = ("supplied area", side, rating)
    return board.derived(key, EVERYTHING, lambda: area_of_lines(board, side, rating, source_area(board, side)))


def supply_line(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """See 9.13: the hexes from the unit to its source, both included; empty where it has no line."""
    if not board.is_on_map(unit):
        return ()
    counter, here = board.unit(unit), board.hex_of(unit)
    over_land = line_to(board, counter.side, tcr(counter), here, sources(board, counter.side))
    if over_land:
        return over_land
    over_water = lagoon_lines(board, tcr(counter))
    return over_water.line(here) if counter.side == AL and here in over_water.distance else ()


# -- units ---------------------------------------------------------------------------------------------------


def has_line(board: Board, unit: UnitId) -> bool:
    """See 9.12, 9.16: whether the unit traces to a source; a unit off the map stands at its own railhead."""
    if not board.is_on_map(unit):
        return True
    counter = board.unit(unit)
    return reaches(board, counter.side, tcr(counter), board.hex_of(unit))


def is_supplied(board: Board, unit: UnitId) -> bool:
    """16.0/9.25, 10.35 (see 9.11, 11.22): in supply now; HQs, leaders and the Monitor never want for it."""
    return is_supplied_to_attack(board, unit) or unit == fed_unit(board, board.hex_of(unit), board.unit(unit).side)


def is_supplied_to_attack(board: Board, unit: UnitId) -> bool:
    """9.11 (see 11.22, ruling E11): in supply by a line of its own; what a fortress feeds ends with the attack."""
    return not is_combat_unit(board.unit(unit)) or has_line(board, unit)


def isolated_units(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 11.22: the side's combat units in the hex that have no line of supply."""
    return tuple(unit for unit in combat_units(board, hex_id, side) if not has_line(board, unit))


def fed_unit(board: Board, hex_id: HexId, side: Side) -> UnitId | None:
    """See 11.22, ruling E12: the one isolated unit that an own fortress feeds: as the owner said, else most steps."""
    if standing_fortress(board, hex_id, side) is None:
        return None
    isolated = isolated_units(board, hex_id, side)
    named = [unit for unit in isolated if board.is_marked(unit, "fed")]
    return max(named or isolated, key=board.steps, default=None)


def mark_unsupplied(board: Board, side: Side) -> None:
    """9.0 (see 4.0.A1a, 9.11): fix supply for movement; the state lasts for the whole Movement Phase."""
    verdicts = {u: None if is_supplied(board, u) else why_unsupplied(board, u) for u in board.on_map(side)}
    for unit, verdict in verdicts.items():
        if verdict is None:
            board.unmark(unit, "unsupplied", "9.11")
            continue
        rule, why = verdict
        board.mark(unit, "unsupplied", "9.21")
        board.note("unsupplied", rule, unit=unit, hex=board.place(unit), why=why)
    board.note("supply", "4.0.A1a", side=side, unsupplied=[unit for unit, verdict in verdicts.items() if verdict])
