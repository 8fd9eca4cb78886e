"""Reading orders of the Combat Phase: attacks, with conditions and instructions for every result."""

from __future__ import annotations

from pbem.errors import Unreadable
from pbem.games.gwe.by_mail.orders import Attack, OnResult, Support
from pbem.games.gwe.by_mail.phrases import take_conditions, take_unit, take_units
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text import phrases
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.words import Words


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
    results: list[OnResult] = []
    while words.skip("on"):
        results.append(_on_result(words, reading))
    return Attack(tuple(targets), units, barrage, shifts, conditions, tuple(results))


def _support(words: Words, reading: Reading) -> Support:
    unit = take_unit(words, reading, lambda u: u.figure("barrage") > 0)
    return Support(unit, words.number("barrage points") if words.peek().isdigit() else -1)


def _on_result(words: Words, reading: Reading) -> OnResult:
    """`on */2: losses A, B; advance C; pursue C`."""
    spot = words.spot()
    ours, slash, theirs = words.take("a result such as */2").upper().partition("/")
    if ours == "ANY":
        ours, theirs, slash = "*", "*", "/"
    if not slash or ours not in ("*", "-", "1", "2") or theirs not in ("*", "-", "1", "2", "3", "E"):
        wanted = "attacker/defender such as 1/2, */E, -/3 or `any`"
        raise Unreadable("this is no combat result", found=f"{ours}{slash}{theirs}", wanted=wanted, spot=spot)
    words.expect(":")
    parts: dict[str, tuple[str, ...]] = {}
    while not words.is_done and words.peek() != "on":
        what = words.expect("losses", "advance", "pursue")
        parts[what] = take_who(words, reading)
        words.skip(";", ",")
    return OnResult(ours, theirs, parts.get("losses", ()), parts.get("advance", ()), parts.get("pursue", ()))


def take_who(words: Words, reading: Reading) -> tuple[str, ...]:
    return phrases.take_who(words, lambda: take_units(words, reading))
