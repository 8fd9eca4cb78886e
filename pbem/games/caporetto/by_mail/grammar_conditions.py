"""Reading conditions: what may follow `if` and `unless`.

if 2718 empty, if 2718 held by CP, if 2718 in zoc, unless 2718 in zoc, if units at 2718 <= 2, if recon 2718
if lost <= 3, if enemy lost >= 2, if GE-12 lost, if GE-12 at 2718, if morale >= -1, if turn >= 4
and in standing orders also: if loss >= 2, if losing a unit, if support >= 1, if attackers >= 3, if steps <= 1
"""

from __future__ import annotations

import re

from pbem.errors import Illegal, Unreadable
from pbem.games.caporetto.by_mail.phrases import take_unit
from pbem.games.caporetto.counters import SIDES
from pbem.games.caporetto.morale import ARMIES, ARMY_OF
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Side
from pbem.kernel.text.names import next_hex, take_hex
from pbem.kernel.text.preferences import RELATIONS, Condition
from pbem.kernel.text.words import Words

# What a question tells a standing order about itself: loss, steps of the defence, attacking units, their support.
FIGURES = ("loss", "steps", "attackers", "support")
LOSING, KEEPING = "losing a unit", "losing no unit"
SYNONYMS = {"attacker_support": "support", "would_lose_unit": LOSING}  # words of the list of decisions
_OPPOSITE = {
    ">=": "<", "<=": ">", ">": "<=", "<": ">=",
    "empty": "occupied", "occupied": "empty", "held by": "not held by", "not held by": "held by",
    "in zoc of": "out of zoc of", "out of zoc of": "in zoc of", "lost": "whole", "whole": "lost",
    "gone": "on map", "on map": "gone", "at": "not at", "not at": "at", "succeeded": "failed", "failed": "succeeded",
}  # fmt: skip


def take_conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    """Behind `if` or `unless`: one or more conditions, joined by `and`."""
    found: list[Condition] = []
    is_unless = False
    while words.peek() in ("if", "unless") or (found and words.peek() == "and"):
        word = words.take("if").lower()
        is_unless = word == "unless" if word != "and" else is_unless
        condition = _condition(words, reading)
        found.append(_turned(words, condition) if is_unless else condition)
    return tuple(found)


def _turned(words: Words, condition: Condition) -> Condition:
    """`unless` as `if`: the relation turned round."""
    if condition.subject in (LOSING, KEEPING):
        return Condition(KEEPING if condition.subject == LOSING else LOSING)
    if condition.relation not in _OPPOSITE:
        raise words.unreadable("`unless` does not work here", "`if` with >= or <=", "write it with `if`")
    return condition._replace(relation=_OPPOSITE[condition.relation])


def _condition(words: Words, reading: Reading) -> Condition:
    first = words.peek()
    if first in ("odds", "ratio"):
        raise _no_odds(words)
    if SYNONYMS.get(first) == LOSING:
        words.take(first)
        return Condition(LOSING)
    if first == "turn" or SYNONYMS.get(first, first) in FIGURES:
        words.take(first)
        return _compared(words, SYNONYMS.get(first, first))
    if first in ("morale", "units", "lost", "own", "enemy", "losing", "recon") or first.upper() in SIDES:
        return _told(words, reading, first)
    return _of_hex(words, reading) if _names_hex(words, reading) else _of_unit(words, reading)


def _names_hex(words: Words, reading: Reading) -> bool:
    """Whether a hex number or a place comes next; a number that the map lacks is a hex all the same."""
    is_number = words.peek().isdigit() and len(words.peek()) == 4
    return is_number or next_hex(words, reading.scenario.map)[0] is not None


def _no_odds(words: Words) -> Illegal:
    """See 11.6, ruling R36: an attack may not be called off once the odds are known, so no order may wait for them."""
    why = "an attack may not depend on its odds: once they are known it cannot be called off"
    wanted = "conditions on hexes, losses, morale, recon or your own units"
    refusal = Illegal("11.6", why, found=words.peek(), wanted=wanted, advice="leave the condition out")
    refusal.problem = refusal.problem.at(words.spot())
    return refusal


