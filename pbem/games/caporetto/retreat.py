"""12.2 Retreats: where a defending stack can go, and its going."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto import supply
from pbem.games.caporetto.control import enter, is_enemy_held
from pbem.games.caporetto.stacking import limit, may_share
from pbem.games.caporetto.terrain import is_shut, may_enter
from pbem.games.caporetto.zoc import enemies_controlling, is_in_enemy_zoc
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

FARTHEST = 1000  # hexes: more than any line of supply has


def retreat_hexes(board: Board, side: Side, start: HexId, units: Sequence[UnitId], number: int) -> tuple[HexId, ...]:
    """See 12.2, 12.2/3, 12.2/4, 8.5, rulings R10, R11, R56, R121: where the stack may go, nearest to supply first.

    `number` is how many of the units will be left to go.
    """
    around = board.map.grid.neighbours[start]
    found = [there for there in around if is_open(board, side, start, there, units, number)]
    return tuple(sorted(found, key=lambda there: (*_worth(board, side, there), there)))


def is_open(board: Board, side: Side, start: HexId, there: HexId, units: Sequence[UnitId], number: int) -> bool:
    """12.2/3, 12.2/4 (see 7.9, 7.10, 7.11/2, 8.5, rulings R10, R39, R51, R56): one hex, for every unit of the stack."""
    if is_enemy_held(board, there, side) or any(is_shut(board, unit, start, there) for unit in units):
        return False
    here = board.units_at(there, side)
    if is_in_enemy_zoc(board, there, side) and not here:
        return False
    if len(here) + number > limit(board, there, side):
        return False
    return all(may_enter(board, unit, there) and may_share(board, unit, there, units) for unit in units)


def _worth(board: Board, side: Side, there: HexId) -> tuple[int, int]:
    """The printed default: toward an own source, then with the fewest enemies around."""
    return supply.lines(board, side).distance.get(there, FARTHEST), len(enemies_controlling(board, there, side))


def choose_hex(board: Board, table: Table, side: Side, start: HexId, hexes: Sequence[HexId]) -> HexId:
    """See 12.2, ruling R10: the owner picks among the legal hexes; nobody is asked where there is only one."""
    chosen = choosing.way(
        table, board, side, f"retreat from {start}", [(start, there) for there in hexes], rule="12.2",
        text=f"where do the units in {board.map.called(start)} retreat?",
        hint=f"retreat-to {start}: {hexes[0]}", about={"topic": "retreat-to", "hexes": [start]},
    )  # fmt: skip
    return chosen[-1]


def retreat(board: Board, table: Table, side: Side, start: HexId, rule: str) -> bool:
    """7.6 (see 12.2, rulings R09, R10, R11, R23, R121): whoever is left in the hex goes, HQs too; says whether it
    could."""
    units = board.units_at(start, side)
    hexes = retreat_hexes(board, side, start, units, len(units)) if units else ()
    if not hexes:
        return False
    there = choose_hex(board, table, side, start, hexes)
    enter(board, table, units, (start, there), rule, how="retreat")
    return True
