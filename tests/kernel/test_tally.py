"""Sums that explain themselves: terms always give the total, and all is rounded once."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.tally import (
    DOWN,
    NEAREST,
    UP,
    Count,
    Exact,
    Tally,
    Term,
    figure,
    in_words,
    plain,
    round_,
    signed,
    summed,
    tally,
)  # fmt: skip
from pbem.kernel.views.odds import Sum


def test_a_limit_is_a_term_of_its_own() -> None:
    shifts = tally([Term("stosstruppen", "13.4", 3), Term("artillery", "13.4", 4), Term("hill", "13.4", -1)])
    held = shifts.within(-4, 4, "at most four net columns", "13.5")
    assert held.total == 4
    assert held.as_json()["terms"][-1] == ["at most four net columns", "13.5", -2]
    assert shifts.within(-9, 9, "at most nine", "13.5") is shifts
    assert tally([Term("hill", "1", -7)]).within(-4, None, "at most four", "2").total == -4


def test_halves_are_exact_until_the_end() -> None:
    sum_ = Count().plus("A", "1", 3).plus("B", "1", 4).halved("across the river", "12.2.4")
    assert sum_.total == Fraction(7, 2)
    assert sum_.rounded(DOWN, "3.1").as_json() == {
        "total": 3,
        "terms": [
            ["A", "1", 3],
            ["B", "1", 4],
            ["across the river", "12.2.4", "-7/2"],
            ["rounded down", "3.1", "-1/2"],
        ],
    }
    assert (sum_.rounded(UP).total, sum_.rounded(NEAREST).total) == (4, 4)


def test_each_unit_may_have_its_own_factor() -> None:
    assert (figure("A", Fraction(-5, 2)).part("1").signed, figure("A", Fraction(5, 2)).part("1").words) == (
        "-2 1/2",
        "2 1/2",
    )
    parts = [figure("A 3", 3).halved("river", "12.2").part("1"), figure("B 5", 5).halved("river", "12.2").part("1")]
    total = Count()
    for label, rule, value in parts:
        total = total.plus(label, rule, value)
    whole = total.times(3, "trench", "12.3").rounded()
    assert whole.total == 12
    assert whole.as_json()["terms"] == [
        ["A 3, halved: river", "12.2", "3/2"],
        ["B 5, halved: river", "12.2", "5/2"],
        ["trench", "12.3", 8],
    ]


def test_a_sum_that_is_not_rounded_stays_exact() -> None:
    parts = (figure("A", 5).halved("uphill", "1").part("2"), figure("B", 2).part("2"))
    found = Exact(Fraction(9, 2), parts)
    assert found.as_json() == {"total": "9/2", "terms": [["A, halved: uphill", "1", "5/2"], ["B", "2", 2]]}
    assert Sum("attack", "Attack", found).total == "4 1/2"


def test_a_figure_tells_what_was_done_to_it() -> None:
    found = figure("GE-5 7", 7).halved("out of supply", "9.21").plus(1, "hero").times(4, "hill and trench", "5.4")
    assert found.term("8.0") == Term("GE-5 7, halved: out of supply +1 hero x4 (hill and trench)", "9.21, 5.4", 18)
    assert figure("GE-5 1", 1).halved("river").term("8.0", DOWN, least=1) == Term("GE-5 1, halved: river", "8.0", 1)
    assert figure("GE-5 7", 7).halved("entrained").rounded(DOWN).times(2, "hill").term("8.21").value == 6
    assert figure("GE-5 7", 7).times(1, "nothing") == figure("GE-5 7", 7)


def test_every_unit_is_named_even_at_nothing() -> None:
    assert summed([Term("A", "1", 0), Term("B", "1", 2)]) == Tally(2, (Term("A", "1", 0), Term("B", "1", 2)))


@pytest.mark.parametrize(
    ("value", "json", "words", "with_sign"),
    [
        (3, 3, "3", "+3"), (Fraction(4, 2), 2, "2", "+2"), (Fraction(5, 2), "5/2", "2 1/2", "+2 1/2"),
        (0, 0, "0", "+0"),
        (Fraction(-1, 2), "-1/2", "-1/2", "-1/2"), (Fraction(-7, 3), "-7/3", "-2 1/3", "-2 1/3"),
    ],
)  # fmt: skip
def test_numbers_in_words(value: Fraction, json: int | str, words: str, with_sign: str) -> None:
    assert (plain(value), in_words(value), signed(value)) == (json, words, with_sign)
    assert in_words(json) == words


NUMBERS = st.fractions(-9, 9, max_denominator=4)
ACTS = st.lists(st.tuples(st.sampled_from(("plus", "times", "halved", "within")), NUMBERS), max_size=8)


@given(ACTS, st.sampled_from((DOWN, UP, NEAREST)))
@settings(max_examples=200, deadline=None)
def test_terms_always_give_the_total(acts: list[tuple[str, Fraction]], how: str) -> None:
    sum_, plainly = Count(), Fraction(0)
    for act, number in acts:
        if act == "plus":
            sum_, plainly = sum_.plus("x", "1", number), plainly + number
        elif act == "times":
            sum_, plainly = sum_.times(number, "x", "1"), plainly * number
        elif act == "halved":
            sum_, plainly = sum_.halved("x", "1"), plainly / 2
        else:
            sum_, plainly = (
                sum_.within(-abs(number), abs(number), "x", "1"),
                max(-abs(number), min(abs(number), plainly)),
            )
    done = sum_.rounded(how)
    assert sum_.total == plainly
    assert done.total == round_(plainly, how)
    assert sum(term.value for term in done.terms) == done.total
    assert abs(done.total - plainly) < 1
