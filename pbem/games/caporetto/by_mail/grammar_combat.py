"""Reading orders of the Combat and Infiltration Sub-phases: attacks, recon, mines, infiltration, top units."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.caporetto.advance import STAY
from pbem.games.caporetto.by_mail.grammar_conditions import take_conditions
from pbem.games.caporetto.by_mail.orders_combat import (
    Attack,
    Infiltrate,
    Mine,
    Recon,
    Second,
    Support,
    Top,
)
from pbem.games.caporetto.by_mail.phrases import take_unit, take_units
from pbem.games.caporetto.counters import is_combat_unit, is_support
from pbem.kernel.game import Reading
from pbem.kernel.text import phrases
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.instructions import Results, take_instructions
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_list, take_path
from pbem.kernel.text.words import Words, did_you_mean

_RESULTS = Results(
    attacker=str.isdecimal,
    defender=lambda theirs: theirs == "E" or theirs.isdecimal(),
    wanted="attacker/defender such as 1/2, */E, 2/* or `any`",
)


def attack(words: Words, reading: Reading) -> Order:
    """`attack 2718 with GE-12, AH-50 support up to 2 of GE-art1, GE-art2 if ... on */2: advance GE-12`."""
    target = take_hex(words, reading.scenario.map)
    words.expect("with")
    units = take_units(words, reading, is_combat_unit)
    support = take_support(words, reading) if words.skip("support", "supported") else Support()
    conditions = take_conditions(words, reading)
    results = take_instructions(
        words,
        _RESULTS,
        {
            "losses": lambda: take_who(words, reading),
            "advance": lambda: take_who(words, reading),
            "second": lambda: take_list(words, lambda: _second(words, reading)),
        },
    )
    if not words.is_done:
        parts = ("support", "if", "unless", "on")
        wanted = "`support UNITS`, `if` or `unless`, `on RESULT: ...`, in this order, or the end of the line"
        raise words.unreadable(
            "no part of an attack begins with this word here", wanted, did_you_mean(words.peek(), parts)
        )
    return Attack(target, units, support, conditions, results)


def take_support(words: Words, reading: Reading) -> Support:
    """Support units by name, all of them or `up to 2 of` them."""
    words.skip("by")
    if words.skip("none"):
        return Support()
    most = take_limit(words)
    if most:
        words.expect("of")
    return Support(take_units(words, reading, is_support), most)


def take_limit(words: Words) -> int:
    """`up to 2` or, before `of`, just `2`; nothing else is taken."""
    if words.peek() == "up":
        words.take("up")
        words.expect("to")
        return words.number("how many")
    if words.peek().isdecimal() and words.peek(1) == "of":
        return words.number("how many")
    return 0


def take_who(words: Words, reading: Reading) -> tuple[str, ...]:
    """`all`, `none`, `weakest first`, `strongest first`, or units by name."""
    return phrases.take_who(words, lambda: take_units(words, reading))


def _second(words: Words, reading: Reading) -> Second:
    """`GE-12 2717`, `GE-12 stay`, or for all assault units `2717` or `stay`."""
    if words.skip(STAY, "none"):
        return Second(STAY)
    if words.peek().isdecimal() and len(words.peek()) == 4:
        return Second(take_hex(words, reading.scenario.map))
    unit = take_unit(words, reading)
    words.skip("to", "->")
    return Second(STAY if words.skip(STAY, "none") else take_hex(words, reading.scenario.map), unit)


def recon(words: Words, reading: Reading) -> Order:
    """`recon GE-air1, GE-air2 over 2718`."""
    units = take_units(words, reading, lambda unit: unit.type == "air")
    words.expect("over", "at", "->")
    return Recon(units, take_hex(words, reading.scenario.map), take_conditions(words, reading))


def mine(words: Words, reading: Reading) -> Order:
    """`mine 2718 advance AH-1`."""
    words.skip("under", "at")
    hex_id = take_hex(words, reading.scenario.map)
    who = take_who(words, reading) if words.skip("advance") else ()
    return Mine(hex_id, who, take_conditions(words, reading))


def infiltrate(words: Words, reading: Reading) -> Order:
    """`infiltrate GE-12, GE-200 2717 -> 2616`."""
    units = take_units(words, reading, is_combat_unit)
    path = take_path(words, reading.scenario.map)
    return Infiltrate(units, path, take_conditions(words, reading))


def top(words: Words, reading: Reading) -> Order:
    """`top GE-12, AH-50`."""
    return Top(take_units(words, reading))


_COMBATS = ("first-combat", "second-combat")
VERBS: Mapping[str, Verb] = {
    "attack": Verb(attack, "attack 2907 with AH-1", _COMBATS),
    "recon": Verb(recon, "recon GE-air1 over 2718", _COMBATS),
    "mine": Verb(mine, "mine 2907", _COMBATS),
    "infiltrate": Verb(infiltrate, "infiltrate AH-1 to 2907", ("infiltration",)),
    "top": Verb(top, "top AH-1", (*_COMBATS, "infiltration", "movement", "set-up")),
}
