"""Markers that come off many units at once: at the end of a phase, a day or a turn."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kernel.board import Board
from pbem.kernel.pieces import Side


def take_off(board: Board, names: Sequence[str], rule: str, side: Side | None = None) -> None:
    """These markers are taken off all units, or those of a side: unit by unit, from each in this order."""
    for unit in board.marked(side):
        laid = [mark.partition("=")[0] for mark in board.marks(unit)]
        for name in names:
            if name in laid:
                board.unmark(unit, name, rule)
