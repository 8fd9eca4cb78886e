"""Conditions on orders. 11.6, ruling R36: they look at public facts and at one's own units, never at odds.

`grammar_conditions` reads them; sides are written out then, so that a condition means the same to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.games.caporetto import control, morale, zoc
from pbem.games.caporetto.by_mail.grammar_conditions import FIGURES, KEEPING, LOSING, take_conditions
from pbem.games.caporetto.counters import SIDES
from pbem.kernel.board import Board
from pbem.kernel.facts import losses
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.preferences import Condition, compare

__all__ = ["fits", "holds", "lost_in_step", "take_conditions", "unmet"]


def unmet(board: Board, conditions: Sequence[Condition]) -> str:
    """See 11.6, ruling R36: the first condition that does not hold, in words; nothing where all do."""
    for condition in conditions:
        if not holds(board, condition):
            return str(condition)
    return ""


def fits(board: Board, condition: Condition, about: Mapping[str, Any]) -> bool:
    """Whether a standing order's condition holds for a question, by the board or by what it says of itself.

    `loss >= 2`, `support >= 1`: a question that says nothing of it does not fit.
    """
    if condition.subject in (LOSING, KEEPING):
        return about.get(LOSING) is (condition.subject == LOSING)
    if condition.subject not in FIGURES:
        return holds(board, condition)
    known = about.get(condition.subject)
    return known is not None and compare(int(known), condition.relation, int(condition.value))


def holds(board: Board, condition: Condition) -> bool:
    """A condition that the board decides."""
    first, *rest = condition.subject.split()
    if first in _NUMBERS:
        return compare(_NUMBERS[first](board, rest), condition.relation, int(condition.value))
    if first in SIDES:
        return compare(lost_in_step(board, Side(first)), condition.relation, int(condition.value))
    if first == "recon":
        return _recon(board, rest[0]) == condition.relation
    if HexId(first) in board.map.grid:
        return _HEX[condition.relation](board, HexId(first), condition.value)
    return _UNIT[condition.relation](board, UnitId(first), condition.value)


def lost_in_step(board: Board, side: Side) -> int:
    """The steps that the side has lost in this step so far; a unit eliminated at once counts those it still had."""
    return losses(board.facts, board.scenario.units).get(side, 0)


def _recon(board: Board, hex_id: str) -> str:
    flown = [fact for fact in board.facts if fact.kind == "recon" and fact["hex"] == hex_id]
    return "succeeded" if any(fact["success"] for fact in flown) else "failed"


def _is_in_zone(board: Board, hex_id: HexId, owner: str) -> bool:
    return zoc.is_in_enemy_zoc(board, hex_id, board.enemy_of(Side(owner)))


_NUMBERS: Mapping[str, Callable[[Board, Sequence[str]], int]] = {
    "turn": lambda board, _: board.turn,
    "morale": lambda board, words: morale.level(board, words[0]),  # `morale IT`
    "units": lambda board, words: len(board.units_at(words[1])),  # `units at 2718`
}
_HEX: Mapping[str, Callable[[Board, HexId, str], bool]] = {
    "empty": lambda board, hex_id, _: not board.units_at(hex_id),
    "occupied": lambda board, hex_id, _: bool(board.units_at(hex_id)),
    "held by": lambda board, hex_id, owner: control.controller(board, hex_id) == owner,
    "not held by": lambda board, hex_id, owner: control.controller(board, hex_id) != owner,
    "in zoc of": _is_in_zone,
    "out of zoc of": lambda board, hex_id, owner: not _is_in_zone(board, hex_id, owner),
}
_UNIT: Mapping[str, Callable[[Board, UnitId, str], bool]] = {
    "lost": lambda board, unit, _: board.steps(unit) < board.unit(unit).figure("steps"),
    "whole": lambda board, unit, _: board.steps(unit) == board.unit(unit).figure("steps"),
    "gone": lambda board, unit, _: not board.is_on_map(unit),
    "on map": lambda board, unit, _: board.is_on_map(unit),
    "at": lambda board, unit, place: board.place(unit) == place,
    "not at": lambda board, unit, place: board.place(unit) != place,
}
