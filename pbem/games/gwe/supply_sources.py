"""9.13, 9.15, 9.16, 16.0/9.12-9.19: where supply comes from, and what stops a line of supply."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.occupation import barred_hexes, enemy_of, is_lost_rail
from pbem.games.gwe.zoc import controlled_hexes
from pbem.kernel.board import Board
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.reach import Spread, spread, trace
from pbem.kernel.terrain import ByHex, Map

WATER = ("sea", "lake", "lagoon")
EVERYTHING = (CP, AL, "hex fort", "hex held", "entrained")  # whose changes make a line of supply old

Steps = Mapping[HexId, tuple[HexId, ...]]


def chart(board: Board) -> Mapping[str, Any]:
    """The supply chart of the scenario."""
    found: Mapping[str, Any] = board.scenario.charts["supply"]
    return found


# -- the ground ----------------------------------------------------------------------------------------------


def line_steps(sheet: Map, tcr: int) -> Steps:
    """9.14, 16.0/9.18, 16.0/10.33: from each hex the hexes a line goes on to; only TCR 1 crosses ridges."""
    return sheet.memo(("line steps", tcr == 1), lambda: _line_steps(sheet, tcr))


def _line_steps(sheet: Map, tcr: int) -> ByHex[tuple[HexId, ...]]:
    walls = ("impassable",) if tcr == 1 else ("impassable", "ridge")

    def is_open(here: HexId, there: HexId) -> bool:
        return sheet.base[there] not in WATER and not any(sheet.crosses(here, there, wall) for wall in walls)

    return ByHex(lambda here: tuple(there for there in sheet.grid.neighbours[here] if is_open(here, there)))


def line_bars(board: Board, side: Side) -> dict[HexId, None]:
    """9.14, 9.17, 16.0/9.18: hexes that no line passes: enemy units but HQs, enemy fortresses, the enemy's Monitor."""
    key = ("line bars", side)
    return board.derived(key, EVERYTHING, lambda: barred_hexes(board, side) | _monitor_hexes(board, enemy_of(side)))


def _monitor_hexes(board: Board, side: Side) -> dict[HexId, None]:
    return {board.hex_of(u): None for u in board.on_map(side) if board.unit(u).type == "monitor"}


def line_burdens(board: Board, side: Side) -> dict[HexId, None]:
    """7.24, 9.14, ruling E7: enemy-controlled hexes in which no friendly combat unit and no own fortress stands."""
    return board.derived(("line burdens", side), EVERYTHING, lambda: _line_burdens(board, side))


def _line_burdens(board: Board, side: Side) -> dict[HexId, None]:
    eased = barred_hexes(board, enemy_of(side))  # what bars the enemy: our combat units and standing fortresses
    return {hex_id: None for hex_id in controlled_hexes(board, enemy_of(side)) if hex_id not in eased}


def flood(board: Board, side: Side, tcr: int, sources: Iterable[HexId], steps: Steps | None = None) -> Spread:
    """9.12, 9.14, ruling E8: every hex from which a line in range leads to one of the sources."""
    return spread(
        sources,
        chart(board)["range"][side],
        steps or line_steps(board.map, tcr),
        line_bars(board, side),
        line_burdens(board, side),
        chart(board)["ezoc_hexes"][tcr - 1],
    )


def search(board: Board, side: Side, tcr: int, start: HexId, goals: Container[HexId]) -> tuple[HexId, ...]:
    """9.12, 9.14, ruling E8: a shortest line in range from one hex to one of the goals."""
    return trace(
        start,
        goals,
        chart(board)["range"][side],
        line_steps(board.map, tcr),
        line_bars(board, side),
        line_burdens(board, side),
        chart(board)["ezoc_hexes"][tcr - 1],
    )


# -- rail ----------------------------------------------------------------------------------------------------


def interdicted_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """16.0/9.19, 17.17, ruling E9: hexes near enemy guns or the enemy's Monitor, entrained or not; never mountains."""
    return board.derived(("interdicted", side), (enemy_of(side),), lambda: _interdicted_hexes(board, side))


def _interdicted_hexes(board: Board, side: Side) -> dict[HexId, None]:
    found: dict[HexId, None] = {}
    for gun in board.on_map(enemy_of(side)):
        if board.unit(gun).type in ("artillery", "monitor"):
            found |= dict.fromkeys(board.map.grid.within(board.hex_of(gun), chart(board)["interdiction"]))
    exempt = chart(board)["interdiction_exempt"]
    return {hex_id: None for hex_id in found if not is_ground(board.map, hex_id, exempt)}


