"""Reading standing orders beside those of combat: Offensives, HQs, arrivals, stacks over the limit."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.by_mail.grammar_combat import take_distance
from pbem.games.italia18.by_mail.phrases import take_unit
from pbem.games.italia18.counters import is_combat_unit
from pbem.kernel.game import Reading
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.standing import Choice, hexes, toward, units
from pbem.kernel.text.words import Words


def _guns(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 8.0b: Army Artillery by name, the first first."""
    return (take_unit(words, reading, lambda unit: unit.type == "army-artillery"),)


def _fighter(words: Words, reading: Reading) -> UnitId:
    return take_unit(words, reading, is_combat_unit)


def distance(words: Words, reading: Reading) -> tuple[str, ...]:
    """See 13.0c: `max`, `min`, or a number of hexes."""
    return (take_distance(words),)


CHOICES: Mapping[str, Choice] = {
    "offensive": _guns,
    "hq-to": toward(hexes),
    "arrive": toward(hexes),
    "overstack": units(_fighter),
    "distance": distance,
}
