"""6.0 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.games.gwe.counters import is_combat_unit, strength
from pbem.kernel.board import Board
from pbem.kernel.choosing import Crowd, give_up
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.views.caution import Caution

POINTS: Mapping[str, Any] = {"XXX": 9, "XX": 2, "X": 1, "III": 1, "depot": 2}  # 6.11, 16.0/6.11, ruling B3


def _chart(board: Board) -> Mapping[str, Any]:
    chart: Mapping[str, Any] = board.scenario.charts["stacking"]
    return chart


def limit(board: Board) -> int:
    """16.0/6.0 (see 6.0): the points that a side may have in a hex: 12."""
    return int(_chart(board)["limit"])


def stacking_points(unit: Unit, values: Mapping[str, Any] = POINTS) -> int:
    """2.4.sp, 6.11, 6.16, 16.0, 16.0/6.11: corps 9, division 2, brigade 1, whatever is lost; HQ, Monitor, leader 0."""
    if not is_combat_unit(unit):
        return 0
    return int(values["depot"] if unit.type == "depot" else values[unit.size])


def points(board: Board, units: Iterable[UnitId]) -> int:
    """6.12, 6.13, 11.21: the sum over units of any kind and nation; fortresses and markers do not count."""
    values, counters = _chart(board), board.scenario.units
    return sum([stacking_points(counters[unit], values) for unit in units])


def has_room(board: Board, hex_id: HexId, side: Side, more: int) -> bool:
    """See 16.0/6.0: whether this many more points would keep within the limit."""
    return points(board, board.units_at(hex_id, side)) + more <= limit(board)


# -- the end of a phase --------------------------------------------------------------------------------------


def remove_excess(board: Board, table: Table, side: Side) -> None:
    """5.22, 6.14, 6.21, 16.0/8.63 (see 6.0, 14.13, ruling G7): when the side's Movement Phase ends, what is too much
    goes.

    The owner names the units to give up, first to last; as many of them go as must.
    """
    crowded = overstacked_hexes(board, side)
    for hex_id in crowded:
        table.warn(caution(board, hex_id, side))
    crowds = [_crowd(board, hex_id, side) for hex_id in crowded]
    give_up(table, crowds, lambda unit: board.eliminate(unit, "6.14", why="overstacked"))


def caution(board: Board, hex_id: HexId, side: Side) -> Caution:
    """See 6.14: what its owner should know of a crowded hex before units are taken from it."""
    found, most = points(board, board.units_at(hex_id, side)), limit(board)
    words = f"{board.map.called(hex_id)} holds {found} Stacking Points, {found - most} too many"
    return Caution(f"{words}: any excess when your Movement Phase ends is eliminated", "6.14")


def _crowd(board: Board, hex_id: HexId, side: Side) -> Crowd:
    def is_enough(gone: int) -> bool:
        return has_room(board, hex_id, side, 0)

    return Crowd(cheapest_first(board, hex_id, side), _question(board, hex_id, side), is_enough)


def overstacked_hexes(board: Board, side: Side) -> tuple[HexId, ...]:
    """6.0: the hexes in which the side is over the limit, lowest number first."""
    hexes: dict[HexId, list[UnitId]] = {}
    for unit in board.on_map(side):
        hexes.setdefault(board.hex_of(unit), []).append(unit)
    return tuple(sorted([hex_id for hex_id, units in hexes.items() if points(board, units) > limit(board)]))


def cheapest_first(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """Decision 5: the printed default gives up the smallest attack first."""
    units = [unit for unit in board.units_at(hex_id, side) if is_combat_unit(board.unit(unit))]
    return tuple(
        sorted(units, key=lambda unit: (strength(board, unit, "attack"), board.steps(unit), units.index(unit)))
    )


def _question(board: Board, hex_id: HexId, side: Side) -> Question:
    units, most = cheapest_first(board, hex_id, side), limit(board)
    found = points(board, units)
    return Question(
        side,
        f"overstack at {hex_id}",
        tuple(Option(unit, f"{points(board, (unit,))} Stacking Points, {board.steps(unit)} steps") for unit in units),
        "6.14",
        f"{board.map.called(hex_id)} holds {found} Stacking Points, {found - most} too many. "
        "Which units are eliminated, in this order?",
        many=True,
        default=units,
        hint=f"overstack {hex_id}: {', '.join(units)}",
        about={"topic": "overstack", "hexes": [hex_id], "points": found},
    )
