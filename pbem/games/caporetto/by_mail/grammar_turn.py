"""Reading orders of set-up, of the phases before Operations, and of movement."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.caporetto.by_mail.grammar_conditions import take_conditions
from pbem.games.caporetto.by_mail.orders_turn import (
    DeclarePause,
    DeployHistorical,
    Enter,
    Leg,
    Mobilise,
    Mode,
    Move,
    Raid,
    Rebuild,
    Replenish,
    StrategicMove,
    Withdraw,
)
from pbem.games.caporetto.by_mail.phrases import take_unit, take_units
from pbem.games.caporetto.counters import is_division, is_hq
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Deploy, Hold, Order
from pbem.kernel.text.phrases import take_path
from pbem.kernel.text.words import Words

_ENDS = ("if", "unless", "")


def place(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    words.expect("at", "in", "to")
    return Deploy(unit, take_hex(words, reading.scenario.map))


def deploy(words: Words, reading: Reading) -> Order:
    words.expect("historical", "historically")
    return DeployHistorical()


def mode(words: Words, reading: Reading) -> Order:
    hqs = take_units(words, reading, is_hq)
    words.skip("to", "in", ":")
    found = words.expect("support", "movement")
    words.skip("mode")
    return Mode(hqs, found)


def pause(words: Words, reading: Reading) -> Order:
    is_wanted = not words.skip("no", "none", "never")
    if is_wanted:
        words.skip("yes")
    return DeclarePause(is_wanted, take_conditions(words, reading))


def enter(words: Words, reading: Reading) -> Order:
    units = () if words.skip("all") else take_units(words, reading)
    words.expect("at", "in")
    return Enter(units, take_hex(words, reading.scenario.map, "a supply source hex"))


def mobilise(words: Words, reading: Reading) -> Order:
    return Mobilise(take_conditions(words, reading))


def replenish(words: Words, reading: Reading) -> Order:
    return Replenish(take_units(words, reading))


def rebuild(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    strength = words.expect("full", "depleted") if words.peek() not in ("at", "in", "") else "full"
    at = take_hex(words, reading.scenario.map, "a supply source hex") if words.skip("at", "in") else None
    return Rebuild(unit, strength, at)


def withdraw(words: Words, reading: Reading) -> Order:
    return Withdraw(take_units(words, reading, lambda unit: True))


def hold(words: Words, reading: Reading) -> Order:
    return Hold(take_units(words, reading))


def raid(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading, is_division)
    words.skip("on", "to")
    words.skip("trieste")
    return Raid(unit)


def move(words: Words, reading: Reading) -> Order:
    """In the section `strategic` a move of one unit to a hex; else a stack on its way, with drops."""
    if reading.section == "strategic":
        unit = take_unit(words, reading)
        words.skip("to", "->")
        to = take_hex(words, reading.scenario.map)
        return StrategicMove(unit, to, take_conditions(words, reading))
    units = take_units(words, reading)
    return Move(units, _legs(words, reading), take_conditions(words, reading))


def _legs(words: Words, reading: Reading) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    while words.peek() not in _ENDS:
        legs.append(_drop(words, reading) if words.skip("drop") else Leg(take_path(words, reading.scenario.map)))
        words.skip(";", ",", "then")
        words.skip("then")
    if not any(leg.hexes for leg in legs):
        raise words.unreadable("the move has no goal", "`to HEX` or a path with `->`")
    return tuple(legs)


def _drop(words: Words, reading: Reading) -> Leg:
    units = take_units(words, reading)
    has_way = words.peek() not in (";", ",", "then", *_ENDS)
    return Leg(take_path(words, reading.scenario.map) if has_way else (), units)


VERBS: Mapping[str, Verb] = {
    "place": Verb(place, "place AH-1 at 2907", ("set-up",)),
    "deploy": Verb(deploy, "deploy historical", ("set-up",)),
    "mode": Verb(mode, "mode AH-hq10 support", ("first-combat", "set-up")),
    "pause": Verb(pause, "pause no", ("pause",)),
    "enter": Verb(enter, "enter UK-7 at 2701", ("reinforcement",)),
    "mobilise": Verb(mobilise, "mobilise", ("replacement",)),
    "mobilize": Verb(mobilise, "mobilize", ("replacement",)),
    "replenish": Verb(replenish, "replenish IT-7", ("replacement",)),
    "rebuild": Verb(rebuild, "rebuild IT-7 full", ("replacement",)),
    "withdraw": Verb(withdraw, "withdraw IT-7", ("withdrawal", "standing")),
    "move": Verb(move, "move AH-1 to 2907", ("movement", "strategic")),
    "hold": Verb(hold, "hold AH-1", ("movement", "strategic")),
    "raid": Verb(raid, "raid IT-7", ("first-combat",)),
}
