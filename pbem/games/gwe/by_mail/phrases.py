"""Phrases that all orders share: units, paths, conditions, odds."""

from __future__ import annotations

from collections.abc import Callable

from pbem.errors import Unreadable
from pbem.games.gwe.counters import SIDES
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.phrases import take_list, take_own_unit
from pbem.kernel.text.preferences import RELATIONS, Condition
from pbem.kernel.text.words import Words


def take_unit(words: Words, reading: Reading, fits: Callable[[Unit], bool] = lambda unit: True) -> UnitId:
    """See 5.11, 8.11, 12.11: one of the side's units, and those alone; `fits` narrows a short form down."""
    rule = {"combat": "8.11", "withdrawal": "12.11"}.get(reading.section, "5.11")

    def is_meant(unit: Unit) -> bool:
        return is_in_play(reading.scenario, unit) and fits(unit)

    return take_own_unit(words, reading, is_meant, rule, SIDES)


def is_in_play(scenario: Scenario, unit: Unit) -> bool:
    """Whether a short form can mean the unit: counters of the Tyrol scenario cannot be meant in the other one."""
    is_tyrol = scenario.name == "tyrol" or scenario.option("order-of-battle").startswith("tyrol")
    return is_tyrol or unit.set_up != "tyrol"


def take_units(words: Words, reading: Reading, fits: Callable[[Unit], bool] = lambda unit: True) -> tuple[UnitId, ...]:
    return take_list(words, lambda: take_unit(words, reading, fits))


def take_conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    """Behind `if`: one or more conditions, joined by `and`."""
    found: list[Condition] = []
    while words.skip("if") or (found and words.skip("and")):
        found.append(_condition(words, reading))
    return tuple(found)


def _condition(words: Words, reading: Reading) -> Condition:
    subject = words.peek()
    if subject in ("odds", "ratio"):
        words.take(subject)
        return Condition(subject, words.expect(*RELATIONS), _odds(words))
    if subject in ("strength", "steps", "turn"):
        words.take(subject)
        return Condition(subject, words.expect(*RELATIONS), str(words.number("a number")))
    if HexId(subject.upper()) in reading.scenario.map.grid:
        hex_id = take_hex(words, reading.scenario.map)
        words.skip("is")
        return Condition(hex_id, words.expect("occupied", "vacated"))
    unit = take_unit(words, reading)
    words.skip("is")
    state = words.expect("in", "out", "lost", "reduced")
    if state == "out":
        words.skip("of")
    if state in ("in", "out"):
        words.expect("command")
        return Condition(unit, "in command" if state == "in" else "out of command")
    return Condition(unit, "lost")


def _odds(words: Words) -> str:
    spot = words.spot()
    text = words.take("odds such as 3-1")
    if words.peek() == ":":
        words.take(":")
        text += "-" + words.take("the defender's part of the odds")
    parts = text.replace(":", "-").split("-")
    if len(parts) != 2 or not all(part.isdigit() and 0 < int(part) < 100 for part in parts):
        raise Unreadable("the odds cannot be read", found=text, wanted="odds such as 3-1 or 1-2", spot=spot)
    return "-".join(parts)
