"""Odds and the columns they reach, against a plain search through a long list of columns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.odds import ATTACKER, DEFENDER, FAR, HALF_UP, NEAREST, Scale, Totals, read_odds, read_total


def scale(*texts: str, rounding: str = DEFENDER) -> Scale:
    """A scale as a chart prints it."""
    found = [read_odds(text) for text in texts]
    return Scale(tuple(odds for odds in found if odds), rounding)


WHOLE = scale("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", rounding=HALF_UP)
QUARTERS = scale("1:2", "1:1.75", "1:1.5", "1:1.25", "1:1", "1.5:1", "2:1", "3:1", "3.5:1", "4:1", "5:1")
LEFT = scale("1/2", "1/1", "2/1", "3/1", "4/1")


@pytest.mark.parametrize(
    ("text", "value"),
    [("3-1", Fraction(3)), ("1:1.75", Fraction(4, 7)), ("3.5:1", Fraction(7, 2)), (" 1 / 2 ", Fraction(1, 2))],
)
def test_odds_are_exact_fractions(text: str, value: Fraction) -> None:
    assert read_odds(text) == (text.strip(), value)


@pytest.mark.parametrize("text", ["", "3", "3:0", "0:3", "a:b", "1:2:3", "-1:2", "1.:2"])
def test_what_is_no_ratio(text: str) -> None:
    assert read_odds(text) is None


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (4, 7, "1:1.75"), (571, 1000, "1:2"), (3, 5, "1:1.75"), (366, 100, "3.5:1"), (7, 2, "3.5:1"), (349, 100, "3:1"),
        (1, 2, "1:2"), (99, 10, "5:1"),
    ],
)  # fmt: skip
def test_fractional_columns_round_for_the_defender(attack: int, defence: int, odds: str) -> None:
    assert QUARTERS.odds[QUARTERS.column(attack, defence)].text == odds


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(5, 2, "3:1"), (249, 100, "2:1"), (2, 5, "1:3"), (100, 249, "1:2"), (10, 12, "1:1"), (3, 2, "2:1"), (2, 3, "1:2")],
)
def test_a_half_counts_as_one_more_on_either_side_of_the_ratio(attack: int, defence: int, odds: str) -> None:
    assert WHOLE.text(WHOLE.column(attack, defence)) == odds


def test_virtual_columns_go_on_in_whole_ratios() -> None:
    assert [LEFT.text(column) for column in (-3, -2, -1, 0)] == ["1/5", "1/4", "1/3", "1/2"]
    assert [LEFT.text(column) for column in (4, 5, 6)] == ["4/1", "5/1", "6/1"]
    assert LEFT.virtual(1, 4) + 3 == LEFT.virtual(1, 1)  # 1/4 and three to the right is 1/1
    assert (LEFT.virtual(2, 5), LEFT.virtual(10, 35), LEFT.virtual(79, 10)) == (-1, -2, 7)
    assert (LEFT.column(6, 10), LEFT.column(35, 10)) == (0, 3)  # 0.6 is 1/2, 3.5 is 3/1
    assert [LEFT.column(1, 4), LEFT.column(9, 1)] == [-1, 4]


def test_no_shift_leads_back_from_no_odds_at_all() -> None:
    assert (LEFT.virtual(0, 5), LEFT.virtual(5, 0)) == (-FAR, 4 + FAR)
    assert (LEFT.column(0, 5), LEFT.column(5, 0), LEFT.column(0, 0)) == (-1, 4, 4)


HEADS = st.lists(
    st.tuples(st.integers(1, 12), st.sampled_from((1, 2, 4))).map(lambda pair: Fraction(*pair)),
    min_size=1, max_size=6, unique=True,
).map(sorted)  # fmt: skip


@given(HEADS, st.booleans(), st.sampled_from((DEFENDER, ATTACKER, NEAREST)), st.integers(1, 60), st.integers(1, 60))
@settings(max_examples=300, deadline=None)
def test_columns_agree_with_a_plain_search(
    heads: list[Fraction], is_turned: bool, rounding: str, attack: int, defence: int
) -> None:
    values = sorted(1 / value for value in heads) if is_turned else heads
    texts = [f"{float(value.numerator):g}:{value.denominator}" for value in values]
    tried = scale(*texts, rounding=rounding)
    # All columns from left to right, as somebody would write them out: the whole ratios beyond both ends.
    left = [Fraction(1, n) for n in range(200, 0, -1) if n > values[0].denominator // values[0].numerator]
    right = [Fraction(n) for n in range(1, 200) if n > values[-1].numerator // values[-1].denominator]
    listed = [*left, *values, *right]
    ratio = Fraction(attack, defence)
    below = max(k for k, value in enumerate(listed) if value <= ratio)
    above = min(k for k, value in enumerate(listed) if value >= ratio)
    nearer = above if 2 * ratio >= listed[below] + listed[above] else below
    wanted = {DEFENDER: below, ATTACKER: above, NEAREST: nearer}[rounding] - len(left)
    assert tried.virtual(attack, defence) == wanted
    assert tried.column(attack, defence) == max(-1, min(len(values) - 1, wanted))
    assert tried.value(wanted) == listed[wanted + len(left)]


@given(st.integers(1, 500), st.integers(1, 500))
@settings(max_examples=100, deadline=None)
def test_more_attack_is_never_a_worse_column(attack: int, defence: int) -> None:
    for tried in (WHOLE, QUARTERS, LEFT):
        assert tried.virtual(attack, defence) <= tried.virtual(attack + 1, defence)
        assert tried.virtual(attack, defence) >= tried.virtual(attack, defence + 1)


def test_columns_by_a_total() -> None:
    assert [read_total(text) for text in ("0", "2-3", "4+", "x", "-1", "2-")] == [
        (0, 0),
        (2, 3),
        (4, None),
        None,
        None,
        None,
    ]
    totals = Totals(("1", "2-3", "4+"), (1, 2, 4))
    assert [totals.column(total) for total in (0, 1, 2, 3, 4, 99, Fraction(7, 2))] == [-1, 0, 1, 1, 2, 2, 1]
