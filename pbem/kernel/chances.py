"""Chances in words."""

from __future__ import annotations

EASY = 36  # two dice: a larger denominator is hard to read


def chance_in_words(chance: str, *, is_most: bool = False) -> str:
    """`5/36`; where several dice make the fraction hard to read, `162496/531441, 31 %`; `up to 5/36` at most."""
    return ("up to " if is_most else "") + _readable(chance)


def _readable(chance: str) -> str:
    part, whole = map(int, chance.split("/"))
    if whole <= EASY:
        return chance
    share = (200 * part + whole) // (2 * whole)
    return f"{chance}, {share} %" if share else f"{chance}, under 1 %"
