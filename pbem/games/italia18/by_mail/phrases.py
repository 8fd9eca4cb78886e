"""Phrases that the orders of this game share: its units, guns and combat units."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.counters import SIDES, is_combat_unit
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text.names import next_hex
from pbem.kernel.text.phrases import take_list, take_own_unit
from pbem.kernel.text.words import Words

BRIDGE = "bridge"  # begins a pontoon in the middle of a move


def anybody(unit: Unit) -> bool:
    """Any counter of the side."""
    return True


def take_unit(words: Words, reading: Reading, fits: Callable[[Unit], bool] = anybody) -> UnitId:
    """See 11.1.1a: one of the side's units; `fits` narrows a short form down."""
    return take_own_unit(words, reading, fits, "11.1.1a", SIDES)


def take_units(words: Words, reading: Reading, fits: Callable[[Unit], bool] = anybody) -> tuple[UnitId, ...]:
    """Units of the side with commas or `and` between them; a hex or a pontoon after a comma ends them."""
    found = [take_unit(words, reading, fits)]
    while words.peek() in (",", "and", "+", "&") and words.peek(1) != BRIDGE and ahead(words, reading) is None:
        words.skip(",", "and", "+", "&")
        words.skip("and")
        found.append(take_unit(words, reading, fits))
    return tuple(found)


def take_fighters(words: Words, reading: Reading) -> tuple[UnitId, ...]:
    """See 2.2.2: combat units."""
    return take_list(words, lambda: take_unit(words, reading, is_combat_unit))


def take_guns(words: Words, reading: Reading) -> tuple[UnitId, ...]:
    """See 15.2.2a: Artillery."""
    return take_list(words, lambda: take_unit(words, reading, is_gun))


def ahead(words: Words, reading: Reading) -> HexId | None:
    """The hex that the word after the next one names, if it names one."""
    later = Words(words.line)
    later.at = words.at + 1
    return next_hex(later, reading.scenario.map)[0]
