"""Reading orders of Retreat mode, Trucks and Depots."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.by_mail.grammar_move import MOVE, take_leg
from pbem.games.italia18.by_mail.orders_retreat import Burn, Drive, RetreatMode, TryExit
from pbem.games.italia18.by_mail.phrases import take_unit, take_units
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_path
from pbem.kernel.text.words import Words


def retreat_mode(words: Words, reading: Reading) -> Order:
    return RetreatMode(take_units(words, reading))


def try_exit(words: Words, reading: Reading) -> Order:
    """`IT-24 then 2718 else 2717-2716`; either way may be left out."""
    unit, map = take_unit(words, reading), reading.scenario.map
    then = take_path(words, map) if words.skip("then") else ()
    return TryExit(unit, then, take_path(words, map) if words.skip("else") else ())


def drive(words: Words, reading: Reading) -> Order:
    """`IT-trucks with IT-9, IT-10 to 1533-1534 drop IT-9, 1636 drop IT-10`."""
    trucks = take_unit(words, reading, lambda unit: unit.type == "trucks")
    words.expect("with")
    load = take_units(words, reading)
    words.skip(",")
    legs = [take_leg(words, reading)]
    while words.skip(",", "then"):
        words.skip("then")
        legs.append(take_leg(words, reading))
    return Drive(trucks, load, tuple(legs))


def burn(words: Words, reading: Reading) -> Order:
    return Burn(take_unit(words, reading, lambda unit: unit.type == "depot"))


VERBS: Mapping[str, Verb] = {
    "retreat-mode": Verb(retreat_mode, "retreat-mode IT-24, IT-C6", (MOVE,)),
    "try-exit": Verb(try_exit, "try-exit IT-24 then 1924 else 1923", (MOVE,)),
    "drive": Verb(drive, "drive IT-hq4 with IT-15 to 1923-1922 drop IT-15", (MOVE,)),
    "burn": Verb(burn, "burn IT-hq4", (MOVE,)),
}
