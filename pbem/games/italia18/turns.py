"""3.0 Turns as the track numbers them, and who is who in them."""

from __future__ import annotations

from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario


def track_turn(board: Board) -> int:
    """See 7.0a: the turn on the printed track; the first turn of a campaign is the scenario's first."""
    return int(board.scenario.card.get("first_turn", 1)) + board.turn - 1


def initiative(scenario: Scenario) -> Side:
    """See 7.0c, S0.sp1: who plays first, in every scenario from its first turn to its last."""
    return Side(scenario.card["first"])


def reacting(scenario: Scenario) -> Side:
    """See 7.0c: the other side."""
    return scenario.enemy_of(initiative(scenario))


def sequence(board: Board) -> int:
    """See 7.0c: the operational sequence that is being played, which its weather has begun; 0 before the first."""
    return board.number("sequence")
