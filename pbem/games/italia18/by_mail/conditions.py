"""Conditions after `plan if` and `if`: hexes, the weather, bridges, own units. They look at what both sides see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.battle import Battle, combat_units_in
from pbem.games.italia18.by_mail.phrases import take_unit
from pbem.games.italia18.counters import is_combat_unit, is_reduced
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.foreseen import foreseen
from pbem.games.italia18.markers import EXPLOITATION
from pbem.games.italia18.ratio import crt
from pbem.games.italia18.ways import has_pontoon, standing_bridges
from pbem.games.italia18.weather import FAIR, POOR, is_poor
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.facts import losses
from pbem.kernel.game import Conditions, Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.odds import read_odds
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.names import next_hex, take_hex
from pbem.kernel.text.phrases import take_hexside
from pbem.kernel.text.preferences import RELATIONS, Condition, compare
from pbem.kernel.text.words import Words

STATES = ("ours", "theirs", "empty", "zoc")  # of a hex
SHAPES = ("whole", "gone", "dg", "at")  # of an own unit
NUMBERS = ("turn", "hp", "guns", "loss", "lost", EXPLOITATION)  # of the game, or of the question
NOT = "not"


def take_conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    """What stands after `if`; nothing where there is no `if`."""
    found: list[Condition] = []
    while words.peek() in ("if", "unless"):
        is_not = words.take("if").lower() == "unless"
        found.append(_turned(take_condition(words, reading), is_not))
        while words.skip("and", ","):
            found.append(_turned(take_condition(words, reading), is_not))
    return tuple(found)


def _turned(condition: Condition, is_not: bool) -> Condition:
    """The condition, or its opposite: `unless 2024 empty` is `if not 2024 empty`."""
    if not is_not:
        return condition
    first, _, rest = condition.subject.partition(" ")
    return condition._replace(subject=rest if first == NOT else f"{NOT} {condition.subject}")


def take_condition(words: Words, reading: Reading) -> Condition:
    """`2024 empty`, `fair`, `bridge 1533/1534`, `IT-24 whole`, `IT-24 at 2023`, `hp >= 3`."""
    map = reading.scenario.map
    if words.skip(NOT):
        return _turned(take_condition(words, reading), is_not=True)
    if words.skip("odds"):
        return Condition("odds", words.expect(">=", ">", "<=", "<"), take_odds(words))
    if words.peek() == "enemy" and words.peek(1) == "lost":
        words.take("enemy")
        return _compared(words, "enemy lost")
    if words.peek() == "lead" and words.peek(1) == "whole":
        words.take("lead")
        words.take("whole")
        return Condition("lead whole")
    if words.peek() in (FAIR, POOR):
        return Condition(words.take("the weather").lower())
    if words.skip("bridge"):
        return Condition(f"bridge {take_hexside(words, map)}")
    if words.peek() in NUMBERS:
        return _compared(words, words.take("a figure").lower())
    if next_hex(words, map)[0] is not None:
        here = take_hex(words, map)
        words.skip("in")
        return Condition(f"{here} {words.expect(*STATES)}")
    unit = take_unit(words, reading, is_combat_unit)
    shape = words.expect(*SHAPES)
    return Condition(f"{unit} at {take_hex(words, map)}" if shape == "at" else f"{unit} {shape}")


def _compared(words: Words, subject: str) -> Condition:
    if subject == "enemy lost":
        words.expect("lost")
    return Condition(subject, words.expect(*RELATIONS), str(words.number("a number")))


def take_odds(words: Words) -> str:
    """Odds such as 2-1, 1:2 or 3/1, written with a dash."""
    found = read_odds(words.peek())
    if found is None:
        raise words.unreadable("these are no odds", "odds such as 2-1 or 1-2", "write both numbers")
    words.take("odds")
    return found.text.replace(":", "-").replace("/", "-")


def holds(board: Board, side: Side, condition: Condition) -> bool:
    """See 12.1a, 11.2.4a: whether a condition holds, as the side sees the board."""
    first, *rest = condition.subject.split()
    if first == NOT:
        return not holds(board, side, condition._replace(subject=" ".join(rest)))
    if condition.relation:
        known = _figures(board, side).get(condition.subject)
        return known is not None and compare(known, condition.relation, int(condition.value))
    if first in (FAIR, POOR):
        return is_poor(board) == (first == POOR)
    if first == "bridge":
        here, there = (HexId(one) for one in rest[0].split("/"))
        return bool(standing_bridges(board, here, there)) or has_pontoon(board, here, there, side)
    if HexId(first) in board.map.grid:
        return _is_so(board, side, HexId(first), rest[0])
    return _is_in_shape(board, UnitId(first), rest)


def _figures(board: Board, side: Side) -> Mapping[str, int]:
    """See 12.1a, 14.0a: what a condition of the list of attacks may compare: losses of this phase, markers left."""
    lost = losses(board.facts, board.scenario.units)
    marked = [unit for unit in board.marked(side) if board.is_marked(unit, EXPLOITATION)]
    return {
        "turn": board.turn, "lost": lost.get(side, 0), "enemy lost": lost.get(board.enemy_of(side), 0),
        EXPLOITATION: len(marked),
    }  # fmt: skip


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
    first, _, rest = condition.subject.partition(" ")
    if first == NOT:
        return not fits(board, condition._replace(subject=rest), about)
    known = about.get(condition.subject)
    if condition.subject == "odds":
        return "battle" in about and is_odds(board, about["battle"], condition)
    if condition.subject == "lead whole":
        return bool(known)
    if known is not None and condition.relation:
        return compare(int(known), condition.relation, int(condition.value))
    side = about.get("side")
    return holds(board, Side(side), condition) if side else False


def is_odds(board: Board, battle: Battle, condition: Condition) -> bool:
    """See 12.2.4a, ruling R31: the odds of an attack as they can be foreseen, without the defender's guns."""
    written = read_odds(condition.value)
    assert written is not None  # it was read when the order came in
    wanted = crt(board).scale().virtual(written.value, 1)
    return compare(foreseen(board, battle).column, condition.relation, wanted)


CONDITIONS = Conditions(take_condition, holds)
