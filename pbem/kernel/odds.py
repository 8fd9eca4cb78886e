"""Odds: the fractions over the columns of a chart, and which of them an attack has reached.

Everything is exact: `1:1.75` is 4/7, and 7 to 4 is no rounding error away from `1.75:1`. Beyond the printed columns
every whole ratio is one more, virtual column (`1:3`, `1:4` to the left of `1:2`), for charts that count shifts there.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from fractions import Fraction

from pbem.values import NamedTuple
from pbem.values.patterns import pattern

_ODDS = pattern(r"(\d{1,3}(?:\.\d{1,3})?)\s*([-:/])\s*(\d{1,3}(?:\.\d{1,3})?)", re.ASCII)

DEFENDER = "defender"  # the column whose odds are reached
ATTACKER = "attacker"  # the next better column, unless its odds are met exactly
NEAREST = "nearest"  # the nearer of two columns; halfway goes to the attacker
HALF_UP = "half-up"  # the nearer whole ratio, 2.5:1 as 3:1 and 1:2.5 as 1:3
ROUNDINGS = (DEFENDER, ATTACKER, NEAREST, HALF_UP)
FAR = 1000  # columns: no shift leads back from odds that have no ratio


class Odds(NamedTuple):
    """A ratio as it is printed, and what it is."""

    text: str
    value: Fraction


def read_odds(text: str) -> Odds | None:
    """`3-1`, `1:1.75`, `3.5:1` or `1/2`; nothing for any other text."""
    found = _ODDS.fullmatch(text.strip())
    if not found or not Fraction(found[1]) or not Fraction(found[3]):
        return None
    return Odds(text.strip(), Fraction(Fraction(found[1]), Fraction(found[3])))


class Scale(NamedTuple):
    """The odds over the columns of a chart, from left to right, and how others are rounded to them."""

    odds: tuple[Odds, ...]
    rounding: str = DEFENDER

    def column(self, attack: int | Fraction, defence: int | Fraction) -> int:
        """The printed column of attack to defence; -1 below the first, and never beyond the last."""
        return max(-1, min(len(self.odds) - 1, self.virtual(attack, defence)))

    def virtual(self, attack: int | Fraction, defence: int | Fraction) -> int:
        """The column, those beyond the printed ones counted on to both sides: the one left of the first is -1."""
        if defence <= 0:
            return len(self.odds) - 1 + FAR
        if attack <= 0:
            return -FAR
        ratio = Fraction(attack, defence)
        if self.rounding == HALF_UP:
            ratio = _whole(ratio)
        low = self._reached(ratio)
        high = low if self.value(low) == ratio else low + 1
        if self.rounding == NEAREST:
            return high if 2 * ratio >= self.value(low) + self.value(high) else low
        return high if self.rounding == ATTACKER else low

    def _reached(self, ratio: Fraction) -> int:
        """The best column, printed or virtual, whose odds are not above the ratio."""
        first, last = self.odds[0].value, self.odds[-1].value
        if ratio < first:
            return min(-1, _one_to(first) + math.floor(-Fraction(1, ratio)))
        if ratio >= last:
            return len(self.odds) - 1 + math.floor(ratio) - math.floor(last)
        return bisect_right([odds.value for odds in self.odds], ratio) - 1

    def value(self, column: int) -> Fraction:
        """The odds of a column; beyond the printed ones each whole ratio is a column."""
        if column < 0:
            return Fraction(1, _one_to(self.odds[0].value) - column)
        if column >= len(self.odds):
            return Fraction(math.floor(self.odds[-1].value) + column - len(self.odds) + 1)
        return self.odds[column].value

    def text(self, column: int) -> str:
        """The odds of a column as they are printed; those of virtual columns in the same style."""
        if 0 <= column < len(self.odds):
            return self.odds[column].text
        stroke, odds = next(sign for sign in ":-/" if sign in self.odds[0].text), self.value(column)
        return f"{odds.numerator}{stroke}{odds.denominator}"


def _one_to(ratio: Fraction) -> int:
    """The whole number n of 1:n, as far as the ratio reaches."""
    return ratio.denominator // ratio.numerator


def _whole(ratio: Fraction) -> Fraction:
    """The nearer whole ratio on its side of 1:1; a half counts as one more."""
    if ratio >= 1:
        return Fraction(math.floor(ratio + Fraction(1, 2)))
    return Fraction(1, math.floor(Fraction(1, ratio) + Fraction(1, 2)))


class Totals(NamedTuple):
    """Columns by a number instead of odds: `0`, `1`, `2-3`, `4+`. Each begins with its least number."""

    texts: tuple[str, ...]
    least: tuple[int, ...]

    def column(self, total: int | Fraction) -> int:
        """The column of a total; -1 below the first."""
        return bisect_right(self.least, total) - 1


def read_total(text: str) -> tuple[int, int | None] | None:
    """The least and the most of `3`, `2-3` or `4+` (no most); nothing for any other text."""
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3})|(\+))?", text.strip(), re.ASCII)
    if not found:
        return None
    least = int(found[1])
    return least, None if found[3] else int(found[2] or least)
