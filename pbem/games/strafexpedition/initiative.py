"""4.0.3 The Initiative Phase."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import SIDES
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table

NOTE = "initiative"


def decide(board: Board, table: Table) -> None:
    """4.0.3, 3.0.initiative, 2.2.5 (see rulings R1, R2): a die and all points spent; at a tie the dice again."""
    attempt, winner = 0, None
    while winner is None:
        attempt += 1
        again = f", roll {attempt}" if attempt > 1 else ""
        dice = {one: table.roll(f"initiative of {one}{again}", rule="4.0.3", by=one, kind=NOTE) for one in SIDES}
        totals = {side: dice[side] + board.number(f"spent.{side}") for side in SIDES}
        best = [side for side in SIDES if totals[side] == max(totals.values())]
        winner = best[0] if len(best) == 1 else None
        board.note("initiative", "4.0.3", side=winner or "", dice=dice, totals=totals)
    board.write(NOTE, winner, "4.0.3")


def first(board: Board) -> Side:
    """See 4.0.3: the Initiative Player of the day."""
    return Side(board.noted(NOTE))


def order_of(board: Board) -> tuple[Side, Side]:
    """See 4.0.6, 4.0.10: the Initiative Player, then the other."""
    return first(board), board.enemy_of(first(board))
