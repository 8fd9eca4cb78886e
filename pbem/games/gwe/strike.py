"""22.0 The Milano strike, which decides when two Italian divisions come."""

from __future__ import annotations

from pbem.games.gwe.counters import AL
from pbem.kernel.board import Board
from pbem.kernel.pieces import WAITING
from pbem.kernel.table import Table


def roll_for_strike(board: Board, table: Table) -> None:
    """22.0, ruling K9: before the Allied Movement Phase, until the strike is crushed: a die up to the turn number."""
    units = [u for u in board.units(AL) if board.unit(u).set_up == "strike" and board.place(u) == WAITING]
    if not units or board.noted("strike"):
        return
    die = table.roll("Milano strike", rule="22.0", by=AL, kindest=1)
    is_crushed = die <= board.turn
    board.note("strike", "22.0", die=die, turn=board.turn, crushed=is_crushed)
    if is_crushed:
        board.write("strike", board.turn, "22.0")
