"""11.1 Prices of steps for each kind of unit: they depend on the ground alone, and last until a bridge changes."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.costs import (
    is_barge,
    is_quick,
    needs_bridges,
    shuns_zones,
    step_price,
    takes_all,
    why_barred,
)
from pbem.games.italia18.ways import CHANGING, ground
from pbem.games.italia18.weather import is_poor
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple

ALL = 0  # the price of a step that takes all points there are (11.2.3a)
Prices = Mapping[HexId, Mapping[HexId, int]]


class Kind(NamedTuple):
    """What of a unit has a say in where it may go and for how much."""

    side: Side
    is_barge: bool
    is_shy: bool
    needs_bridges: bool
    is_quick: bool


def kind_of(board: Board, unit: UnitId) -> Kind:
    """See 11.3.1a, 11.3.1.3, 11.3.3, 11.3.4, S5.sp7."""
    counter = board.unit(unit)
    kinds = is_barge(counter), shuns_zones(counter), needs_bridges(counter), is_quick(board, unit)
    return Kind(counter.side, *kinds)


def prices(board: Board, unit: UnitId) -> Prices:
    """See 11.1.1b, 11.1.2, 11.2.3a: out of each hex the steps that the ground allows a unit of this kind, in halves of
    a point; enemies, zones and interdiction are another matter."""
    kind = kind_of(board, unit)

    def made() -> Prices:
        lasting = ground(board)
        return ByHex(lambda here: _out_of(lasting, unit, kind, here))

    return board.derived(("prices", kind, is_poor(board)), CHANGING, made)


def _out_of(board: Board, unit: UnitId, kind: Kind, here: HexId) -> dict[HexId, int]:
    open_to = [there for there in board.map.grid.neighbours[here] if not why_barred(board, unit, here, there)[0]]
    return {there: _price(board, unit, kind, here, there) for there in open_to}


def _price(board: Board, unit: UnitId, kind: Kind, here: HexId, there: HexId) -> int:
    if takes_all(board, unit, here, there):
        return ALL
    return step_price(board, unit, here, there, is_quick=kind.is_quick)
