"""Conditions after `plan if` and `if`: hexes, the weather, bridges, own units. They look at what both sides see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.phrases import take_unit
from pbem.games.italia18.counters import is_combat_unit, is_reduced
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.ways import has_pontoon, standing_bridges
from pbem.games.italia18.weather import FAIR, POOR, is_poor
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.game import Conditions, Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.names import next_hex, take_hex
from pbem.kernel.text.phrases import take_hexside
from pbem.kernel.text.preferences import RELATIONS, Condition, compare
from pbem.kernel.text.words import Words

STATES = ("ours", "theirs", "empty", "zoc")  # of a hex
SHAPES = ("whole", "gone", "dg", "at")  # of an own unit
NUMBERS = ("turn", "hp", "guns", "loss")  # of the game, or of the question


def take_conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    """What stands after `if`; nothing where there is no `if`."""
    if not words.skip("if"):
        return ()
    found = [take_condition(words, reading)]
    while words.skip("and", ","):
        found.append(take_condition(words, reading))
    return tuple(found)


def take_condition(words: Words, reading: Reading) -> Condition:
    """`2024 empty`, `fair`, `bridge 1533/1534`, `IT-24 whole`, `IT-24 at 2023`, `hp >= 3`."""
    map = reading.scenario.map
    if words.peek() in (FAIR, POOR):
        return Condition(words.take("the weather").lower())
    if words.skip("bridge"):
        return Condition(f"bridge {take_hexside(words, map)}")
    if words.peek() in NUMBERS:
        subject = words.take("a figure").lower()
        return Condition(subject, words.expect(*RELATIONS), str(words.number("a number")))
    if next_hex(words, map)[0] is not None:
        here = take_hex(words, map)
        words.skip("in")
        return Condition(f"{here} {words.expect(*STATES)}")
    unit = take_unit(words, reading, is_combat_unit)
    shape = words.expect(*SHAPES)
    return Condition(f"{unit} at {take_hex(words, map)}" if shape == "at" else f"{unit} {shape}")


def holds(board: Board, side: Side, condition: Condition) -> bool:
    """See 12.1a, 11.2.4a: whether a condition holds, as the side sees the board."""
    first, *rest = condition.subject.split()
    if condition.relation:
        return first == "turn" and compare(board.turn, condition.relation, int(condition.value))
    if first in (FAIR, POOR):
        return is_poor(board) == (first == POOR)
    if first == "bridge":
        here, there = (HexId(one) for one in rest[0].split("/"))
        return bool(standing_bridges(board, here, there)) or has_pontoon(board, here, there, side)
    if HexId(first) in board.map.grid:
        return _is_so(board, side, HexId(first), rest[0])
    return _is_in_shape(board, UnitId(first), rest)


def _is_so(board: Board, side: Side, hex_id: HexId, state: str) -> bool:
    ours = combat_units_in(board, hex_id, side)
    theirs = combat_units_in(board, hex_id, board.enemy_of(side))
    in_zone = is_in_enemy_zoc(board, hex_id, side)
    known = {"ours": bool(ours), "theirs": bool(theirs), "empty": not ours and not theirs, "zoc": in_zone}
    return known[state]


def _is_in_shape(board: Board, unit: UnitId, words: list[str]) -> bool:
    is_here = unit in board.units() and board.is_on_map(unit)
    if words[0] == "gone":
        return not is_here
    if not is_here:
        return False
    if words[0] == "at":
        return board.place(unit) == words[1]
    return is_disorganized(board, unit) if words[0] == "dg" else not is_reduced(board, unit)


def fits(board: Board, condition: Condition, about: Mapping[str, Any]) -> bool:
    """Whether a standing order's condition holds for a question, by what it says of itself or by the board."""
    known = about.get(condition.subject)
    if known is not None and condition.relation:
        return compare(int(known), condition.relation, int(condition.value))
    side = about.get("side")
    return holds(board, Side(side), condition) if side else False


CONDITIONS = Conditions(take_condition, holds)
