"""9.1 Supply determination: which unit is in supply at this instant, along which line, and why not."""

from __future__ import annotations

from collections.abc import Container, Iterable

from pbem.games.gwe.counters import AL, SIDES, is_combat_unit, tcr
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.occupation import barred_hexes, combat_units
from pbem.games.gwe.supply_sources import (
    EVERYTHING,
    Steps,
    chart,
    depot_hexes,
    flood,
    line_bars,
    line_burdens,
    line_steps,
    rail_sources,
    search,
    sources,
    why_rail_is_shut,
)
from pbem.kernel.board import Board
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.reach import Spread, trace
from pbem.kernel.terrain import Map

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
    """9.12, 9.14: all hexes over land from which a unit of this TCR reaches a source, with the lines."""
    rating = min(rating, 2)
    key = ("supply lines", side, rating)
    return board.derived(key, EVERYTHING, lambda: flood(board, side, rating, sources(board, side)))


def lagoon_lines(board: Board, rating: int) -> Spread:
    """16.0/9.12, E.9.12, rulings E10, E17: lines of the Allies from a supplied Venezia over the lagoon."""
    rating = min(rating, 2)
    return board.derived(("lagoon lines", rating), EVERYTHING, lambda: _lagoon_lines(board, rating))


def _lagoon_lines(board: Board, rating: int) -> Spread:
    port = venezia(board)
    if port is None or port in barred_hexes(board, AL) or not line_over_land(board, AL, 2, port):
        return Spread({}, {}, {})
    steps = board.map.memo(("lagoon steps", port, rating), lambda: _lagoon_steps(board.map, port, rating))
    return flood(board, AL, rating, (port,), steps)


def venezia(board: Board) -> HexId | None:
    """16.0/9.12: the hex of Venezia; a map without the name may still have the printed hex."""
    port = board.map.places.get("Venezia", HexId(chart(board)["AL_port"]))
    return port if port in board.map.grid else None


def _lagoon_steps(sheet: Map, port: HexId, rating: int) -> Steps:
    """Out of the port only over lagoon and lagoon coast; behind the coast as over land."""

    def is_wet(hex_id: HexId) -> bool:
        return sheet.base[hex_id] == "lagoon" or sheet.has(hex_id, "lagoon-coast")

    over_land = line_steps(sheet, rating)
    steps = {here: over_land[here] for here in sheet.grid.hexes}
    for here in (h for h in sheet.grid.hexes if is_wet(h) or h == port):
        wet = [t for t in sheet.grid.neighbours[here] if is_wet(t) and not sheet.crosses(here, t, "impassable")]
        by_water = [t for t in wet if "lagoon" in (sheet.base[here], sheet.base[t])]
        on_land = [t for t in steps[here] if is_wet(t) or (here != port and sheet.base[here] != "lagoon")]
        steps[here] = tuple(dict.fromkeys((*by_water, *on_land)))
    return steps


def reaches(board: Board, side: Side, rating: int, hex_id: HexId) -> bool:
    """9.12, 16.0/9.12: whether a line of this TCR leads from the hex to a source."""
    rating = min(rating, 2)
    known: dict[HexId, bool] = board.derived(("reaches", side, rating), EVERYTHING, dict)
    if hex_id not in known:
        known[hex_id] = _reaches(board, side, rating, hex_id)
    return known[hex_id]


def _reaches(board: Board, side: Side, rating: int, hex_id: HexId) -> bool:
    # A line clear of enemy zones is what most units have, and it is found soonest.
    if any(search(board, side, free, hex_id, sources(board, side)) for free in range(2, rating - 1, -1)):
        return True
    return side == AL and hex_id in lagoon_lines(board, rating).distance


def line_over_land(board: Board, side: Side, rating: int, hex_id: HexId) -> tuple[HexId, ...]:
    """9.12, 9.13, 9.14: a shortest line from the hex to a source, both included; empty where there is none."""
    return search(board, side, min(rating, 2), hex_id, sources(board, side))


