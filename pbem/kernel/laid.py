"""Facts laid over a position: the old position and what happened give the new one, without any rules.

So a step is known again although the rules that played it are gone; the random player checks it after every step.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import BadRecord
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId, Hexside, read_hexside
from pbem.kernel.pieces import GONE, UnitId
from pbem.kernel.position import Position, UnitState, mark_value, with_mark, without_mark

UNIT_KINDS = ("moved", "placed", "lost", "regained", "eliminated", "marked", "unmarked")
HEX_KINDS = ("hex-marked", "hex-unmarked")
SIDE_KINDS = ("side-marked", "side-unmarked")


def laid_over(old: Position, facts: Iterable[Fact], turn: int, step: str) -> Position:
    """The position that the facts make of the old one. A fact that does not fit the position is a `BadRecord`."""
    units, hexes, notes, sides = dict(old.units), dict(old.hexes), dict(old.notes), dict(old.sides)
    for fact in facts:
        if fact.kind in UNIT_KINDS:
            unit = UnitId(fact["unit"])
            units[unit] = _changed(units[unit], fact)
        elif fact.kind in HEX_KINDS:
            _change_hex(hexes, fact)
        elif fact.kind in SIDE_KINDS:
            _change_side(sides, fact)
        elif fact.kind == "noted":
            notes.pop(fact["key"], None)
            if fact["value"]:
                notes[fact["key"]] = fact["value"]
    return Position(old.game, turn, step, units, hexes, notes, sides)


def _must(is_so: bool, words: str) -> None:
    if not is_so:
        raise BadRecord(words)


def _changed(state: UnitState, fact: Fact) -> UnitState:
    place, steps, marks = state.place, state.steps, state.marks
    if fact.kind == "moved":
        _must(fact["path"][0] == place, f"{fact['unit']} moves from {fact['path'][0]} but stands in {place}")
        place = fact["path"][-1]
    elif fact.kind == "placed":
        _must(fact["was"] == place, f"{fact['unit']} is taken from {fact['was']} but stands in {place}")
        place = fact["place"]
    elif fact.kind in ("lost", "regained"):
        steps += fact["steps"] if fact.kind == "regained" else -fact["steps"]
        _must((steps, place) == (fact["left"], fact["hex"]), f"{fact['unit']} has {steps} steps in {place}: {fact}")
    elif fact.kind == "eliminated":
        _must((steps, place) == (fact["steps"], fact["hex"]), f"{fact['unit']} has {steps} steps in {place}: {fact}")
        place, steps, marks = GONE, 0, ()
    elif fact.kind == "marked":
        marks = with_mark(marks, fact["mark"])
    elif fact.kind == "unmarked":
        marks = without_mark(marks, fact["mark"])
    return UnitState(place, steps, marks)


def _change_hex(hexes: dict[HexId, tuple[str, ...]], fact: Fact) -> None:
    hex_id = HexId(fact["hex"])
    marks = hexes.pop(hex_id, ())
    marks = with_mark(marks, fact["mark"]) if fact.kind == "hex-marked" else without_mark(marks, fact["mark"])
    if marks:
        hexes[hex_id] = marks


def _change_side(sides: dict[Hexside, tuple[str, ...]], fact: Fact) -> None:
    side = read_hexside(fact["hexside"])
    if side is None or str(side) != fact["hexside"]:
        raise BadRecord(f"{fact['hexside']} is no hexside with its hexes in order")
    marks = sides.pop(side, ())
    if fact.kind == "side-marked":
        marks = with_mark(marks, fact["mark"])
    else:
        _must(mark_value(marks, fact["mark"]) == fact["was"], f"{side} has {marks}: {fact}")
        marks = without_mark(marks, fact["mark"])
    if marks:
        sides[side] = marks
