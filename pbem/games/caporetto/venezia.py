"""5.1 Venezia: the Sudden Death Victory of the Central Powers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.caporetto.counters import CP
from pbem.games.caporetto.morale import level
from pbem.kernel.board import Board
from pbem.kernel.table import Table

FAILED = "failed"


def chart(board: Board) -> Mapping[str, Any]:
    """The victory conditions."""
    found: Mapping[str, Any] = board.scenario.charts["victory"]
    return found


def is_over(board: Board) -> bool:
    """5.0 (see 5.1): whether the game has been decided; whatever is still ordered is then no longer played."""
    return bool(board.noted("winner"))


def capture_venezia(board: Board, table: Table) -> None:
    """5.1, 5.1/2, 5.1/3, 5.1/4, ruling R102: when the Central Powers enter; one attempt in the whole game."""
    row = chart(board)
    if board.noted("venezia"):
        return
    if board.turn in row["sudden_death_at_once"]:
        board.write("venezia", board.turn, "5.1")
        _win(board, "5.1", f"Venezia was captured on turn {board.turn}")
        return
    shaken = row["sudden_death_drm"]
    drm = int(shaken["drm"]) if level(board, "IT") <= int(shaken["at_or_below"]) else 0
    die = table.roll("Venezia", rule="5.1/2", by=CP, kindest=1, alone=True)
    is_won = die + drm >= int(row["sudden_death_from"])
    board.note("venezia", "5.1/2", die=die, drm=drm, modified=die + drm, won=is_won)
    board.write("venezia", board.turn if is_won else FAILED, "5.1/3")
    if is_won:
        _win(board, "5.1/2", "Venezia was captured, and Italy gave in")


def _win(board: Board, rule: str, why: str) -> None:
    board.write("winner", CP, rule)
    board.note("victory", rule, winner=CP, text=why, sudden_death=True)
