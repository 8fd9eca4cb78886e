"""Readings of the rules on which players may agree before the game: rulings that carry a switch."""

from __future__ import annotations

from pbem.kernel.board import Board

EARLY = "early-markers"
HUNGARIANS_BOTH, WHAT_IF = "hungarians-both", "what-if"
TRENCHES, EXITS, ADJUSTED = "trench-by-doctrine", "exits-if-across", "reserves-adjusted"
READINGS = {
    "arditi-tc-bonus": "no",  # ruling R1
    "concentric-all": "no",  # ruling R28
    EARLY: "no",  # the variant 11.2.9
    TRENCHES: "no",  # ruling R20
    EXITS: "no",  # ruling R81
    HUNGARIANS_BOTH: "no",  # ruling R89
    ADJUSTED: "no",  # ruling R98
    WHAT_IF: "no",  # S4.opt1
}


def is_agreed(board: Board, name: str) -> bool:
    """Whether the players have agreed on the other reading."""
    return board.scenario.options.get(name, READINGS[name]) == "yes"
