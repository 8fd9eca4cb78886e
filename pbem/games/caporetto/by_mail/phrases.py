"""Phrases that the orders of this game share: its units."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.caporetto.counters import SIDES, is_support
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text.phrases import take_list, take_own_unit
from pbem.kernel.text.words import Words


def is_ground(unit: Unit) -> bool:
    """See 2.2: a combat unit or an HQ, which stand in hexes."""
    return not is_support(unit)


def take_unit(words: Words, reading: Reading, fits: Callable[[Unit], bool] = is_ground) -> UnitId:
    """See 4.0: one of the side's units, which it orders in its own phases; `fits` narrows a short form down."""
    return take_own_unit(words, reading, fits, "4.0", SIDES)


def take_units(words: Words, reading: Reading, fits: Callable[[Unit], bool] = is_ground) -> tuple[UnitId, ...]:
    """Units of the side with commas or `and` between them."""
    return take_list(words, lambda: take_unit(words, reading, fits))
