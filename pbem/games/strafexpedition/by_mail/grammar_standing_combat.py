"""Reading standing orders for combat: fire, guns, losses, retreats, counter-assaults."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition.by_mail.phrases import take_unit
from pbem.games.strafexpedition.counter_assault import VIA
from pbem.games.strafexpedition.counters import is_artillery
from pbem.kernel.game import Reading
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.standing import Choice, hexes, toward, units, wanting
from pbem.kernel.text.words import Words


def fire(words: Words, reading: Reading) -> tuple[str, ...]:
    """A hex, `strongest first` or `weakest first`."""
    if words.peek() in ("strongest", "weakest"):
        word = words.take("a word").lower()
        words.skip("first")
        return (f"{word} first",)
    return hexes(words, reading)


def guns(words: Words, reading: Reading) -> tuple[str, ...]:
    """`match`, `none`, `up to 2`, `2 of` guns, `keep 3`, or a gun by name."""
    if words.peek() in ("match", "all", "always", "none", "never"):
        word = words.take("a word").lower()
        return ("none" if word in ("none", "never") else "match",)
    if words.skip("keep"):
        return (f"keep {words.number('how many guns to keep')}",)
    if words.skip("up"):
        words.expect("to")
    if words.peek().isdecimal():
        limit = f"up to {words.number('how many guns')}"
        return (limit, take_unit(words, reading, is_artillery)) if words.skip("of") else (limit,)
    return (take_unit(words, reading, is_artillery),)


def pay(words: Words, reading: Reading) -> tuple[str, ...]:
    """`always` or `never`; what limits it stands behind `if`."""
    return ("always" if words.expect("always", "yes", "never", "no") in ("always", "yes") else "never",)


def counter_assault(words: Words, reading: Reading) -> tuple[str, ...]:
    """`never`, `all`, a unit, or a unit and the hex from which it enters: `IT-69-I via 1336`."""
    if words.peek() in ("never", "none", "all"):
        word = words.take("a word").lower()
        return ("never" if word == "none" else word,)
    unit = take_unit(words, reading)
    return (f"{unit}{VIA}{take_hex(words, reading.scenario.map)}",) if words.skip("via", "from") else (unit,)


CHOICES: Mapping[str, Choice] = {
    "losses": units(take_unit),
    "fire": wanting(fire, "a hex, `strongest first` or `weakest first`"),
    "guns": wanting(guns, "`match`, `none`, `up to 2`, `2 of` guns, `keep 3`, or a gun by name"),
    "pay": pay,
    "retreat-to": wanting(toward(hexes), "a hex, or `toward HEX`"),
    "counter-assault": wanting(counter_assault, "`never`, `all`, or own units"),
}
