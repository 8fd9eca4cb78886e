"""Results charts with any dice: rows, columns, exact chances, and what is refused when one is read."""

from __future__ import annotations

import itertools
import tomllib
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.kernel.chartfile import Place, chart_of
from pbem.kernel.charts import Chart, dice_of, ways_of

TWO_DICE = """\
# the table of the valley
[weather]
row1 = ["none"]

[crt]
source = "made up"
dice = "2d6"
columns = ["1:2", "1:1", "1.5:1", "3:1"]
row2 = ["A3", "A2", "A1", "-"]
row3 = ["A2", "A2", "A1", "-"]
row4 = ["A2", "A1", "-", "D1"]
row5 = ["A1", "A1", "-", "D1"]
row6 = ["A1", "-", "-", "D1"]
row7 = ["-", "-", "D1", "D2"]
row8 = ["-", "-", "D1", "D2"]
row9 = ["-", "D1", "D1", "D2"]
row10 = ["-", "D1", "D2", "D3"]
row11 = ["D1", "D2", "D2", "D3"]
row12 = ["D1", "D2", "D3", "E"]
"""


def read(text: str = TWO_DICE, *keys: str, name: str = "crt") -> Chart:
    """The chart of a text."""
    return chart_of(name, tomllib.loads(text)[name], keys, Place("charts.toml", text))


def test_a_chart_of_two_dice() -> None:
    chart = read()
    assert (chart.dice, chart.width, [odds.text for odds in chart.scale().odds]) == (
        (6, 6), 4, ["1:2", "1:1", "1.5:1", "3:1"],
    )  # fmt: skip
    assert (chart.result(7, 2), chart.result(-4, 0), chart.result(99, 3)) == ("D1", "A3", "E")
    assert chart.chances(3) == {
        "-": Fraction(3, 36), "D1": Fraction(12, 36), "D2": Fraction(15, 36), "D3": Fraction(5, 36),
        "E": Fraction(1, 36),
    }  # fmt: skip
    assert chart.rolls(3) == {"-": (2, 3), "D1": (4, 5, 6), "D2": (7, 8, 9), "D3": (10, 11), "E": (12,)}


def test_shifts_stop_at_the_edge_or_where_the_game_says() -> None:
    chart = read()
    assert [chart.shifted(1, by) for by in (-9, -1, 0, 1, 9)] == [0, 0, 1, 2, 3]
    assert [chart.shifted(1, by, least=-3, most=5) for by in (-9, -2, 3, 9)] == [-3, -1, 4, 5]


def test_dice_by_name() -> None:
    assert [dice_of(text) for text in ("d6", "1d6", "2d6", "d10", "3d8", "d", "0d6", "2d0", "six")] == [
        (6,), (6,), (6, 6), (10,), (8, 8, 8), (), (), (), (),
    ]  # fmt: skip


@given(st.lists(st.integers(1, 10), min_size=1, max_size=3), st.integers(-12, 12), st.data())
@settings(max_examples=60, deadline=None)
def test_chances_agree_with_counting_every_throw(dice: list[int], drm: int, data: st.DataObject) -> None:
    last = sum(dice)
    rows = {n: (data.draw(st.sampled_from("ABC")),) for n in range(len(dice) - 1, last + 3)}
    chart = Chart("made", tuple(dice), rows)
    throws = [sum(faces) for faces in itertools.product(*(range(1, sides + 1) for sides in dice))]
    found: dict[str, int] = {}
    for throw in throws:
        row = max(min(rows), min(max(rows), throw + drm))
        found[rows[row][0]] = found.get(rows[row][0], 0) + 1
    assert chart.chances(0, drm) == {result: Fraction(count, len(throws)) for result, count in found.items()}
    assert sum(chart.chances(0, drm).values()) == 1
    assert sum(ways_of(dice).values()) == len(throws)


def test_a_chart_of_one_column_needs_no_heading() -> None:
    chart = read(
        '[morale]\n1 = "panic"\n2 = "surrender"\n3 = "hold"\n4 = "hold"\n5 = "hold"\n6 = "hold"\n', name="morale"
    )
    assert [chart.result(die) for die in (-2, 1, 2, 3, 9)] == ["panic", "panic", "surrender", "hold", "hold"]
    assert chart.chances(drm=1) == {"surrender": Fraction(1, 6), "hold": Fraction(5, 6)}


