"""Counts that hold for one Game-Turn: attacks and artillery in an operational pause, steps of a Mandatory Offensive.

A count is a note such as `attacks.CP 4:2`: on turn 4, two. A later turn begins at nothing without anybody clearing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import pause
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId


def count_of(board: Board, key: str) -> int:
    """How many have been counted in this turn."""
    turn, _, number = board.noted(key).partition(":")
    return int(number) if turn == str(board.turn) else 0


def count(board: Board, key: str, more: int, rule: str) -> None:
    """Count some more."""
    if more:
        board.write(key, f"{board.turn}:{count_of(board, key) + more}", rule)


# -- the operational pause -----------------------------------------------------------------------------------


def attacks_left(board: Board, side: Side) -> int | None:
    """See 17.2, ruling R92: how many attacks a pausing side may still make in this turn; no limit otherwise."""
    if not pause.is_paused(board, side):
        return None
    return max(0, int(pause.chart(board)["attacks"]) - count_of(board, f"attacks.{side}"))


def check_attacks(board: Board, side: Side, ahead: int = 0) -> None:
    """17.2 (see ruling R92): a pausing side makes two attacks a turn, both Combat Sub-phases together.

    `ahead` are attacks that a look at the orders has already seen, and that no note counts yet.
    """
    left = attacks_left(board, side)
    if left is not None and left <= ahead:
        most = pause.chart(board)["attacks"]
        found = f"{count_of(board, f'attacks.{side}') + ahead} attacks before this one"
        why = "your side is in an operational pause and has no attack left in this turn"
        raise Illegal("17.2", why, found=found, wanted=f"at most {most} in both Combat Sub-phases together")


def guns_left(board: Board, side: Side) -> int | None:
    """See 17.2/4, ruling R116: how many artillery units a pausing side may still use in this turn; else no limit."""
    if not pause.is_paused(board, side):
        return None
    return max(0, int(pause.chart(board)["artillery"]) - count_of(board, f"artillery.{side}"))


def guns_among(board: Board, units: Iterable[UnitId]) -> int:
    """See 17.2/4: the artillery units among support units; air and naval units are not counted."""
    return sum(1 for unit in units if board.unit(unit).type == "artillery")


def check_guns(board: Board, side: Side, units: Sequence[UnitId]) -> None:
    """17.2/4, ruling R116: two artillery units a turn, attack and defence together."""
    left = guns_left(board, side)
    if left is not None and guns_among(board, dict.fromkeys(units)) > left:
        why = "your side is in an operational pause and may not use so much artillery"
        found, wanted = (
            f"{guns_among(board, dict.fromkeys(units))} artillery units",
            f"at most {left} more in this turn",
        )
        raise Illegal("17.2/4", why, found=found, wanted=wanted, advice="air and naval units are not limited")


def note_pause(board: Board, side: Side, attacks: int, units: Sequence[UnitId]) -> None:
    """See 17.2, 17.2/4: what a pausing side uses up is counted."""
    if pause.is_paused(board, side):
        count(board, f"attacks.{side}", attacks, "17.2")
        count(board, f"artillery.{side}", guns_among(board, units), "17.2/4")
