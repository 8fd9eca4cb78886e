"""Reading orders of the Combat Phase: attacks, with conditions and instructions for every result."""

from __future__ import annotations

from pbem.games.gwe.by_mail.orders import Attack, Support
from pbem.games.gwe.by_mail.phrases import take_conditions, take_unit, take_units
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text import phrases
from pbem.kernel.text.instructions import Results, take_instructions
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.words import Words

_RESULTS = Results(
    attacker=lambda ours: ours in ("-", "1", "2"),
    defender=lambda theirs: theirs in ("-", "1", "2", "3", "E"),
    wanted="attacker/defender such as 1/2, */E, -/3 or `any`",
)


def _is_fighter(unit: Unit) -> bool:
    return unit.figure("attack") > 0


def attack(words: Words, reading: Reading) -> Order:
    targets = [take_hex(words, reading.scenario.map)]
    while words.skip("+", "and", "&", ","):
        targets.append(take_hex(words, reading.scenario.map))
    words.expect("with")
    units = take_units(words, reading, _is_fighter)
    barrage: tuple[Support, ...] = ()
    shifts: tuple[UnitId, ...] = ()
    while words.peek() in ("barrage", "shift"):
        if words.take("barrage or shift").lower() == "barrage":
            barrage = phrases.take_list(words, lambda: _support(words, reading))
        else:
            shifts = take_units(words, reading, lambda unit: unit.type == "hq")
    conditions = take_conditions(words, reading)
    topics = {
        "losses": lambda: take_who(words, reading),
        "advance": lambda: take_who(words, reading),
        "pursue": lambda: take_who(words, reading),
    }
    results = take_instructions(words, _RESULTS, topics)
    return Attack(tuple(targets), units, barrage, shifts, conditions, results)


def _support(words: Words, reading: Reading) -> Support:
    unit = take_unit(words, reading, lambda u: u.figure("barrage") > 0)
    return Support(unit, words.number("barrage points") if words.peek().isdigit() else -1)


def take_who(words: Words, reading: Reading) -> tuple[str, ...]:
    return phrases.take_who(words, lambda: take_units(words, reading))