def test_several_rows_of_odds_may_stand_over_the_results() -> None:
    text = '[crt]\nfast = ["1-2", "1-1"]\nslow = ["1-1", "2-1"]\n' + "".join(
        f'row{n} = ["a", "b"]\n' for n in range(1, 7)
    )
    chart = read(text, "fast", "slow")
    assert (chart.scale("fast").column(1, 1), chart.scale("slow").column(1, 1)) == (1, 0)


def test_columns_may_be_totals() -> None:
    rows = "".join(f"row{n} = {list('abc')}\n".replace("'", '"') for n in range(8))
    chart = read('[guns]\ntotals = ["1", "2-4", "5+"]\n' + rows, name="guns")
    assert chart.totals is not None
    assert [chart.totals.column(total) for total in (0, 1, 4, 5, 12)] == [-1, 0, 1, 2, 2]
    assert chart.row(-3) == 0


# -- what is refused -----------------------------------------------------------------------------------------

HEADS, ROW5 = 'columns = ["1:2", "1:1", "1.5:1", "3:1"]', 'row5 = ["A1", "A1", "-", "D1"]'
FAULTS = [
    # what of TWO_DICE is spoiled, what stands there instead, why, found, the line
    ('"1:1", "1.5:1"', '"1.5:1", "1:1"', "the columns of columns are out of order", "1:1 after 1.5:1", 8),
    ('"1.5:1"', '"1.5 to 1"', "'1.5 to 1' of columns is not a ratio", "1.5 to 1", 8),
    (HEADS, "columns = []", "it has no columns", "nothing", 8),
    (HEADS, 'columns = ["1:2", "1:1"]', "row2 has a different number of columns from the others", "4", 9),
    (ROW5, 'row5 = ["A1", "A1", "-"]', "row5 has a different number of columns from the others", "3", 12),
    (ROW5, 'row5 = ["A1", "", "-", "D1"]', "row5 has a hole", "['A1', '', '-', 'D1']", 12),
    (ROW5, "row5 = [1, 2, 3, 4]", "row5 has a hole", "[1, 2, 3, 4]", 12),
    (ROW5 + "\n", "", "it has a hole between its rows", "rows 2, 3, 4, 6, 7, 8, 9, 10, 11, 12", 5),
    ('row12 = ["D1", "D2", "D3", "E"]\n', "", "its rows do not reach as far as its dice", "rows 2 to 11", 5),
    ('dice = "2d6"', 'dice = "two"', "its dice cannot be read", "two", 7),
    ('dice = "2d6"', 'dice = "2d6"\nrounding = "up"', "its rounding is unknown", "up", 8),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "why", "found", "line"), FAULTS, ids=[row[2] for row in FAULTS])
def test_a_chart_that_cannot_be_played_with_is_refused(old: str, new: str, why: str, found: str, line: int) -> None:
    assert TWO_DICE.count(old) == 1
    with pytest.raises(Refused) as caught:
        read(TWO_DICE.replace(old, new))
    problem = caught.value.problems[0]
    assert (problem.why, problem.found) == (f"the chart [crt] of charts.toml: {why}", found)
    assert problem.wanted
    assert problem.advice
    assert problem.spot is not None
    assert problem.spot.line == line


def test_all_faults_of_a_chart_are_told_at_once() -> None:
    text = TWO_DICE.replace('"1:1", "1.5:1"', '"1.5:1", "1:1"').replace('dice = "2d6"', 'dice = "3"')
    with pytest.raises(Refused) as caught:
        read(text.replace('row9 = ["-", "D1", "D1", "D2"]\n', ""))
    assert len(caught.value.problems) == 3
    hole = next(problem for problem in caught.value.problems if "hole" in problem.why)
    assert hole.advice == "add row9 = [...]"


@pytest.mark.parametrize("totals", ['["1", "3+"]', '["2-4", "3+"]', '["1+", "2"]', '["4-2", "5"]', '["a", "b"]'])
def test_totals_with_a_hole_are_refused(totals: str) -> None:
    text = f"[guns]\ntotals = {totals}\n" + "".join(f'row{n} = ["a", "b"]\n' for n in range(1, 7))
    with pytest.raises(Refused, match="its totals have a hole or are out of order"):
        read(text, name="guns")


def test_a_chart_without_rows_is_refused() -> None:
    with pytest.raises(Refused, match="it has no rows"):
        read('[crt]\ncolumns = ["1:1"]\n')
