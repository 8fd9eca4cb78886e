"""Conditions of plans and standing orders. They look at what the side itself sees, never at the enemy's plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.strafexpedition.by_mail.grammar_conditions import take_plan_condition
from pbem.games.strafexpedition.by_mail.orders_command import written
from pbem.games.strafexpedition.command import headquarters
from pbem.games.strafexpedition.counters import combat_units
from pbem.games.strafexpedition.logistics import stock
from pbem.games.strafexpedition.trenches import level
from pbem.kernel.board import Board
from pbem.kernel.game import Conditions
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.text.preferences import Condition, compare

ASSAULT = "assault"


def holds(board: Board, side: Side, condition: Condition) -> bool:
    """See 4.0.8: whether a condition behind `plan if` holds, as the side sees the board."""
    first, *rest = condition.subject.split()
    if condition.relation:
        known = _figure(board, side, first, rest)
        return known is not None and compare(known, condition.relation, int(condition.value))
    if HexId(first) in board.map.grid:
        return _is_so(board, side, HexId(first), rest[0])
    hqs = {written(name): hq for name, hq in headquarters(board.scenario, side).items()}
    has_acted = hqs.get(first) in [unit for unit in board.on_map(side) if board.is_marked(unit, "acted")]
    return has_acted != ("not" in rest)


def _figure(board: Board, side: Side, name: str, rest: list[str]) -> int | None:
    """A figure of the board; nothing for one that only a question has."""
    if name == "trench" and rest:
        return level(board, HexId(rest[0]))
    if name == "lp":
        return stock(board, side)
    if name == "turn":
        return board.turn
    return board.number("passes") if name == "passes" else None


def _is_so(board: Board, side: Side, hex_id: HexId, state: str) -> bool:
    """`ours`, `theirs` or `empty`, by the combat units in the hex."""
    ours, theirs = combat_units(board, hex_id, side), combat_units(board, hex_id, board.enemy_of(side))
    return {"ours": bool(ours), "theirs": bool(theirs), "empty": not ours and not theirs}[state]


def fits(board: Board, condition: Condition, about: Mapping[str, Any]) -> bool:
    """Whether a standing order's condition holds for a question, by what it says of itself or by the board."""
    words = condition.subject.split()
    if condition.subject == "ratio":
        return True  # of the units that the order names: `counsel_combat` looks at it
    if words[0] == ASSAULT:
        near = [board.map.grid.distance(HexId(one), HexId(words[-1])) for one in about.get("assaulted", ())]
        return any(distance <= int(words[2]) for distance in near)
    known = about.get(condition.subject)
    if isinstance(known, Mapping):  # a figure of each option: enough that one of them fits
        return any(compare(int(one), condition.relation, int(condition.value)) for one in known.values())
    if known is not None and condition.relation:
        return compare(int(known), condition.relation, int(condition.value))
    side = about.get("side")
    return holds(board, Side(side), condition) if side else False


CONDITIONS = Conditions(take_plan_condition, holds)
