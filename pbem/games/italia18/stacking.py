"""4.0 Stacking: points, detachments and Assault Troops in a hex, looked at when a phase ends."""

from __future__ import annotations

from typing import NamedTuple

from pbem.games.italia18.assault_troops import is_assault_troops, may_carry
from pbem.games.italia18.counters import is_combat_unit, is_detachment, is_division, is_reduced
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


class Excess(NamedTuple):
    """By how much a hex is too full: stacking points, detachments, Assault Troops."""

    points: int
    detachments: int
    assault_troops: int

    def __bool__(self) -> bool:
        return any(self)


def points_of(board: Board, unit: UnitId) -> int:
    """See 4.0a, 4.0b, 4.0c: a division 3, with steps lost 2; a brigade, regiment or tank 1; all others nothing."""
    chart, counter = board.scenario.charts["stacking"], board.unit(unit)
    if not is_combat_unit(counter):
        return int(chart["support"])
    if is_division(counter):
        return int(chart["division_reduced" if is_reduced(board, unit) else "division"])
    return int(chart["detachment" if is_detachment(counter) else "regiment"])


def points_in(board: Board, hex_id: HexId, side: Side) -> int:
    """4.0a: what the side's units in the hex come to; four is the limit."""
    return sum([points_of(board, unit) for unit in board.units_at(hex_id, side)])


def detachments_in(board: Board, hex_id: HexId, side: Side) -> int:
    """4.0b: they cost no points, but two share a hex at most."""
    return len([unit for unit in board.units_at(hex_id, side) if is_detachment(board.unit(unit))])


def homeless(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """4.0c (see 15.3b): Assault Troops in the hex beyond the units there that may carry one each."""
    units = board.units_at(hex_id, side)
    troops = [unit for unit in units if is_assault_troops(board.unit(unit))]
    without: list[UnitId] = []
    for kind in dict.fromkeys([kind_of(board, unit) for unit in troops]):  # nations tell the kinds apart
        carriers = [unit for unit in units if is_combat_unit(board.unit(unit)) and may_carry(board.unit(unit), kind)]
        riding = [unit for unit in troops if kind_of(board, unit) == kind]
        without += riding[len(carriers) :]
    return tuple(without)


def kind_of(board: Board, unit: UnitId) -> str:
    """See 15.3a: which Assault Troops they are."""
    return board.unit(unit).words.get("kind", "")


def excess(board: Board, hex_id: HexId, side: Side) -> Excess:
    """See 4.0a, 4.0b, 4.0c, ruling R96: what is too much in the hex at the end of a phase."""
    chart = board.scenario.charts["stacking"]
    return Excess(
        max(0, points_in(board, hex_id, side) - chart["limit"]),
        max(0, detachments_in(board, hex_id, side) - chart["detachments"]),
        len(homeless(board, hex_id, side)),
    )