def _told(words: Words, reading: Reading, first: str) -> Condition:
    """Conditions that begin with a word of their own."""
    words.take(first)
    if first == "losing":
        is_none = words.skip("no")
        words.skip("a")
        words.expect("unit", "units")
        return Condition(KEEPING if is_none else LOSING)
    if first == "recon":
        words.skip("over", "at")
        hex_id = take_hex(words, reading.scenario.map)
        outcome = words.expect("succeeded", "failed") if words.peek() in ("succeeded", "failed") else "succeeded"
        return Condition(f"recon {hex_id}", outcome)
    if first == "units":
        words.expect("at", "in")
        return _compared(words, f"units at {take_hex(words, reading.scenario.map)}")
    if first == "morale":
        army = words.take("an army").upper() if words.peek().upper() in ARMIES else ARMY_OF[reading.side]
        return _compared(words, f"morale {army}")
    side = {"enemy": reading.scenario.enemy_of(reading.side)}.get(
        first, Side(first.upper()) if first.upper() in SIDES else reading.side
    )
    if first != "lost":
        words.expect("lost")
    return _compared(words, f"{side} lost")


def _compared(words: Words, subject: str) -> Condition:
    return Condition(subject, words.expect(*RELATIONS), _number(words))


def _number(words: Words) -> str:
    """A whole number, perhaps with a sign: morale goes below zero."""
    text = words.peek().removeprefix("+")
    if not re.fullmatch(r"-?\d{1,3}", text):
        raise words.unreadable("a number belongs here", "a whole number such as 2 or -1", "write it in digits")
    words.take("a number")
    return str(int(text))


def _of_hex(words: Words, reading: Reading) -> Condition:
    hex_id = take_hex(words, reading.scenario.map)
    words.skip("is")
    is_not = words.skip("not")
    word = words.expect("empty", "vacated", "occupied", "held", "ours", "theirs", "in", "out", "free")
    if word in ("empty", "vacated", "occupied"):
        condition = Condition(hex_id, "occupied" if word == "occupied" else "empty")
    elif word in ("held", "ours", "theirs"):
        condition = Condition(hex_id, "held by", _side(words, reading, word))
    else:
        words.skip("of")
        words.expect("zoc", "ezoc")
        words.skip("of")
        owner = (
            words.take("a side").upper() if words.peek().upper() in SIDES else reading.scenario.enemy_of(reading.side)
        )
        condition = Condition(hex_id, "in zoc of" if word == "in" else "out of zoc of", owner)
    return condition._replace(relation=_OPPOSITE[condition.relation]) if is_not else condition


def _side(words: Words, reading: Reading, word: str) -> Side:
    if word != "held":
        return reading.side if word == "ours" else reading.scenario.enemy_of(reading.side)
    words.expect("by")
    spot = words.spot()
    text = words.take("a side")
    named = {"us": reading.side, "own": reading.side, "enemy": reading.scenario.enemy_of(reading.side)}
    if text.upper() not in SIDES and text.lower() not in named:
        raise Unreadable("no side has this name", found=text, wanted=" or ".join(SIDES), spot=spot)
    return named.get(text.lower(), Side(text.upper()))


def _of_unit(words: Words, reading: Reading) -> Condition:
    unit = take_unit(words, reading)
    words.skip("is")
    is_not = words.skip("not")
    word = words.expect("lost", "reduced", "whole", "gone", "on", "at", "in")
    if word == "on":
        words.expect("map")
    place = take_hex(words, reading.scenario.map) if word in ("at", "in") else ""
    relation = {"reduced": "lost", "on": "on map", "in": "at"}.get(word, word)
    return Condition(unit, _OPPOSITE[relation] if is_not else relation, place)
