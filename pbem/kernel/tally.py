"""Figures that explain themselves: every term has its words and its rule, and all terms together give the total.

    Count().plus("GE-5", "8.0", 6).plus("GE-26", "8.0", 5).halved("across the Piave", "12.2.4").rounded(DOWN)

What multiplies, halves or limits a sum is a term of its own, with what it adds or takes away. Inside all is exact;
it is rounded once, at the end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pbem.values import NamedTuple

DOWN, UP, NEAREST = "down", "up", "nearest"  # nearest: a half counts as one more
Number = int | Fraction


class Term(NamedTuple):
    """One modifier, with the rule it comes from."""

    label: str
    rule: str
    value: int

    @property
    def words(self) -> str:
        """The value as people write it."""
        return str(self.value)

    @property
    def signed(self) -> str:
        """The value with its sign: `+1`."""
        return f"{self.value:+d}"


class Part(NamedTuple):
    """One term of an exact sum; it need not be a whole number."""

    label: str
    rule: str
    value: Fraction

    @property
    def words(self) -> str:
        """The value as people write it: `2 1/2`."""
        return in_words(self.value)

    @property
    def signed(self) -> str:
        """The value with its sign: `+2 1/2`."""
        return signed(self.value)


class Tally(NamedTuple):
    """Modifiers added up; the report shows every term."""

    total: int
    terms: tuple[Term | Part, ...]

    def as_json(self) -> dict[str, Any]:
        """The sum and its terms; what is not whole is written as a fraction, `5/2`."""
        return {"total": self.total, "terms": [[label, rule, plain(value)] for label, rule, value in self.terms]}

    def within(self, least: int | None, most: int | None, label: str, rule: str) -> Tally:
        """The sum held between two limits; where that changes it, a term says so: `at most four net columns`."""
        held = _held(self.total, least, most)
        if held == self.total:
            return self
        return Tally(int(held), (*self.terms, Term(label, rule, int(held) - self.total)))


class Exact(NamedTuple):
    """A sum that a game does not round: both strengths of odds that are rounded only as a ratio."""

    total: Fraction
    terms: tuple[Part, ...]

    def as_json(self) -> dict[str, Any]:
        """The sum and its terms; what is not whole is written as a fraction, `5/2`."""
        return {"total": plain(self.total), "terms": [[label, rule, plain(value)] for label, rule, value in self.terms]}


def tally(terms: Iterable[Term]) -> Tally:
    """The sum of the modifiers; terms that add nothing are left out."""
    kept = tuple(term for term in terms if term.value)
    return Tally(sum(term.value for term in kept), kept)


def summed(terms: Iterable[Term]) -> Tally:
    """The sum with every term, also those of 0: the report names every unit."""
    kept = tuple(terms)
    return Tally(sum(term.value for term in kept), kept)


class Count(NamedTuple):
    """A count under way, exact; `rounded` makes a tally of it."""

    total: Fraction = Fraction(0)
    parts: tuple[Part, ...] = ()

    def plus(self, label: str, rule: str, value: Number) -> Count:
        """With one term more, also one of 0."""
        return Count(self.total + value, (*self.parts, Part(label, rule, Fraction(value))))

    def times(self, factor: Number, label: str, rule: str) -> Count:
        """All so far multiplied; the term shows what that adds or takes away."""
        return self._changed(self.total * factor, label, rule)

    def halved(self, label: str, rule: str) -> Count:
        """All so far halved."""
        return self.times(Fraction(1, 2), label, rule)

    def within(self, least: Number | None, most: Number | None, label: str, rule: str) -> Count:
        """All so far held between two limits; a term says so where that changes it."""
        return self._changed(_held(self.total, least, most), label, rule)

    def rounded(self, how: str = DOWN, rule: str = "") -> Tally:
        """The whole number that counts; where a fraction is lost or filled up, a term says so."""
        whole = round_(self.total, how)
        last = self._changed(Fraction(whole), f"rounded {how}", rule)
        return Tally(whole, last.parts)

    def _changed(self, total: Number, label: str, rule: str) -> Count:
        if total == self.total:
            return self
        return Count(Fraction(total), (*self.parts, Part(label, rule, Fraction(total) - self.total)))


class Figure(NamedTuple):
    """The figure of one unit under way: what was done to it stands in its label, `GE-5 6, halved: out of supply`."""

    label: str
    value: Fraction
    rules: tuple[str, ...] = ()

    def halved(self, why: str, rule: str = "") -> Figure:
        """Halved, and why."""
        return self._with(f", halved: {why}", rule, self.value * Fraction(1, 2))

    def times(self, factor: Number, why: str, rule: str = "") -> Figure:
        """Multiplied, and why; by 1 nothing happens."""
        return self if factor == 1 else self._with(f" x{plain(factor)} ({why})", rule, self.value * factor)

    def plus(self, value: Number, why: str, rule: str = "") -> Figure:
        """With a bonus, and why."""
        return self._with(f" {signed(value)} {why}", rule, self.value + value)

    def rounded(self, how: str = DOWN) -> Figure:
        """Rounded on the way, where a rule says so."""
        return self._replace(value=Fraction(round_(self.value, how)))

    def term(self, rule: str, how: str = DOWN, least: int = 0) -> Term:
        """The finished term; `rule` stands for it where nothing that was done to it has one."""
        return Term(self.label, ", ".join(self.rules) or rule, max(least, round_(self.value, how)))

    def part(self, rule: str) -> Part:
        """The exact term, for a sum that is rounded once at its end."""
        return Part(self.label, ", ".join(self.rules) or rule, self.value)

    def _with(self, words: str, rule: str, value: Fraction) -> Figure:
        return Figure(self.label + words, value, tuple(dict.fromkeys((*self.rules, *((rule,) if rule else ())))))


def figure(label: str, value: Number) -> Figure:
    """A figure as it is printed."""
    return Figure(label, Fraction(value))


def round_(value: Number, how: str) -> int:
    """The whole number: down, up, or the nearest, a half as one more."""
    if how == NEAREST:
        return math.floor(value + Fraction(1, 2))
    return math.ceil(value) if how == UP else math.floor(value)


def _held(value: Number, least: Number | None, most: Number | None) -> Number:
    held = value if most is None else min(value, most)
    return held if least is None else max(held, least)


# -- in words ------------------------------------------------------------------------------------------------


def plain(value: Number) -> int | str:
    """A number as JSON keeps it: whole ones as they are, others as `5/2`."""
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def in_words(value: Number | str) -> str:
    """A number as people write it: `3`, `2 1/2`, `-1/2`."""
    exact = Fraction(value)
    whole, rest = divmod(abs(exact), 1)
    sign = "-" if exact < 0 else ""
    return sign + " ".join(str(part) for part in (whole, rest) if part) if exact else "0"


def signed(value: Number | str) -> str:
    """A modifier as people write it: `+1`, `-1/2`, `+0`."""
    return in_words(value) if Fraction(value) < 0 else f"+{in_words(value)}"
