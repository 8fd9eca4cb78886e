"""Reading orders of the Combat and Exploitation Phases: attacks, disengagement, exploitation, guns that are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.by_mail.conditions import take_conditions
from pbem.games.italia18.by_mail.grammar_move import take_otherwise, take_span
from pbem.games.italia18.by_mail.orders_combat import (
    ALL_GUNS,
    NONE,
    Assault,
    Assign,
    Drop,
    Exploit,
    Going,
    Hide,
    Keep,
    Leave,
)
from pbem.games.italia18.by_mail.phrases import BRIDGE, take_fighters, take_guns, take_unit
from pbem.games.italia18.coordination import PARTIAL, PERFECT
from pbem.games.italia18.counters import is_combat_unit, is_detachment
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import STANDING, Verb
from pbem.kernel.text.instructions import OnResult, results_named, take_instructions
from pbem.kernel.text.names import next_hex, take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_list, take_path, take_who
from pbem.kernel.text.words import Words, did_you_mean

MOVE, COMBAT, EXPLOIT = "move", "combat", "exploit"  # the words of the sections `move-1`, `combat-1`, `exploit-1`
CLAUSES = ("guns", "cb", "lead", "assault", "rommel", "force", "if", "unless", "on")
SPELLINGS = {"gun": "guns", "led": "lead", "forced": "force"}
_RESULTS = results_named(PERFECT, PARTIAL)


def attack(words: Words, reading: Reading) -> Order:
    """`attack 2024 with A, B guns G1, G2 cb up to 1 lead A, B assault S1 force if ... on perfect: advance A`; the parts
    between the units and `if` in any order."""
    target = take_hex(words, reading.scenario.map)
    words.expect("with", "by")
    units = take_fighters(words, reading)
    parts = _take_parts(words, reading)
    conditions = take_conditions(words, reading)
    results = take_results(words, reading)
    if not words.is_done:
        wanted = ", ".join(f"`{word}`" for word in CLAUSES) + ", each once, or the end of the line"
        why = "no part of an attack begins with this word here"
        raise words.unreadable(why, wanted, "" if words.peek() in CLAUSES else did_you_mean(words.peek(), CLAUSES))
    return Assault(
        target, units, parts.get("guns", ()), parts.get("cb", 0), parts.get("lead", ()), parts.get("assault", ()),
        "rommel" in parts, "force" in parts, conditions, results,
    )  # fmt: skip


def _take_parts(words: Words, reading: Reading) -> dict[str, Any]:
    """See 12.2.1, 12.2.2a: guns, counter-battery, who leads, Assault Troops, and single words, each at most once."""
    readers: Mapping[str, Callable[[], Any]] = {
        "guns": lambda: () if words.skip(NONE) else take_guns(words, reading),
        "cb": lambda: _counter_battery(words),
        "lead": lambda: take_fighters(words, reading),
        "assault": lambda: _assault(words, reading),
        "rommel": lambda: True,
        "force": lambda: True,
    }
    found: dict[str, Any] = {}
    while (word := SPELLINGS.get(words.peek().lower(), words.peek().lower())) in readers and word not in found:
        words.take("a part of the attack")
        found[word] = readers[word]()
    return found


def _counter_battery(words: Words) -> int:
    """See 12.2.2b: `max`, `none`, `up to 1` or a number."""
    if words.skip("max"):
        return ALL_GUNS
    if words.skip(NONE):
        return 0
    if words.skip("up"):
        words.expect("to")
    return words.number("how many of your Corps Artillery, `max` or `none`")


def _assault(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 15.3a: Assault Troops by name, or `none`."""
    if words.skip(NONE):
        return (NONE,)
    return take_list(words, lambda: take_unit(words, reading, is_assault_troops))


def take_results(words: Words, reading: Reading) -> tuple[OnResult, ...]:
    """`on perfect: advance A 2024-2025; exploit A`, `on any: losses B, A; bombarded B`."""

    def who() -> tuple[str, ...]:
        return take_who(words, lambda: take_fighters(words, reading))

    return take_instructions(
        words,
        _RESULTS,
        {
            "bombarded": who,
            "losses": who,
            "stoss": lambda: (words.expect("always", "never"),),
            "advance": lambda: take_goings(words, reading),
            "exploit": who,
        },
    )


def take_goings(words: Words, reading: Reading) -> tuple[Going, ...]:
    """`all`, `none`, or units, each perhaps with the way that it takes: `A 2024-2025, B`."""
    if words.peek() in ("all", NONE):
        return (Going(words.take("units").lower()),)
    return take_list(words, lambda: _going(words, reading))


