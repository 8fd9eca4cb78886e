"""Conditions on orders: `if odds >= 3-1`, `if turn >= 6`, `if 1904 occupied`, `if GE-5 out of command`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.gwe.attack import Declared
from pbem.games.gwe.occupation import is_held_by
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.preferences import Condition, compare

# Odds can only be known once an attack is declared.
_LATER = ("odds", "ratio")


def unmet(board: Board, conditions: Sequence[Condition], declared: Declared | None) -> str:
    """The first condition that does not hold, in words; before the declaration, odds are passed over."""
    for condition in conditions:
        if condition.subject in _LATER:
            if declared is None:
                continue
            odds = declared.odds(board) if condition.subject == "odds" else declared.ratio_odds(board)
            held = compare(odds_value(odds), condition.relation, odds_value(condition.value))
        else:
            held = holds(board, condition)
        if not held:
            return str(condition)
    return ""


def holds(board: Board, condition: Condition) -> bool:
    """A condition that the board alone decides."""
    subject = condition.subject
    if subject == "turn":
        return compare(board.turn, condition.relation, int(condition.value))
    if condition.relation in ("occupied", "vacated"):
        held = any(
            is_held_by(board, HexId(subject), side) for side in {board.unit(u).side: 0 for u in board.units_at(subject)}
        )
        return held if condition.relation == "occupied" else not held
    unit = UnitId(subject)
    if condition.relation == "out of command":
        return board.is_marked(unit, "out-of-command")
    if condition.relation == "in command":
        return board.is_on_map(unit) and not board.is_marked(unit, "out-of-command")
    return board.steps(unit) < board.unit(unit).figure("steps")  # `lost`


def fits(board: Board, condition: Condition, about: Mapping[str, Any]) -> bool:
    """A condition of a standing order, by what the question is about (odds, strength, steps, turn)."""
    if condition.subject not in about:
        return False
    known = about[condition.subject]
    if condition.subject in _LATER:
        return compare(odds_value(str(known)), condition.relation, odds_value(condition.value))
    return compare(int(known), condition.relation, int(condition.value))


def odds_value(odds: str) -> int:
    """Odds as a number that can be compared: 840 times attack over defence; `<1-4` is less than any."""
    if odds.startswith("<"):
        return 0
    attack, defence = (int(figure) for figure in odds.split("-"))
    return 840 * attack // defence
