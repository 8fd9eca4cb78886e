"""8.6 Retreat after combat; the same paths serve withdrawal before combat (12.13)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from pbem.games.gwe.displacement import displace_from
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.line_ground import Steps, line_steps
from pbem.games.gwe.occupation import barred_hexes, combat_units, go
from pbem.games.gwe.strengths import majority_tcr
from pbem.games.gwe.supply_lines import EVERYTHING
from pbem.games.gwe.supply_sources import source_area
from pbem.games.gwe.zoc import blocks_line, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, Areas
from pbem.kernel.ground.hexes import Grid, HexId
from pbem.kernel.ground.terrain import ByHex, Map
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

Path = tuple[HexId, ...]


def retreat_paths(
    board: Board, side: Side, start: HexId, units: Sequence[UnitId], length: int, not_into: Sequence[HexId] = ()
) -> tuple[Path, ...]:
    """8.61 to 8.64, 16.0/8.61, 16.0/8.62: every path that the stack may take, best by the priorities of 8.63 only."""
    key = ("retreat paths", side, start, tuple(units), length, board.turn, tuple(not_into))

    def make() -> tuple[Path, ...]:
        ways = (path for path in open_paths(board, side, start, units, length) if path[-1] not in not_into)
        return best_paths(board, side, tuple(ways), majority_tcr(board, units))

    return board.derived(key, EVERYTHING, make)


def open_paths(board: Board, side: Side, start: HexId, units: Sequence[UnitId], length: int) -> tuple[Path, ...]:
    """8.61, 8.64 (see 16.0/8.61, 23.32): every path that is open to the stack, whatever the priorities."""
    rating = majority_tcr(board, units)
    is_bound = _is_bound_by_surprise(board, side, rating, units)
    return tuple(p for p in _walks(board.map, start, length, rating) if _is_open(board, side, p, rating, is_bound))


def has_way_back(board: Board, side: Side, start: HexId, units: Sequence[UnitId], length: int) -> bool:
    """See 8.64: whether any path is open to the stack, for who does not ask which."""
    rating = majority_tcr(board, units)
    is_bound = _is_bound_by_surprise(board, side, rating, units)
    return any(_is_open(board, side, p, rating, is_bound) for p in _walks(board.map, start, length, rating))


def best_paths(board: Board, side: Side, paths: tuple[Path, ...], rating: int) -> tuple[Path, ...]:
    """8.63, ruling G4: toward the nearest supply source with each hex, then (TCR 1) clear of enemy control.

    A priority that no path can keep is passed over: nobody is eliminated for want of it.
    """
    length, far = len(paths[0]) if paths else 0, ways_home(board, side)
    for k in range(1, length):
        paths = tuple(p for p in paths if far[p[k]] < far[p[k - 1]]) or paths
    if rating == 1 and paths:
        least = min(_controlled(board, side, p) for p in paths)
        paths = tuple(p for p in paths if _controlled(board, side, p) == least)
    return paths


def ways_home(board: Board, side: Side) -> Mapping[HexId, int]:
    """From each hex how many hexes it is to the nearest supply source, as the crow flies."""
    sources = source_area(board, side)
    # The sources decide it alone, and most moves leave them as they are.
    return board.derived(("ways home", sources), (), lambda: _ways_home(board.map.areas, sources))


def _ways_home(areas: Areas, sources: Area) -> ByHex[int]:
    rings, bit = _rings(areas, sources), areas.bit
    return ByHex(lambda hex_id: next((far for far, ring in enumerate(rings) if bit[hex_id] & ring), 0))


def _rings(areas: Areas, sources: Area) -> list[Area]:
    """Around the sources: all hexes no farther off than none, one, two and so on."""
    rings = [sources]
    while rings[-1] and areas.all & ~rings[-1]:
        rings.append(rings[-1] | areas.beeline.widen(rings[-1]))
    return rings


def _controlled(board: Board, side: Side, path: Path) -> int:
    return sum(1 for hex_id in path[1:] if blocks_line(board, hex_id, side))


def _walks(map: Map, start: HexId, length: int, rating: int) -> tuple[Path, ...]:
    """16.0/8.61 (see 8.61, ruling G3): paths whose last hex is exactly this many hexes away, no hex twice.

    The ground is that of lines of supply: no water, no prohibited hexside, ridges for TCR 1 alone.
    """
    key = ("walks", start, length, rating == 1)
    return map.memo(key, lambda: _make_walks(map.grid, start, length, line_steps(map, rating)))


def _make_walks(grid: Grid, start: HexId, length: int, steps: Steps) -> tuple[Path, ...]:
    walks: list[Path] = [(start,)]
    for gone in range(1, length + 1):
        walks = [(*w, n) for w in walks for n in steps[w[-1]] if grid.distance(start, n) == gone]
    return tuple(walks)


def _is_open(board: Board, side: Side, path: Path, rating: int, is_bound: bool) -> bool:
    """See 8.61, 8.64, 16.0/8.61: no enemy units, and enemy control by the stack's rating."""
    barred = barred_hexes(board, side)
    for there in path[1:]:
        if there in barred or (rating != 1 and blocks_line(board, there, side)):
            return False
        if is_bound and is_in_enemy_zoc(board, there, side) and not _may_stop(board, there, path):
            return False
    return True


def _is_bound_by_surprise(board: Board, side: Side, rating: int, units: Sequence[UnitId]) -> bool:
    """23.32: on turn 1 an Italian TCR 2 stack finds no way through enemy control, not even over friends."""
    turns = board.scenario.charts["surprise"]["no_italian_retreat_through_ezoc"]
    return board.turn in turns and rating != 1 and any(board.unit(unit).nation == "IT" for unit in units)


def _may_stop(board: Board, hex_id: HexId, path: Path) -> bool:
    """Ruling G15: by option such a stack may end, but not pass, in a friend's hex under enemy control."""
    return board.scenario.option("retreat-into-occupied-ezoc") == "yes" and hex_id == path[-1]


def retreat(board: Board, table: Table, units: Sequence[UnitId], path: Path) -> None:
    """8.62, 8.65 (see 10.52, ruling G6): the stack goes along one path; lone enemy HQs give way to it; guns and depots
    cannot be carried over a ridge."""
    displace_from(board, table, path[1:], board.unit(units[0]).side)
    for unit in units:
        if is_over_ridge(board, path) and board.unit(unit).type in ("artillery", "depot"):
            board.eliminate(unit, "16.0/5.4b", why="cannot be taken over a ridge")
        else:
            go(board, unit, path, "8.62", how="retreat")


def become_guests(board: Board, units: Sequence[UnitId], rule: str) -> None:
    """See 8.66, 12.17, 11.0: who has gone to friends, or into an own fortress, does not fight beside them in this
    phase."""
    for unit in filter(board.is_on_map, units):
        side, here = board.unit(unit).side, board.hex_of(unit)
        hosts = [u for u in combat_units(board, here, side) if u not in units]
        if hosts or standing_fortress(board, here, side):
            board.mark(unit, "guest", rule)


def is_over_ridge(board: Board, path: Path) -> bool:
    """See 16.0/5.4b, ruling G6: whether a path crosses a ridge, which no gun and no depot does."""
    return any(board.map.crosses(a, b, "ridge") for a, b in itertools.pairwise(path))
