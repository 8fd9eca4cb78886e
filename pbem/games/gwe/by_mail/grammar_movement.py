"""Reading orders of the set-up, the Movement Phase and withdrawal before combat."""

from __future__ import annotations

from pbem.games.gwe.by_mail.orders import Enter, Follow, Heroes, Leg, Move, Stay, Withdraw, Withhold
from pbem.games.gwe.by_mail.phrases import take_conditions, take_unit, take_units
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Deploy, Hold, Order
from pbem.kernel.text.phrases import take_path
from pbem.kernel.text.words import Words

_ENDS = ("if", "on", "else", ";", "|")


def move(words: Words, reading: Reading, is_march: bool = False) -> Order:
    unit = take_unit(words, reading)
    return Move(unit, _legs(words, reading), is_march, take_conditions(words, reading))


def march(words: Words, reading: Reading) -> Order:
    return move(words, reading, is_march=True)


def rail(words: Words, reading: Reading) -> Order:
    """`rail U to HEX` is short for a move that entrains if need be and goes by rail."""
    unit = take_unit(words, reading)
    first = Leg("rail", take_path(words, reading.scenario.map))
    words.skip(",", "then", "and")
    return Move(
        unit, (Leg("entrain"), first, *_legs(words, reading, may_be_empty=True)), False, take_conditions(words, reading)
    )


def _legs(words: Words, reading: Reading, may_be_empty: bool = False) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    while not words.is_done and words.peek() not in _ENDS:
        word = words.peek()
        if word in ("entrain", "detrain"):
            words.take(word)
            legs.append(Leg(word))
        elif word in ("rail", "off-map", "offmap"):
            words.take(word)
            legs.append(Leg("rail" if word == "rail" else "off-map", take_path(words, reading.scenario.map)))
        else:
            legs.append(Leg("walk", take_path(words, reading.scenario.map)))
        words.skip(",", "then")
        words.skip("and", "then")
    if not legs and not may_be_empty:
        raise words.unreadable(
            "the move has no destination", "`to HEX`, a path with `->`, `entrain`, `rail to HEX` or `detrain`"
        )
    return tuple(legs)


def hold(words: Words, reading: Reading) -> Order:
    return Hold(take_units(words, reading))


def enter(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    words.expect("at")
    at = _entry(words, reading)
    words.skip(",", "then")
    legs = _legs(words, reading, may_be_empty=True)
    words.skip(",")
    otherwise = words.expect("hold", "edge") if words.skip("else") else "hold"
    return Enter(unit, at, legs, otherwise)


def _entry(words: Words, reading: Reading) -> HexId:
    """A hex, a place, or the letter of an entry hex."""
    lettered = reading.scenario.map.hexes_with("entry", letter=words.peek().upper())
    if lettered and len(words.peek()) == 1:
        words.take("an entry hex")
        return lettered[0]
    return take_hex(words, reading.scenario.map, "an entry hex: its number or letter")


def withhold(words: Words, reading: Reading) -> Order:
    return Withhold(take_unit(words, reading))


def heroes(words: Words, reading: Reading) -> Order:
    return Heroes(() if words.skip("none") else take_units(words, reading))


def place(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    words.expect("at", "in", "to")
    return Deploy(unit, take_hex(words, reading.scenario.map))


def withdraw(words: Words, reading: Reading) -> Order:
    if words.skip("none"):
        return Stay(())
    unit = take_unit(words, reading)
    paths: list[tuple[HexId, ...]] = []
    if not words.skip("free"):
        while not words.is_done and words.peek() != "if":
            paths.append(take_path(words, reading.scenario.map))
            words.skip("|", "or")
    return Withdraw(unit, tuple(paths), take_conditions(words, reading))


def stay(words: Words, reading: Reading) -> Order:
    return Stay(() if words.skip("all") or words.is_done else take_units(words, reading))


def follow(words: Words, reading: Reading) -> Order:
    hex_id = take_hex(words, reading.scenario.map)
    words.expect("with")
    return Follow(hex_id, () if words.skip("none") else take_units(words, reading))
