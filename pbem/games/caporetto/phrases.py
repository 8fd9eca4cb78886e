"""Phrases that the orders of this game share: its units."""

from __future__ import annotations

from collections.abc import Callable

from pbem.errors import Illegal, Spot
from pbem.games.caporetto.counters import SIDES, is_support
from pbem.kernel.game import Reading
from pbem.kernel.phrases import goes_on
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.words import Words


def is_ground(unit: Unit) -> bool:
    """2.2: a combat unit or an HQ, which stand in hexes."""
    return not is_support(unit)


def take_unit(words: Words, reading: Reading, fits: Callable[[Unit], bool] = is_ground) -> UnitId:
    """One of the side's units; `fits` narrows a short form down to those that can be meant."""

    def is_meant(unit: Unit) -> bool:
        return unit.side == reading.side and fits(unit)

    spot = words.spot()
    found = reading.names.take(words, is_meant, "one of your units")
    if reading.scenario.side_of(found) != reading.side:
        raise _not_yours(found, reading, spot)
    return found


def take_units(words: Words, reading: Reading, fits: Callable[[Unit], bool] = is_ground) -> tuple[UnitId, ...]:
    """Units of the side with commas or `and` between them."""
    found = [take_unit(words, reading, fits)]
    while goes_on(words):
        found.append(take_unit(words, reading, fits))
    return tuple(found)


def _not_yours(unit: UnitId, reading: Reading, spot: Spot) -> Illegal:
    """4.0: each side orders its own units, in its own phases."""
    owner = SIDES[reading.scenario.side_of(unit)]
    refusal = Illegal("4.0", f"{unit} belongs to the {owner}", found=unit, wanted="one of your own units")
    refusal.problem = refusal.problem.at(spot)
    return refusal
