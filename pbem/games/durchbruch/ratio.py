"""13.2.1 The odds: rounded, put into a column of the table, and shifted."""

from __future__ import annotations

from pbem.games.durchbruch.attack import Declared
from pbem.games.durchbruch.modifiers import shifts
from pbem.games.durchbruch.strengths import attack_strength, defence_strength
from pbem.kernel.board import Board
from pbem.kernel.charts import Chart


def chart(board: Board) -> Chart:
    """See 13.2.1-4: the Assault Table."""
    return board.scenario.chart("assault")


def column_of(board: Board, declared: Declared, ours: int, theirs: int) -> int:
    """1.2-b, 13.2.1-3, 13.2.1-4, 13.2.1-5, ruling R109: the column of the rounded odds, moved by the net shift; below
    0 it lies off the table, and only beyond its other end it is cut."""
    column = chart(board).scale().virtual(ours, theirs) + shifts(board, declared).total
    return min(column, chart(board).width - 1)


def odds_words(board: Board, declared: Declared) -> str:
    """See 13.2.1-5: the odds after shifts, as the table prints them."""
    ours, theirs = attack_strength(board, declared).total, defence_strength(board, declared).total
    return chart(board).scale().text(max(0, column_of(board, declared, ours, theirs)))
