"""7.0 Logistics points: the stock of each side, which only its owner sees."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.secrets import secret


def note_of(side: Side) -> str:
    """See 7.0, ruling R108: the note with the stock; the enemy is never shown it."""
    return secret(side, "lp")


def at_start(scenario: Scenario) -> dict[str, str]:
    """See 7.0: the notes with which a scenario begins."""
    start = scenario.card["logistics"]["start"]
    return {note_of(side): str(start[side]) for side in scenario.sides if start[side]}


def stock(board: Board, side: Side) -> int:
    """See 7.0: the points that the side has left."""
    return board.number(note_of(side))


def gain(board: Board, side: Side, points: int, rule: str) -> None:
    """7.0 (see 4.0.1, EV.it.4): points come in; what is not spent stays for later turns."""
    if points:
        board.write(note_of(side), stock(board, side) + points, rule)


def spend(board: Board, side: Side, points: int, rule: str) -> None:
    """7.1 (see 7.0): points go at once and never come back, whatever becomes of what they were spent on."""
    check(board, side, points, rule)
    board.write(note_of(side), stock(board, side) - points or "", rule)


def check(board: Board, side: Side, points: int, rule: str) -> None:
    """7.2 (see 8.3): nobody spends what he has not; without points no brigade can be planned."""
    have = stock(board, side)
    if points > have:
        why = "you have not enough logistics points"
        raise Illegal(rule, why, found=f"{points} to spend", wanted=f"at most {have}", advice="plan less")
