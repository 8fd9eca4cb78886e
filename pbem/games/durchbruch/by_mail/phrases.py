"""Phrases that the orders of this game share: its units and corps."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.durchbruch.counters import CORPS, SIDES
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.text.phrases import take_list, take_own_unit
from pbem.kernel.text.words import Words


def anything(unit: Unit) -> bool:
    """Every counter."""
    return True


def take_unit(words: Words, reading: Reading, fits: Callable[[Unit], bool] = anything) -> UnitId:
    """See 7-a: one of the side's own units; `fits` narrows a short form down."""
    return take_own_unit(words, reading, fits, "7-a", SIDES)


def take_units(words: Words, reading: Reading, fits: Callable[[Unit], bool] = anything) -> tuple[UnitId, ...]:
    """Units of the side with commas or `and` between them."""
    return take_list(words, lambda: take_unit(words, reading, fits))


def take_corps(words: Words, side: Side) -> str:
    """A corps of the side, by its number."""
    if words.peek().upper() not in CORPS[side]:
        raise words.unreadable("this is no corps of yours", " or ".join(CORPS[side]), "write its number")
    return words.take("a corps").upper()
