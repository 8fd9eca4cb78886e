"""Luck is counted exactly: against a plain enumeration of all throws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pbem.dice.luck import (
    ALL,
    Thrown,
    chance_at_most,
    luck_of,
    percent,
    rolls_of_ledger,
    verdict,
)
from tests.dice.corpus import ledger


@pytest.mark.parametrize(("number", "sides"), [(1, 6), (2, 6), (3, 6), (5, 4), (4, 10), (7, 2), (2, 100)])
def test_the_chance_is_that_of_counting_all_throws(number: int, sides: int) -> None:
    throws = [sum(throw) for throw in product(range(1, sides + 1), repeat=number)]
    for total in range(number - 1, number * sides + 2):
        wanted = Fraction(sum(1 for throw in throws if throw <= total), len(throws))
        assert chance_at_most(number, sides, total) == wanted


def test_many_dice_are_still_counted_exactly() -> None:
    number, middle = 3000, 3000 * 7 // 2
    below, above = chance_at_most(number, 6, middle - 1), 1 - chance_at_most(number, 6, middle)
    assert below == above  # the sum is as likely to be below its middle as above
    assert below + above < 1


def test_expected_and_actual() -> None:
    (row,) = luck_of([Thrown("Anna", "attack", 6, (6, 5)), Thrown("Anna", "attack", 6, (1,))])
    assert (row.dice, row.total, row.expected) == (3, 12, Fraction(21, 2))
    assert row.luckier == 1 - chance_at_most(3, 6, 11)
    assert row.unluckier == chance_at_most(3, 6, 12)


def test_low_can_be_good() -> None:
    (high,) = luck_of([Thrown("Anna", "morale", 6, (1, 1))])
    (low,) = luck_of([Thrown("Anna", "morale", 6, (1, 1), is_low_good=True)])
    assert high.luckier == 1
    assert low.luckier == Fraction(1, 36)
    assert luck_of([Thrown("Anna", "morale", 6, (1, 1))], low_is_good=True) == [low]


def test_a_side_has_a_row_for_all_its_dice() -> None:
    rows = luck_of([Thrown("A", "x", 6, (1,)), Thrown("A", "y", 6, (2,), True), Thrown("A", "z", 10, (3,))])
    found = [(row.kind, row.sides, row.dice, row.total) for row in rows]
    assert found == [(ALL, 6, 2, 1 + 5), ("x", 6, 1, 1), ("y", 6, 1, 2), ("z", 10, 1, 3)]


def test_a_plain_sentence() -> None:
    assert verdict([]) == "No dice have been cast yet."
    assert verdict(luck_of([Thrown("Anna", "x", 6, (6,))])).startswith("It means nothing")
    assert "was lucky, with a chance of" in verdict(luck_of([Thrown("Anna", "x", 6, (6,) * 8)]))
    assert "was unlucky" in verdict(luck_of([Thrown("Anna", "x", 6, (1,) * 8)]))


def test_looking_at_many_rows_makes_one_of_them_odd() -> None:
    one = luck_of([Thrown("A", "x", 6, (6, 6, 6, 6))])
    assert one[0].is_unusual
    many = luck_of([Thrown("A", "x", 6, (6, 6, 6, 6)), *(Thrown("A", f"k{n}", 7 + n, (3,)) for n in range(20))])
    assert not any(row.is_unusual for row in many)


def test_chances_in_per_cent() -> None:
    assert [percent(Fraction(*pair)) for pair in ((1, 2), (1, 3), (0, 1), (1, 1), (1, 30_000), (29_999, 30_000))] == [
        "50.0%", "33.3%", "0%", "100%", "0.003%", "99.997%",
    ]  # fmt: skip


def test_the_dice_of_a_ledger() -> None:
    rows = rolls_of_ledger(ledger())
    assert [(one.side, one.kind, len(one.faces)) for one in rows] == [
        ("", "2d6+1", 2), ("Anna", "1d6", 1), ("Anna", "2d6", 2), ("Bruno", "3d10", 3), ("", "1d100", 1),
        ("Anna", "60d6", 60),
    ]  # fmt: skip
