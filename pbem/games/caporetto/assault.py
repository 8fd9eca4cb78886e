"""Who is assault infantry: the printed units, and by 19.6 the Alpini in high terrain."""

from __future__ import annotations

from pbem.games.caporetto.counters import AL, is_combat_unit
from pbem.games.caporetto.options import is_on
from pbem.games.caporetto.terrain import terrains
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.table import Table

HIGH = ("mountain", "alpine")


def is_assault(board: Board, unit: UnitId, at: HexId | None = None) -> bool:
    """See 2.3.1, 19.6: printed as assault infantry, or Alpini in a mountain or alpine hex once they have learned it."""
    counter = board.unit(unit)
    if is_printed_assault(counter):
        return True
    return is_trained_alpini(board, counter) and _is_high(board, at or board.hex_of(unit))


def is_printed_assault(unit: Unit) -> bool:
    """See 2.3.1: the type symbol of assault infantry."""
    return unit.has("assault") and is_combat_unit(unit)


def is_trained_alpini(board: Board, unit: Unit) -> bool:
    """19.6: an Alpini unit, from the turn that the die has given."""
    first = board.number("alpini")
    return unit.has("alpini") and 0 < first <= board.turn


def _is_high(board: Board, hex_id: HexId) -> bool:
    return any(name in HIGH for name in terrains(board.map, hex_id))


def roll_for_alpini(board: Board, table: Table) -> None:
    """19.6/2 (see 19.6, ruling R114): on turn 10 a die says whether they may act so at once or a turn later."""
    row = board.scenario.charts["alpini"]
    if not is_on(board, "alpini-assault") or board.turn != int(row["turn"]) or board.noted("alpini"):
        return
    die = table.roll("Alpini assault tactics", rule="19.6", by=AL, kindest=1)
    first = int(row["from_turn"][die - 1])
    board.note("alpini", "19.6", side=AL, die=die, turn=first)
    board.write("alpini", first, "19.6")
