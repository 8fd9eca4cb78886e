"""Luck turn by turn, against a count of all throws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pbem.dice.luck import Thrown, chance_at_most
from pbem.dice.luck_over_time import share_of, shares_over_time, ways


@pytest.mark.parametrize(("number", "sides"), [(1, 6), (3, 6), (4, 10), (5, 2), (2, 1)])
def test_ways_are_those_that_one_can_count(number: int, sides: int) -> None:
    sums = [sum(faces) for faces in product(range(1, sides + 1), repeat=number)]
    assert ways(number, sides) == [sums.count(total) for total in range(number, number * sides + 1)]


@pytest.mark.parametrize("dice", [{6: 2}, {6: 1, 10: 2}, {4: 1, 6: 2, 3: 2}])
def test_a_share_counts_all_throws(dice: dict[int, int]) -> None:
    one_by_one = [range(1, sides + 1) for sides, number in dice.items() for _ in range(number)]
    sums = [sum(faces) for faces in product(*one_by_one)]
    for total in range(min(sums), max(sums) + 1):
        below, equal = sum(s < total for s in sums), sums.count(total)
        assert share_of(dice, total) == 500 * (2 * below + equal) // len(sums)


def test_many_dice_agree_with_the_exact_chance() -> None:
    at_most, below = chance_at_most(300, 6, 1100), chance_at_most(300, 6, 1099)
    assert share_of({6: 300}, 1100) == int(500 * (at_most + below))
    assert Fraction(share_of({6: 300}, 1100), 1000) > Fraction(9, 10)


def test_luck_goes_on_from_turn_to_turn() -> None:
    turns = [
        [Thrown("Allies", "crt", 6, (6,))],
        [Thrown("Allies", "crt", 6, (1,)), Thrown("Central Powers", "crt", 6, (1, 1), is_low_good=True)],
        [],
    ]
    found = shares_over_time(turns)
    assert found == {"Allies": (916, 500, 500), "Central Powers": (None, 986, 986)}


def test_without_dice_there_is_no_luck() -> None:
    assert shares_over_time([[], []]) == {}
