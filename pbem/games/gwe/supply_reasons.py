"""9.1 Supply determination: why a unit is out of supply, with the rule that cuts it off."""

from __future__ import annotations

from collections.abc import Container, Iterable

from pbem.games.gwe.counters import SIDES, tcr
from pbem.games.gwe.line_ground import line_ways
from pbem.games.gwe.occupation import barred_area
from pbem.games.gwe.supply_lines import chart, line_bars, line_burdens
from pbem.games.gwe.supply_sources import depot_hexes, source_area, sources, why_rail_is_shut
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, flood
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId


def why_unsupplied(board: Board, unit: UnitId) -> tuple[str, str]:
    """See 9.12, 9.14, 9.15, 9.16, 16.0/9.18, 16.0/9.19: the rule that cuts the unit off, and what it met."""
    counter, here = board.unit(unit), board.hex_of(unit)
    home = sources(board, counter.side)
    if not home:
        return "9.13", f"the {SIDES[counter.side]} have no working supply source"
    return (
        _why_barred(board, unit, source_area(board, counter.side))
        or _why_rail_fails(board, unit)
        or _why_depots_fail(board, unit, home)
        or _why_too_far(board, here, home, chart(board)["range"][counter.side])
    )


def _would_reach(board: Board, unit: UnitId, home: Area, ground: int, bars: Area, burdens: Area) -> bool:
    """Whether the unit had a line if ridges counted as for TCR `ground` and only these hexes were in the way."""
    counter = board.unit(unit)
    reach, most = chart(board)["range"][counter.side], chart(board)["ezoc_hexes"][tcr(counter) - 1]
    found = flood(home, reach, line_ways(board.map, ground), bars, burdens, most)
    return board.map.areas.bit[board.hex_of(unit)] & found != 0


def _why_barred(board: Board, unit: UnitId, home: Area) -> tuple[str, str] | None:
    """See 9.14, 16.0/9.18: what stands on lines that are short enough."""
    side, rating = board.unit(unit).side, tcr(board.unit(unit))
    bars, burdens = line_bars(board, side), line_burdens(board, side)
    if _would_reach(board, unit, home, 1, bars, burdens):
        return "16.0/9.18", "every line in range crosses a ridge, which TCR 2 may not"
    if _would_reach(board, unit, home, rating, barred_area(board, side), burdens):
        return "16.0/9.18", "every line in range passes the hex of the Monitor"
    if _would_reach(board, unit, home, rating, bars, 0):
        limit = "two" if rating == 1 else "no"
        return "9.14", f"enemy zones of control cut every line in range; TCR {rating} may pass {limit} such hexes"
    if _would_reach(board, unit, home, rating, 0, 0):
        return "9.14", "enemy units stand on every line in range"
    return None


def _why_rail_fails(board: Board, unit: UnitId) -> tuple[str, str] | None:
    """See 9.15, 16.0/9.19: own rail in range that does not work."""
    side, here, grid = board.unit(unit).side, board.hex_of(unit), board.map.grid
    rails = board.map.line_from("rail", owner=side)
    near = [h for h in grid.within(here, chart(board)["range"][side]) if h in rails]
    if not _would_reach(board, unit, board.map.areas.of(near), tcr(board.unit(unit)), 0, 0):
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
