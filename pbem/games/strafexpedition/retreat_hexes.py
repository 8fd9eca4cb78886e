"""13.4.5 Where beaten defenders may go: the four priorities, crags, and what bars the way."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition.area import playable
from pbem.games.strafexpedition.counters import combat_units, is_mountain
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.supply import sources
from pbem.games.strafexpedition.zoc import can_pass, controllers
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass

OPPOSITE, EMPTY, FRIENDS, CROWDED = range(1, 5)  # the priorities A to D
Hexes = dict[HexId, None]


@dataclass(frozen=True, slots=True)
class Flight:
    """A unit that must leave a hex, and what it must keep away from.

    `origins` are the hexes from which this assault came, `barred` those of all assaults of the step. `empty` are the
    hexes that were empty before anybody left: companions may stay together (ruling R170).
    """

    unit: UnitId
    start: HexId
    origins: tuple[HexId, ...]
    barred: tuple[HexId, ...]
    empty: tuple[HexId, ...]


def empty_around(board: Board, hex_id: HexId) -> tuple[HexId, ...]:
    """See 13.4.5, rulings R76, R135: the neighbours without combat units of either side."""
    return tuple([there for there in board.map.grid.neighbours[hex_id] if not _units(board, there)])


def _units(board: Board, hex_id: HexId) -> list[UnitId]:
    return [unit for side in board.scenario.sides for unit in combat_units(board, hex_id, side)]


def grade(board: Board, flight: Flight, there: HexId) -> int:
    """13.4.5 (see rulings R76, R116, R135, R170, T30): the priority of a hex, 0 where the unit cannot go at all."""
    side = board.unit(flight.unit).side
    if there in flight.barred or there not in playable(board.scenario):
        return 0
    if combat_units(board, there, board.enemy_of(side)) or not _can_cross(board, flight, there):
        return 0
    if not has_room(board, there, flight.unit):
        return CROWDED
    if there not in flight.empty:
        return FRIENDS
    return OPPOSITE if is_opposite(board, flight, there) else EMPTY


def is_opposite(board: Board, flight: Flight, there: HexId) -> bool:
    """See 13.4.5, ruling R76: across from a hex of the assault, or beside that; both lie two hexes from it."""
    return any(board.map.grid.distance(origin, there) == 2 for origin in flight.origins)


def _can_cross(board: Board, flight: Flight, there: HexId) -> bool:
    return not is_over_crag(board, flight, there) or is_mountain(board.unit(flight.unit))


def is_over_crag(board: Board, flight: Flight, there: HexId) -> bool:
    """See 13.4.5.1, 11.0.4, ruling R111: a crag that no road crosses lies between."""
    return not can_pass(board, flight.start, there)


def open_hexes(board: Board, flight: Flight) -> tuple[HexId, ...]:
    """See 13.4.5: every hex of any priority, the best by default first."""
    found = [there for there in board.map.grid.neighbours[flight.start] if grade(board, flight, there)]
    return by_default(board, flight, found)


def allowed(board: Board, flight: Flight) -> tuple[HexId, ...]:
    """13.4.5.1 (see 13.4.5, rulings R77, R139): the hexes of the best priority, the best by default first.

    A hex behind a crag counts only if its owner wants it, or if nothing else is left.
    """
    grades = {there: grade(board, flight, there) for there in open_hexes(board, flight)}
    level = [there for there in grades if not is_over_crag(board, flight, there)]
    best = min([grades[there] for there in level or grades], default=0)
    return tuple([there for there, one in grades.items() if one == best or (one < best and there not in level)])


def by_default(board: Board, flight: Flight, hexes: Sequence[HexId]) -> tuple[HexId, ...]:
    """Crags last, then nearest to an own Supply Source, then with the fewest enemies around, then by number."""
    side = board.unit(flight.unit).side

    def rank(there: HexId) -> tuple[bool, int, int, HexId]:
        enemies = len(controllers(board, there, side))
        return is_over_crag(board, flight, there), _to_supply(board, side, there), enemies, there

    return tuple(sorted(hexes, key=rank))


def _to_supply(board: Board, side: Side, there: HexId) -> int:
    return min([board.map.grid.distance(there, source) for source in sources(board, side)], default=0)
