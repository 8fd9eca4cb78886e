"""Reading orders of guns, trenches, reinforcements and the night."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition.by_mail.orders_guns import (
    BlowBridge,
    BlowUp,
    Bombard,
    Delay,
    Dig,
    Enter,
    Keep,
    Reduce,
    Replace,
)
from pbem.games.strafexpedition.by_mail.phrases import take_guns, take_infantry, take_unit, take_units
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_list
from pbem.kernel.text.words import Words

ACTION = "action"


def bombard(words: Words, reading: Reading) -> Order:
    target = take_hex(words, reading.scenario.map)
    words.expect("with", "by")
    return Bombard(target, take_guns(words, reading))


def dig(words: Words, reading: Reading) -> Order:
    return Dig(take_infantry(words, reading))


def blow_up(words: Words, reading: Reading) -> Order:
    """`blow-up IT-Verena`, or `blow-up bridge` for the one of Roana."""
    words.skip("the")
    if words.skip("bridge"):
        words.skip("of")
        words.skip("roana")
        return BlowBridge()
    return BlowUp(take_guns(words, reading))


def reduce(words: Words, reading: Reading) -> Order:
    words.skip("trench", "trenches")
    words.skip("in")
    return Reduce(_hexes(words, reading))


def enter(words: Words, reading: Reading) -> Order:
    units = () if words.skip("all") else take_units(words, reading)
    words.expect("at", "in")
    return Enter(units, _hexes(words, reading))


def delay(words: Words, reading: Reading) -> Order:
    return Delay(() if words.skip("all") else take_units(words, reading))


def replace(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    return Replace(unit, take_hex(words, reading.scenario.map) if words.skip("at", "in") else None)


def keep(words: Words, reading: Reading) -> Order:
    if words.skip("all"):
        return Keep(is_all=True)
    return Keep() if words.skip("none") else Keep(take_units(words, reading))


def _hexes(words: Words, reading: Reading) -> tuple[HexId, ...]:
    """Hexes, the best first, with commas, `or` or `else` between them."""

    def one() -> HexId:
        words.skip("else", "or")
        return take_hex(words, reading.scenario.map)

    found = list(take_list(words, one))
    while words.skip("else", "or"):
        found += take_list(words, one)
    return tuple(found)


VERBS: Mapping[str, Verb] = {
    "bombard": Verb(bombard, "bombard 1434 with AH-S4-MTN-1, AH-S4-FLD-1", (ACTION, "set-up")),
    "dig": Verb(dig, "dig AH-58-3-I", (ACTION,)),
    "blow-up": Verb(blow_up, "blow-up AH-S4-HVY-1", ("artillery",)),
    "reduce": Verb(reduce, "reduce 1534", ("artillery",)),
    "enter": Verb(enter, "enter AH-58-3-I at 4324", ("reinforcement",)),
    "delay": Verb(delay, "delay AH-58-3-I", ("reinforcement",)),
    "replace": Verb(replace, "replace AH-58-3-I at 1634", ("rally", "standing")),
    "keep": Verb(keep, "keep AH-58-3-I", ("rally",)),
}