def is_ground(sheet: Map, hex_id: HexId, kinds: Iterable[str]) -> bool:
    """Ruling E13: whether the base terrain, or a city drawn on it, is one of these."""
    return any(sheet.base[hex_id] == kind or sheet.has(hex_id, kind) for kind in kinds)


def rail_exits(sheet: Map, side: Side) -> tuple[HexId, ...]:
    """9.13, 16.0/9.13: map-edge hexes where own rail leaves the map; 0334 is none."""
    return tuple(h for h in sheet.hexes_with("rail-exit", owner=side) if not sheet.has(h, "no-edge-source"))


def why_rail_is_shut(board: Board, hex_id: HexId, side: Side) -> tuple[str, str] | None:
    """9.15, 16.0/9.19, rulings D5, E7: what keeps a rail hex itself from carrying supply, if anything does."""
    if hex_id in barred_hexes(board, side):
        return "9.15", "the enemy stands on it"
    if hex_id in line_burdens(board, side):
        return "9.15", "the enemy controls it"
    if is_lost_rail(board, hex_id, side):
        return "9.15", "the enemy was the last to stand on it"
    if hex_id in interdicted_hexes(board, side):
        return "16.0/9.19", "enemy guns interdict it"
    return None


def rail_sources(board: Board, side: Side) -> dict[HexId, None]:
    """9.15, 16.0/9.13, 16.0/9.15: own rail hexes that hang on open rail to an open exit."""
    return board.derived(("rail sources", side), EVERYTHING, lambda: _rail_sources(board, side))


def _rail_sources(board: Board, side: Side) -> dict[HexId, None]:
    rails = board.map.line_from("rail", owner=side)
    shut = _shut_rails(board, side)
    found = {h: None for h in rail_exits(board.map, side) if h in rails and h not in shut}
    front = list(found)
    for here in front:
        for there in rails[here]:
            if there not in found and there not in shut:
                found[there] = None
                front.append(there)
    return found


def _shut_rails(board: Board, side: Side) -> dict[HexId, None]:
    """9.15, 16.0/9.19: the hexes for which `why_rail_is_shut` has a reason, all at once."""
    lost = dict.fromkeys(h for h, holder in board.marked_hexes("held").items() if holder == enemy_of(side))
    return barred_hexes(board, side) | line_burdens(board, side) | lost | interdicted_hexes(board, side)


# -- all sources ---------------------------------------------------------------------------------------------


def fixed_sources(board: Board, side: Side) -> dict[HexId, str]:
    """9.13, 16.0/9.13, ruling E15: usable rail, the own map edge at rail exits, and 0124 for the Central Powers."""
    return board.derived(("fixed sources", side), EVERYTHING, lambda: _fixed_sources(board, side))


def _fixed_sources(board: Board, side: Side) -> dict[HexId, str]:
    found: dict[HexId, str] = dict.fromkeys(rail_sources(board, side), "rail")
    for hex_id in rail_exits(board.map, side):
        if not is_lost_rail(board, hex_id, side) and hex_id not in interdicted_hexes(board, side):
            found.setdefault(hex_id, "map edge")
    for hex_id in board.map.hexes_with(f"{side.lower()}-source"):
        found.setdefault(hex_id, "source")
    bars = line_bars(board, side)
    return {hex_id: kind for hex_id, kind in found.items() if hex_id not in bars}


def depot_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """The hexes of the side's depots, supplied or not."""
    return {board.hex_of(u): None for u in board.on_map(side) if board.unit(u).type == "depot"}


def supplied_depots(board: Board, side: Side) -> dict[HexId, None]:
    """9.16, rulings E7, E14, E16: hexes of depots that a chain of lines clear of the enemy ties to a source."""
    goals: dict[HexId, object] = dict(fixed_sources(board, side))
    waiting, found = list(depot_hexes(board, side)), dict[HexId, None]()
    while True:
        fed = [hex_id for hex_id in waiting if search(board, side, 2, hex_id, goals)]
        if not fed:
            return found
        found |= dict.fromkeys(fed)
        goals |= dict.fromkeys(fed)
        waiting = [hex_id for hex_id in waiting if hex_id not in found]


def sources(board: Board, side: Side) -> dict[HexId, str]:
    """9.13: every hex that supplies the side now, with what it is: rail, map edge, source or depot."""
    return board.derived(("supply sources", side), EVERYTHING, lambda: _sources(board, side))


def _sources(board: Board, side: Side) -> dict[HexId, str]:
    return {**dict.fromkeys(supplied_depots(board, side), "depot"), **fixed_sources(board, side)}
