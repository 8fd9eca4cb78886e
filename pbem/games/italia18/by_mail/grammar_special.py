"""Reading orders of Air supports and of the scenarios' own rules, and the standing orders that go with them."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.by_mail.grammar_move import MOVE
from pbem.games.italia18.by_mail.orders_special import (
    Display,
    Exit,
    Fly,
    Refugees,
    RetreatOrder,
    Sabotage,
    Swap,
    Withdraw,
)
from pbem.games.italia18.by_mail.phrases import take_unit, take_units
from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.missions import KINDS
from pbem.games.italia18.sequence import HINDER, SET_UP
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_hexside, take_list
from pbem.kernel.text.standing import Choice
from pbem.kernel.text.words import Words, did_you_mean


def fly(words: Words, reading: Reading) -> Order:
    """`IT-air1 to W1734 observe`."""
    unit = take_unit(words, reading, lambda one: one.type == "air")
    words.expect("to", "over")
    at = take_hex(words, reading.scenario.map)
    return Fly(unit, at, words.expect(*KINDS))


def refugees(words: Words, reading: Reading) -> Order:
    return Refugees(take_list(words, lambda: take_hex(words, reading.scenario.map)))


def sabotage(words: Words, reading: Reading) -> Order:
    found = take_hexside(words, reading.scenario.map)
    return Sabotage(found.a, found.b)


def retreat_order(words: Words, reading: Reading) -> Order:
    return RetreatOrder()


def withdraw(words: Words, reading: Reading) -> Order:
    return Withdraw(take_unit(words, reading, is_gun))


def leave_the_map(words: Words, reading: Reading) -> Order:
    units = take_units(words, reading)
    words.expect("from", "at")
    return Exit(units, take_hex(words, reading.scenario.map))


def display(words: Words, reading: Reading) -> Order:
    number = words.number("the number of the division")
    words.skip("DF")
    return Display(str(number))


def swap(words: Words, reading: Reading) -> Order:
    elite = take_unit(words, reading)
    words.expect("with", "for")
    return Swap(elite, take_unit(words, reading))


VERBS: Mapping[str, Verb] = {
    "fly": Verb(fly, "fly IT-hq4 to 2024 observe", (HINDER, MOVE)),
    "refugees": Verb(refugees, "refugees 1924, 1825", (HINDER,)),
    "sabotage": Verb(sabotage, "sabotage 2123/2222", (HINDER,)),
    "retreat-order": Verb(retreat_order, "retreat-order", (MOVE,)),
    "withdraw": Verb(withdraw, "withdraw IT-C9", (MOVE,)),
    "exit": Verb(leave_the_map, "exit IT-15, IT-C9 from 1924", (MOVE,)),
    "display": Verb(display, "display 52", (SET_UP,)),
    "swap": Verb(swap, "swap AH-4 with AH-55", (SET_UP,)),
}


# -- in advance ----------------------------------------------------------------------------------------------


def _turn(words: Words, reading: Reading) -> tuple[str, ...]:
    """See S5.sp3: `turn 33`, or `never`."""
    if words.skip("never"):
        return ("never",)
    words.skip("turn")
    return (str(words.number("a turn of the track, or `never`")),)


def _any_unit(words: Words, reading: Reading) -> tuple[str, ...]:
    """See S5.sp4, S5.sp5: a unit of either side, by its whole name."""
    known = {unit.lower(): unit for unit in reading.scenario.units}
    found = known.get(words.peek().lower())
    if found is None:
        wanted = "a unit by its whole name, such as AH-III"
        raise words.unreadable("no unit has this name", wanted, did_you_mean(words.peek(), list(known.values())))
    words.take("a unit")
    return (found,)


CHOICES: Mapping[str, Choice] = {
    "free-air": _turn,
    "mutiny": _any_unit,
    "no-firing": _any_unit,
    "bruchmueller": _any_unit,
}
