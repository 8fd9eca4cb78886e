"""Fair by construction, and looked at: every die from d2 to d100, and names that are neighbours."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from math import sqrt

import pytest

from pbem.dice.derive import faces

SEED = hashlib.sha256(b"a fixed seed, so that the test gives the same on every day").digest()


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def bound(degrees: int, deviation: float = 4.5) -> float:
    """Wilson and Hilferty's approximation; 4.5 standard deviations leave 3 in a million."""
    part = 2 / (9 * degrees)
    return float(degrees * (1 - part + deviation * sqrt(part)) ** 3)


@pytest.mark.parametrize("sides", range(2, 101))
def test_every_face_comes_up_alike(sides: int) -> None:
    found = faces(SEED, "a large sample", 1000 * sides, sides)
    counts = [found.count(face) for face in range(1, sides + 1)] if sides < 40 else _counted(found, sides)
    assert sum(counts) == 1000 * sides
    assert chi_square(counts) < bound(sides - 1)


def _counted(found: tuple[int, ...], sides: int) -> list[int]:
    counts = [0] * sides
    for face in found:
        counts[face - 1] += 1
    return counts


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_neighbouring_names_are_independent(sides: int) -> None:
    """The pair (this name, the next) falls into each of its cells alike."""
    count = 200 * sides * sides
    row = [faces(SEED, f"T{number} attack on 1804", 1, sides)[0] for number in range(count + 1)]
    cells = [0] * (sides * sides)
    for one, two in pairwise(row):
        cells[(one - 1) * sides + two - 1] += 1
    assert chi_square(cells) < bound(sides * sides - 1)


def test_neighbouring_dice_of_one_roll_are_independent() -> None:
    row = faces(SEED, "a barrage", 72_001, 6)
    cells = [0] * 36
    for one, two in pairwise(row):
        cells[(one - 1) * 6 + two - 1] += 1
    assert chi_square(cells) < bound(35)


def test_names_that_differ_in_one_letter_share_nothing() -> None:
    """Of 6,000 pairs one in six agrees, within four and a half standard deviations (29 each)."""
    same = sum(faces(SEED, f"attack {number}", 1, 6) == faces(SEED, f"attacl {number}", 1, 6) for number in range(6000))
    assert abs(same - 1000) < 130


def test_a_die_that_folded_its_bytes_would_be_noticed() -> None:
    """The check itself can fail: `% 100` on a byte favours low faces."""
    data = b"".join(hashlib.sha256(number.to_bytes(4, "big")).digest() for number in range(3125))
    assert chi_square(_counted(tuple(byte % 100 + 1 for byte in data), 100)) > bound(99)
