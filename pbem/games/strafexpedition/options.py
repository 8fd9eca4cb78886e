"""What a campaign may switch: the optional rules (24, 25) and the rulings that a group may decide otherwise."""

from __future__ import annotations

from pbem.kernel.board import Board

# Where the scenario card does not set an option (as in the cases), this holds.
DEFAULTS = {
    "observers": "literal",  # ruling R26
    "reaction-return": "phase",  # ruling R3
    "hq-area": "open",  # ruling R11
    "forced-march": "down",  # ruling R34
    "road-supply": "units",  # ruling R43
    "halving": "sum",  # ruling R49
    "zero-defence": "fixed",  # ruling R67
    "firing-position": "least",  # ruling R112
    "entering": "held",  # ruling R115
    "fog": "off",  # 25.0
}


def chosen(board: Board, name: str) -> str:
    """How the campaign sets the option."""
    return board.scenario.option(name) or DEFAULTS[name]
