"""Reading standing orders: preferences that answer questions in advance."""

from __future__ import annotations

from pbem.errors import Refusal
from pbem.games.gwe.by_mail.grammar_combat import take_who
from pbem.games.gwe.by_mail.orders import AgreeToEnd
from pbem.games.gwe.by_mail.phrases import take_conditions, take_unit
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_path
from pbem.kernel.text.preferences import Defaults, Preference
from pbem.kernel.text.words import Words


def preference(topic: str, words: Words, reading: Reading) -> Order:
    where = on = ""
    if words.peek() not in (":", "on", "at", "all", "everywhere"):
        where = _where(words, reading)
    elif words.skip("at"):
        where = take_hex(words, reading.scenario.map)
    else:
        words.skip("all", "everywhere")
    if words.skip("on"):
        words.skip("result")
        on = words.expect("1", "2", "3", "e").upper()
    words.expect(":")
    choices = [_choice(topic, words, reading)]
    while words.skip(",", "|", "then", "or"):
        choices.append(_choice(topic, words, reading))
    return Preference(topic, tuple(choices), where, on, take_conditions(words, reading))


def _where(words: Words, reading: Reading) -> str:
    """A hex, a place, or one of the side's units."""
    text = words.peek().upper()
    if HexId(text) in reading.scenario.map.grid or not _names_unit(words, reading):
        return take_hex(words, reading.scenario.map)
    return take_unit(words, reading)


def _names_unit(words: Words, reading: Reading) -> bool:
    mark = words.at
    try:
        take_unit(words, reading)
    except Refusal:
        return False
    finally:
        words.at = mark
    return True


def _choice(topic: str, words: Words, reading: Reading) -> str:
    if topic == "defend":
        return words.expect("1", "2", "3", "hold", "retreat", "half", "stand")
    if topic == "fortress":
        return words.take("a number, `most` or `least`").lower()
    if topic == "retreat":
        if words.skip("toward", "towards"):
            return f"toward {take_hex(words, reading.scenario.map)}"
        return "-".join(take_path(words, reading.scenario.map))
    if topic == "refuge":
        return take_hex(words, reading.scenario.map)
    if topic == "support" and words.peek() in ("always", "never", "default", "own", "all", "none"):
        word = words.take("a word").lower()
        if word == "own":
            words.expect("hex")
        return "own hex" if word == "own" else word
    return (
        take_who(words, reading)[0]
        if words.peek() in ("all", "none", "weakest", "strongest")
        else take_unit(words, reading)
    )


def defaults(words: Words, reading: Reading) -> Order:
    return Defaults()


def agree(words: Words, reading: Reading) -> Order:
    words.skip("to")
    words.expect("end")
    return AgreeToEnd()
