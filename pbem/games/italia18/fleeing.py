"""12.3 Retreats: where units may go, and what each way costs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from pbem.games.italia18 import rommel
from pbem.games.italia18.air import MISSION
from pbem.games.italia18.area import is_inside
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.missions import interdicted_hexes
from pbem.games.italia18.stacking import has_room
from pbem.games.italia18.supply_lines import has_enemy, hqs, sources
from pbem.games.italia18.ways import is_unbridged_major, passable_around
from pbem.games.italia18.zoc import closed_hexes
from pbem.kernel.board import Board
from pbem.kernel.choosing import Path
from pbem.kernel.ground.hexes import Grid, HexId
from pbem.kernel.ground.terrain import ByHex, ByKey
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Flight:
    """Units that retreat from a hex, how far, and why."""

    side: Side
    start: HexId
    units: tuple[UnitId, ...]
    hexes: int
    rule: str
    is_chosen: bool = False  # by Partial or Perfect coordination: then a way round an enemy zone is open
    is_disengagement: bool = False  # its length does not disorganize
    led_by: Side | None = None  # an R3 disengagement is led by the enemy


# -- where to ------------------------------------------------------------------------------------------------


def onward(board: Board, flight: Flight, path: Path) -> tuple[HexId, ...]:
    """12.3a (see ruling R75): toward a source, else toward an HQ, and out of enemy zones as far as possible.

    Where every such hex lies in an enemy zone, a retreat by Partial or Perfect coordination may turn aside.
    """
    legal, homeward = open_steps(board, flight, path), _homeward(board, flight.side)[path[-1]]
    nearer = [there for there in legal if there in homeward] or _toward_hqs(board, flight, path[-1], legal) or legal
    closed = closed_hexes(board, flight.side)
    free = [there for there in nearer if there not in closed]
    if free:
        return tuple(free)
    aside = [there for there in legal if there not in closed]
    return (*(aside if flight.is_chosen else ()), *nearer)


def _homeward(board: Board, side: Side) -> Mapping[HexId, Mapping[HexId, None]]:
    """The hexes around each that lie nearer to one of the side's sources: they are printed, and found once."""
    grid, goals = board.map.grid, sources(board, side)
    rows = ByHex(lambda here: dict.fromkeys(_toward(grid, here, grid.neighbours[here], goals)))
    return board.map.memo(("homeward", goals), lambda: rows)


def _toward_hqs(board: Board, flight: Flight, here: HexId, hexes: Sequence[HexId]) -> list[HexId]:
    return _toward(board.map.grid, here, hexes, [board.hex_of(hq) for hq in hqs(board, flight.side)])


def _toward(grid: Grid, here: HexId, hexes: Sequence[HexId], goals: Sequence[HexId]) -> list[HexId]:
    return [there for there in hexes if any(grid.distance(there, one) < grid.distance(here, one) for one in goals)]


def open_steps(board: Board, flight: Flight, path: Path) -> list[HexId]:
    """12.3j (see SC.0a, rulings R76, R114, R128): no enemy, no impassable hexside, inside the area, no hex twice, none
    nearer to the start."""
    here, away = path[-1], board.map.grid.distance
    enemy, far = board.enemy_of(flight.side), away(flight.start, here)
    around = board.derived(("free around", here, enemy), (enemy,), lambda: _free_around(board, here, flight.side))
    return [there for there in around if there not in path and away(flight.start, there) >= far]


def _free_around(board: Board, here: HexId, side: Side) -> tuple[HexId, ...]:
    around = passable_around(board.map)[here]
    return tuple([t for t in around if not has_enemy(board, t, side) and is_inside(board.scenario, t)])


def paths(board: Board, *flights: Flight) -> tuple[Path, ...]:
    """See 12.3a, 12.3d, 12.3g: all ways of the length, longer ones where the last hex has no room. The first is the one
    that costs the fewest steps and ends where there is room. Of flights that differ in their length only, those of the
    first come first."""
    start, tolls = (flights[0].start,), tolls_of(board, flights[0])
    full = ByHex(lambda hex_id: is_full(board, flights[0], hex_id))  # many ways lead through the same hexes
    ahead = ByKey[Path, tuple[HexId, ...]](
        lambda path: onward(board, flights[0], path)
    )  # and short ways are the beginnings of long ones

    def rank(path: Path) -> tuple[int, bool, int, Path]:
        return sum([tolls[there] for there in path[1:] if there in tolls]), full[path[-1]], len(path), path

    rivers = ByKey[tuple[HexId, HexId], bool](lambda step: is_unbridged_major(board, *step, flights[0].side))
    found = [sorted(_walk(flight.hexes, start, full, ahead, rivers), key=rank) for flight in flights]
    return tuple(dict.fromkeys(itertools.chain.from_iterable(found)))


def _walk(
    hexes: int, path: Path, full: Mapping[HexId, bool], ahead: Mapping[Path, tuple[HexId, ...]],
    rivers: Mapping[tuple[HexId, HexId], bool],
) -> Iterator[Path]:  # fmt: skip
    length = len(path) - 1
    is_over = length > 0 and rivers[path[-2], path[-1]]
    if length and (length >= hexes or is_over):
        yield path
    if not is_over and (length < hexes or full[path[-1]]):
        for there in ahead[path]:
            yield from _walk(hexes, (*path, there), full, ahead, rivers)


def is_full(board: Board, flight: Flight, hex_id: HexId) -> bool:
    """12.3d (see ruling R96): with those who retreat the friends in the hex would be too many, and they may go on.

    A stack that is too large by itself, before it is settled, finds no room by going farther.
    """
    return bool(flight.units and combat_units_in(board, hex_id, flight.side)) and not has_room(
        board, hex_id, flight.units
    )


def steps_on(board: Board, flight: Flight, path: Path) -> int:
    """See 12.3c, 12.3h, S1.sp8: the steps that a way costs."""
    tolls = tolls_of(board, flight)
    return sum([tolls[there] for there in path[1:] if there in tolls]) + rommel.pursues(board, flight.start)


def tolls_of(board: Board, flight: Flight) -> Mapping[HexId, int]:
    """See 12.3c, 12.3h: what each hex costs whoever retreats through it."""
    return board.derived(("tolls", flight.side), (CP, EN, MISSION), lambda: _tolls(board, flight))


def _tolls(board: Board, flight: Flight) -> dict[HexId, int]:
    closed, interdicted = closed_hexes(board, flight.side), interdicted_hexes(board, flight.side)
    bombs = int(board.scenario.charts["air"]["interdiction_steps"])
    return {one: (one in closed) + bombs * (one in interdicted) for one in (*closed, *interdicted)}
