"""Running totals of the dice: how many were cast for each side and purpose, and their sum. Luck needs no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.kernel.journal import Page
from pbem.values import NamedTuple


class Purpose(NamedTuple):
    """Whose dice, for what, and of which size."""

    by: str  # nobody in particular, or a side
    purpose: tuple[str, ...]
    sides: int


class Dice(NamedTuple):
    """How many, and the sum of their faces."""

    number: int
    total: int


Totals = Mapping[Purpose, Dice]


def with_rolls(totals: Totals, pages: Iterable[Page]) -> dict[Purpose, Dice]:
    """The totals with the dice of a step. A draw out of a pool is nobody's luck."""
    found = dict(totals)
    for page in pages:
        if page.cast and not page.cast.is_draw:
            key = Purpose(str(page.cast.by), page.cast.purpose, page.cast.sides)
            number, total = found.get(key, (0, 0))
            found[key] = Dice(number + len(page.values), total + sum(page.values))
    return found


def totals_json(totals: Totals) -> list[Any]:
    """The plain values, in one order."""
    return [[key.by, list(key.purpose), key.sides, *dice] for key, dice in sorted(totals.items())]


def totals_from_json(rows: Iterable[Any]) -> dict[Purpose, Dice]:
    """What `totals_json` wrote."""
    return {Purpose(by, tuple(what), sides): Dice(number, total) for by, what, sides, number, total in rows}
