"""Luck as it went on: after each turn, how a side's dice so far stand among all that they could have been."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from pbem.dice.luck import Summed, Thrown, turned


def shares_over_time(turns: Sequence[Iterable[Thrown]]) -> dict[str, tuple[int | None, ...]]:
    """By side and turn: of a thousand throws of its dice up to then, how many are unluckier; None before its first die.

    500 is neither lucky nor unlucky. Half of the throws that are just as lucky count as unluckier.
    """
    known = [list(thrown) for thrown in turns]
    sides = sorted({one.side for thrown in known for one in thrown})
    return {side: tuple(_shares(side, known)) for side in sides}


def _shares(side: str, turns: Sequence[Iterable[Thrown]]) -> Iterable[int | None]:
    dice: dict[int, int] = {}  # how many of each size
    total = 0
    for thrown in turns:
        for one in thrown:
            if one.side == side:
                dice[one.sides] = dice.get(one.sides, 0) + len(one.faces)
                total += sum(one.sides + 1 - face if one.is_low_good else face for face in one.faces)
        yield share_of(dice, total) if dice else None


def chance_of_such_luck(thrown: Iterable[Thrown | Summed]) -> Fraction:
    """The exact chance that dice like these are as lucky or luckier, all of them together."""
    dice: dict[int, int] = {}
    total = 0
    for one in thrown:
        dice[one.sides] = dice.get(one.sides, 0) + one.dice
        total += turned(one.dice, one.total, one.sides, one.is_low_good)
    below, _, whole = _below(dice, total)
    return 1 - Fraction(below, whole)


def share_of(dice: Mapping[int, int], total: int) -> int:
    """Of a thousand throws of these dice (their number by size), how many show less than this sum."""
    below, equal, whole = _below(dice, total)
    return 500 * (2 * below + equal) // whole


def _below(dice: Mapping[int, int], total: int) -> tuple[int, int, int]:
    """In how many ways the sum is less, in how many it is this, and how many ways there are."""
    *small, large = sorted((ways(number, sides) for sides, number in dice.items()), key=len)
    first = [1]
    for other in small:
        first = _together(first, other)
    upto, spare = [0, *accumulate(large)], total - sum(dice.values())
    below = sum(count * upto[min(max(spare - at, 0), len(large))] for at, count in enumerate(first))
    equal = sum(count * large[spare - at] for at, count in enumerate(first) if 0 <= spare - at < len(large))
    return below, equal, sum(first) * upto[-1]


def ways(number: int, sides: int) -> list[int]:
    """In how many ways so many dice show `number`, `number + 1`, ... together.

    The powers of a polynomial whose coefficients are all 1, each from the ones before it.
    """
    found = [1]
    for k in range(1, number * (sides - 1) + 1):
        near = range(1, min(k, sides - 1) + 1)
        found.append(sum(((number + 1) * j - k) * found[k - j] for j in near) // k)
    return found


def _together(first: Sequence[int], second: Sequence[int]) -> list[int]:
    found = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            found[i + j] += a * b
    return found
