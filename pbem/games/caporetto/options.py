"""What a campaign may switch: the optional rules (19.0) and the rulings that a group may decide otherwise."""

from __future__ import annotations

from pbem.kernel.board import Board

# Where the scenario card does not set an option (as in the cases), this holds.
DEFAULTS = {
    "ghq-reserves": "off",  # 19.1
    "lake-garda": "off",  # 19.2
    "trieste-raid": "off",  # 19.3
    "dominant-terrain": "off",  # 19.4
    "free-set-up": "off",  # 19.5
    "alpini-assault": "off",  # 19.6
    "odds-rounding": "defender",  # ruling R02
    "surrender": "1",  # ruling R06
    "panic-without-way": "stay",  # ruling R09
    "attackers-casualties": "no",  # ruling R13
    "mine-casualties": "yes",  # ruling R14
    "czech-in-stack": "italian",  # ruling R17
    "terrain-shifts": "highest",  # ruling R29
    "mixed-supply-support": "yes",  # ruling R34
    "dominant-entry": "open",  # ruling R45
    "infiltration-goal": "any",  # ruling R47
    "second-advance": "vacated",  # ruling R50
    "supply-check": "phasing",  # ruling R63
    "hq-range": "all",  # ruling R68
    "feuerwaltz": "target",  # ruling R73
    "owed-withdrawals": "owed",  # ruling R82
    "pause-rp": "any",  # ruling R91
    "empty-vp-hex": "counts",  # ruling R101
}


def chosen(board: Board, name: str) -> str:
    """How the campaign sets the option."""
    return board.scenario.option(name) or DEFAULTS[name]


def is_on(board: Board, name: str) -> bool:
    """Whether an optional rule of chapter 19 is in use."""
    return chosen(board, name) == "on"