def supply_line(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """9.13: the hexes from the unit to its source, both included; empty where it has no line."""
    if not board.is_on_map(unit):
        return ()
    counter, here = board.unit(unit), board.hex_of(unit)
    over_land = line_over_land(board, counter.side, tcr(counter), here)
    if over_land:
        return over_land
    over_water = lagoon_lines(board, tcr(counter))
    return over_water.line(here) if counter.side == AL and here in over_water.distance else ()


# -- units ---------------------------------------------------------------------------------------------------


def has_line(board: Board, unit: UnitId) -> bool:
    """9.12, 9.16: whether the unit traces to a source; a unit off the map stands at its own railhead."""
    if not board.is_on_map(unit):
        return True
    counter = board.unit(unit)
    return reaches(board, counter.side, tcr(counter), board.hex_of(unit))


def is_supplied(board: Board, unit: UnitId) -> bool:
    """9.11, 10.35, 11.22, 16.0/9.25: in supply now; HQs, leaders and the Monitor never want for it."""
    return is_supplied_to_attack(board, unit) or unit == fed_unit(board, board.hex_of(unit), board.unit(unit).side)


def is_supplied_to_attack(board: Board, unit: UnitId) -> bool:
    """9.11, 11.22, ruling E11: in supply by a line of its own; what a fortress feeds ends with the attack."""
    return not is_combat_unit(board.unit(unit)) or has_line(board, unit)


def isolated_units(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """11.22: the side's combat units in the hex that have no line of supply."""
    return tuple(unit for unit in combat_units(board, hex_id, side) if not has_line(board, unit))


def fed_unit(board: Board, hex_id: HexId, side: Side) -> UnitId | None:
    """11.22, ruling E12: the one isolated unit that an own fortress feeds: as the owner said, else most steps."""
    if standing_fortress(board, hex_id, side) is None:
        return None
    isolated = isolated_units(board, hex_id, side)
    named = [unit for unit in isolated if board.is_marked(unit, "fed")]
    return max(named or isolated, key=board.steps, default=None)


def mark_unsupplied(board: Board, side: Side) -> None:
    """4.0.A1a, 9.0, 9.11: fix supply for movement; the state lasts for the whole Movement Phase."""
    verdicts = {u: None if is_supplied(board, u) else why_unsupplied(board, u) for u in board.on_map(side)}
    for unit, verdict in verdicts.items():
        if verdict is None:
            board.unmark(unit, "unsupplied", "9.11")
            continue
        rule, why = verdict
        board.mark(unit, "unsupplied", "9.21")
        board.note("unsupplied", rule, unit=unit, hex=board.place(unit), why=why)
    board.note("supply", "4.0.A1a", side=side, unsupplied=[unit for unit, verdict in verdicts.items() if verdict])


# -- why not -------------------------------------------------------------------------------------------------


def why_unsupplied(board: Board, unit: UnitId) -> tuple[str, str]:
    """9.12, 9.14, 9.15, 9.16, 16.0/9.18, 16.0/9.19: the rule that cuts the unit off, and what it met."""
    counter, here = board.unit(unit), board.hex_of(unit)
    home = sources(board, counter.side)
    if not home:
        return "9.13", f"the {SIDES[counter.side]} have no working supply source"
    return (
        _why_barred(board, unit, home)
        or _why_rail_fails(board, unit)
        or _why_depots_fail(board, unit, home)
        or _why_too_far(board, here, home, chart(board)["range"][counter.side])
    )


def _would_reach(
    board: Board, unit: UnitId, home: Container[HexId], ground: int, bars: Container[HexId], burdens: Container[HexId]
) -> bool:
    """Whether the unit had a line if ridges counted as for TCR `ground` and only these hexes were in the way."""
    counter = board.unit(unit)
    reach, most = chart(board)["range"][counter.side], chart(board)["ezoc_hexes"][tcr(counter) - 1]
    return bool(trace(board.hex_of(unit), home, reach, line_steps(board.map, ground), bars, burdens, most))


def _why_barred(board: Board, unit: UnitId, home: Container[HexId]) -> tuple[str, str] | None:
    """9.14, 16.0/9.18: what stands on lines that are short enough."""
    side, rating = board.unit(unit).side, tcr(board.unit(unit))
    bars, burdens = line_bars(board, side), line_burdens(board, side)
    if _would_reach(board, unit, home, 1, bars, burdens):
        return "16.0/9.18", "every line in range crosses a ridge, which TCR 2 may not"
    if _would_reach(board, unit, home, rating, barred_hexes(board, side), burdens):
        return "16.0/9.18", "every line in range passes the hex of the Monitor"
    if _would_reach(board, unit, home, rating, bars, ()):
        limit = "two" if rating == 1 else "no"
        return "9.14", f"enemy zones of control cut every line in range; TCR {rating} may pass {limit} such hexes"
    if _would_reach(board, unit, home, rating, (), ()):
        return "9.14", "enemy units stand on every line in range"
    return None


def _why_rail_fails(board: Board, unit: UnitId) -> tuple[str, str] | None:
    """9.15, 16.0/9.19: own rail in range that does not work."""
    side, here, grid = board.unit(unit).side, board.hex_of(unit), board.map.grid
    rails = board.map.line_from("rail", owner=side)
    near = [h for h in grid.within(here, chart(board)["range"][side]) if h in rails]
    if not _would_reach(board, unit, near, tcr(board.unit(unit)), (), ()):
        return None
    near.sort(key=lambda hex_id: grid.distance(here, hex_id))
    for hex_id in near:
        found = why_rail_is_shut(board, hex_id, side)
        if found:
            return found[0], f"own rail at {board.map.called(hex_id)} does not supply: {found[1]}"
    return "9.15", f"own rail at {board.map.called(near[0])} is cut off from the map edge"


def _why_depots_fail(board: Board, unit: UnitId, home: Container[HexId]) -> tuple[str, str] | None:
    side, here = board.unit(unit).side, board.hex_of(unit)
    cut_off = [hex_id for hex_id in depot_hexes(board, side) if hex_id not in home and hex_id != here]
    near = [h for h in cut_off if board.map.grid.distance(here, h) <= chart(board)["range"][side]]
    return ("9.16", f"the depot at {board.map.called(near[0])} is itself cut off") if near else None


def _why_too_far(board: Board, here: HexId, home: Iterable[HexId], reach: int) -> tuple[str, str]:
    distance = board.map.grid.distance
    nearest = min(home, key=lambda source: distance(here, source))
    far = f"the nearest source, {board.map.called(nearest)}, is {distance(here, nearest)} hexes off"
    return "9.12", f"{far}; the range is {reach} open hexes"