def _going(words: Words, reading: Reading) -> Going:
    unit = take_unit(words, reading, is_combat_unit)
    words.skip("to", "via")
    is_named = next_hex(words, reading.scenario.map)[0] is not None or "-" in words.peek()
    return Going(unit, take_path(words, reading.scenario.map) if is_named else ())


def assign(words: Words, reading: Reading) -> Order:
    """`assign GE-st1 to GE-2Jg`."""
    troops = take_unit(words, reading, is_assault_troops)
    words.expect("to")
    return Assign(troops, take_unit(words, reading, is_combat_unit))


def leave(words: Words, reading: Reading) -> Order:
    """`leave 2024 by IT-56 max via 1923-1822, toward 1822`."""
    here = take_hex(words, reading.scenario.map)
    by = take_unit(words, reading, is_combat_unit) if words.skip("by", "with") else None
    far = take_distance(words) if words.peek() in ("max", "min") or words.peek().isdecimal() else ""
    words.skip("hexes", "hex")
    ways = take_ways(words, reading) if words.skip("via", "to") or words.peek() in ("toward", "towards") else ()
    return Leave(here, by, far, ways)


def take_distance(words: Words) -> str:
    """See 13.0c: `max`, `min`, or a number of hexes."""
    if words.peek() in ("max", "min"):
        return words.take("a distance").lower()
    return str(words.number("a number of hexes, `max` or `min`"))


def take_ways(words: Words, reading: Reading) -> tuple[str, ...]:
    """Ways, the best first."""
    return take_list(words, lambda: take_way(words, reading))


def take_way(words: Words, reading: Reading) -> str:
    """See 12.3a: a way hex by hex, `1923-1822`; a hex, in which it begins or ends; `toward` or `away from` one."""
    if words.skip("toward", "towards"):
        return f"toward {take_hex(words, reading.scenario.map)}"
    if words.skip("away"):
        words.expect("from")
        return f"away from {take_hex(words, reading.scenario.map)}"
    return "-".join(take_path(words, reading.scenario.map))


def exploit(words: Words, reading: Reading) -> Order:
    """`exploit GE-Leib to 2025-1925`, `exploit AH-11 to 1533, bridge 1533/1534 twice, 1534 else 1532`."""
    unit, map = take_unit(words, reading, is_combat_unit), reading.scenario.map
    words.skip("to")
    first = () if words.peek() == BRIDGE else take_path(words, map)
    words.skip(",", "then")
    if not words.skip(BRIDGE):
        return Exploit(unit, first, take_conditions(words, reading))
    span = take_span(words, reading)
    onward = take_path(words, map) if words.skip(",", "then") else ()
    otherwise, again = take_otherwise(words, reading)
    return Exploit(unit, first, take_conditions(words, reading), span, onward, otherwise, again)


def drop(words: Words, reading: Reading) -> Order:
    return Drop(take_unit(words, reading, is_combat_unit), take_conditions(words, reading))


def keep(words: Words, reading: Reading) -> Order:
    """`keep IT-C6, IT-A4 for 2024, 2023`, `keep 1 for 2024`."""
    number = (
        words.number("how many guns") if words.peek().isdecimal() and words.peek(1) in ("for", "guns", "gun") else 0
    )
    words.skip("guns", "gun")
    guns = () if number else take_guns(words, reading)
    words.expect("for")
    return Keep(guns, take_list(words, lambda: take_hex(words, reading.scenario.map)), number)


def hide(words: Words, reading: Reading) -> Order:
    """`hide all`, `hide none`, or detachments by name."""
    if words.skip("all"):
        return Hide()
    if words.skip(NONE, "never"):
        return Hide(is_all=False)
    return Hide(take_list(words, lambda: take_unit(words, reading, is_detachment)), is_all=False)


VERBS: Mapping[str, Verb] = {
    "attack": Verb(attack, "attack 2024 with AH-22Sch guns GE-A14 on perfect: advance AH-22Sch", (COMBAT, EXPLOIT)),
    "assign": Verb(assign, "assign GE-st1 to GE-2Jg", (MOVE, COMBAT, EXPLOIT)),
    "leave": Verb(leave, "leave 2024 by IT-56 max via toward 1824", (COMBAT,)),
    "exploit": Verb(exploit, "exploit GE-Leib to 2025-1925", (EXPLOIT,)),
    "drop": Verb(drop, "drop GE-Leib", (EXPLOIT,)),
    "hide": Verb(hide, "hide AH-g1", (STANDING, MOVE, EXPLOIT)),
    "keep": Verb(keep, "keep IT-C6 for 2024, 2023", (STANDING,)),
}
