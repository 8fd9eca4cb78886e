"""Reading the standing orders of combat: guns, lead units, losses, retreats, markers, advance."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.by_mail.grammar_combat import take_distance, take_goings, take_way
from pbem.games.italia18.by_mail.phrases import take_unit
from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.markers import EXPLOITATION, RESERVES
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text.names import next_hex, take_hex
from pbem.kernel.text.standing import Choice, one_of, units
from pbem.kernel.text.words import Words

ASK = "ask"  # a line that wants the question in every case


def _fighter(words: Words, reading: Reading) -> UnitId:
    return take_unit(words, reading, is_combat_unit)


_units = units(_fighter)


def _or_ask(choice: Choice) -> Choice:
    return lambda words, reading: (ASK,) if words.skip(ASK) else choice(words, reading)


def _guns(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.2a: `match`, `all`, `none`, `up to 2`, `2 of G1, G2`, or guns, the first first."""
    if words.peek() in ("match", "all", "none"):
        return (words.take("a word").lower(),)
    is_limited = words.skip("up")
    if is_limited:
        words.expect("to")
    if is_limited or words.peek().isdecimal():
        number = words.number("how many guns")
        limit = f"up to {number}"
        return (limit, take_unit(words, reading, is_gun)) if words.skip("of") else (limit,)
    return (take_unit(words, reading, is_gun),)


def _counter(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.2b: `none`, `max`, or how many."""
    if words.peek() in ("none", "max"):
        return (words.take("a word").lower(),)
    return (str(words.number("how many guns, `max` or `none`")),)


def _lead(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.3e: `highest` or `lowest` morale, or units, the first first."""
    if words.peek() in ("highest", "lowest"):
        return (words.take("a word").lower(),)
    return (_fighter(words, reading),)


def _retreat(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.6c: `never`, `enough` to save steps, `max`, `min`, or a number of hexes."""
    if words.peek() in ("never", "enough"):
        return (words.take("a word").lower(),)
    found = take_distance(words)
    words.skip("hexes", "hex")
    return (found,)


def _ways(words: Words, reading: Reading) -> tuple[str, ...]:
    return (take_way(words, reading),)


def _confuse(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.6i2: `strongest`, `weakest`, `lead`, or units of the enemy."""
    if words.peek() in ("strongest", "weakest", "lead"):
        word = words.take("a word").lower()
        words.skip("first")
        return (word,)
    return (_enemy(words, reading),)


def _enemy(words: Words, reading: Reading) -> UnitId:
    def is_meant(unit: Unit) -> bool:
        return unit.side != reading.side and is_combat_unit(unit)

    return reading.names.take(words, is_meant, "one of the enemy's units")


def _strip(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.6g: `exploitation`, `reserves`, `nearest`, `none`, or hexes."""
    if words.peek() in (EXPLOITATION, RESERVES, "nearest", "none"):
        return (words.take("a word").lower(),)
    return (take_hex(words, reading.scenario.map),)


def _misdirect(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.6h6: `none`, hexes to which a unit is led, `toward` or `away from` a hex."""
    return ("none",) if words.skip("none") else (take_way(words, reading),)


def _send(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 12.2.6n: `none`, or units, each perhaps with the hex to which it goes; without one, into the attacked hex."""
    if words.skip("none", "never"):
        return ("none",)
    unit = _fighter(words, reading)
    words.skip("to")
    is_named = next_hex(words, reading.scenario.map)[0] is not None
    return (f"{unit} {take_hex(words, reading.scenario.map)}" if is_named else unit,)


def _advance(words: Words, reading: Reading) -> tuple[str, ...]:
    return tuple([str(going) for going in take_goings(words, reading)])


def _asterisk(words: Words, reading: Reading) -> tuple[str, ...]:
    return (take_unit(words, reading, is_assault_troops),)


CHOICES: Mapping[str, Choice] = {
    "guns": _or_ask(_guns),
    "cb": _or_ask(_counter),
    "bombarded": _units,
    "lead": _or_ask(_lead),
    "misdirect": _misdirect,
    "panic": _units,
    "panic-to": _ways,
    "confuse": _confuse,
    "strip": _strip,
    "retreat": _or_ask(_retreat),
    "retreat-to": _ways,
    "losses": _units,
    "send": _send,
    "stoss": one_of("always", "never"),
    "asterisk": _asterisk,
    "advance": _advance,
    "exploit": _units,
    "r3": _ways,
}
