"""The charts: what is printed of them, and what a reconstruction must obey."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import pytest

from pbem.games.strafexpedition.assault_results import read_effect
from pbem.games.strafexpedition.fire import read as read_fire
from pbem.games.strafexpedition.own_charts import misfits
from pbem.kernel.charts import Chart
from tests.games.strafexpedition.data import CHARTS, scenario

Losses = tuple[int, int, int]


def chart(name: str) -> Chart:
    return scenario("campaign").chart(name)


def losses(cell: str) -> Losses:
    """Retreat, steps, disorganization: the more the worse."""
    found = re.fullmatch(r"(\d)D(\d)(R?)T?", cell)
    return (int(bool(found[3])), int(found[1]), int(found[2])) if found else (0, 0, int(cell == "*"))


def not_worse(one: Losses, other: Losses) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


def cells(name: str) -> dict[tuple[int, int], str]:
    return {(row, column): cell for row, line in chart(name).rows.items() for column, cell in enumerate(line)}


def neighbours(name: str) -> list[tuple[str, str]]:
    """Each cell with the one a die or a column better."""
    found = cells(name)
    return [(cell, found[n]) for (r, c), cell in found.items() for n in ((r + 1, c), (r, c + 1)) if n in found]


def test_13_4_3_b_the_printed_ratios_find_their_columns() -> None:
    scale = chart("assault").scale()
    texts = [odds.text for odds in scale.odds]
    assert (texts[0], texts[-1]) == ("1:2", "5:1")
    assert texts[scale.column(11, 3)] == "3.5:1"
    assert texts[scale.column(3, 5)] == "1:1.75"
    assert not [odds for odds in scale.odds if Fraction(7, 2) < odds.value <= Fraction(11, 3)]


def test_assaults_get_better_with_the_die_and_the_column() -> None:
    for cell, better in neighbours("assault"):
        (attacker, defender), (attacker_then, defender_then) = cell.split("/"), better.split("/")
        assert not_worse(losses(attacker_then), losses(attacker)), (cell, better)
        assert not_worse(losses(defender), losses(defender_then)), (cell, better)


def test_13_4_4_exactly_one_side_retreats_in_every_cell() -> None:
    assert [cell for cell in cells("assault").values() if cell.count("R") != 1] == []


@pytest.mark.parametrize("name", ["bombardment", "defensive_fire"])
def test_fire_gets_better_with_the_die_and_the_column(name: str) -> None:
    order = {"-": 0, "*": 1}
    for cell, better in neighbours(name):
        assert (order.get(cell, 2), losses(cell)) <= (order.get(better, 2), losses(better))
        assert ("T" in better) >= ("T" in cell)


def test_13_2_6_bombardment_has_every_kind_of_result() -> None:
    found = set(cells("bombardment").values())
    assert {"-", "*"} < found
    assert any("T" in cell for cell in found)
    assert any(cell.startswith("2D") for cell in found), "19.6 wants two hits in one fire"


def test_13_3_11_defensive_fire_has_columns_for_0_and_1_and_no_trench_results() -> None:
    fire = chart("defensive_fire")
    assert fire.totals
    assert fire.totals.texts[:2] == ("0", "1")
    assert not [cell for cell in cells("defensive_fire").values() if "T" in cell]


def test_a_star_is_a_point_of_disorganization_on_three_faces() -> None:
    assert [chart("star").result(die) for die in range(1, 7)] == ["0D1"] * 3 + ["-"] * 3


def test_the_track_has_32_days_with_the_weather_that_is_known() -> None:
    day = CHARTS["day"]
    assert len(day["weather"]) == len(day["event_modifier"]) == 32
    assert set(day["weather"]) == {"clear", "overcast", "rain"}
    assert day["weather"][15:17] == ["clear", "clear"]  # May 30 and 31
    assert day["weather"][17] != "clear"  # June 1
    assert min(day["event_modifier"]) < 0 < max(day["event_modifier"])


def test_ev_main_table_as_printed() -> None:
    main = chart("event_main")
    found = [main.result(total) for total in range(8)]
    assert found == ["italian", "none", "none", "none", "none", "italian", "austro-hungarian", "russian"]
    assert main.result(9) == "russian"


def test_a_third_russian_success_is_to_be_expected_after_turn_20_and_before_the_end() -> None:
    """The campaign is announced as one of twenty turns and more."""
    expected = list(
        itertools.accumulate(Fraction(max(0, min(6, number)), 6) for number in CHARTS["day"]["event_modifier"])
    )
    third = next(turn for turn, so_far in enumerate(expected, 1) if so_far >= 3)
    assert 20 < third <= 32


def test_every_table_names_its_source() -> None:
    tables = [(name, table) for name, table in CHARTS.items() if isinstance(table, dict)]
    inner = [(f"weather.{name}", table) for name, table in CHARTS["weather"].items()]
    rows = [(row["name"], row) for row in CHARTS["objective"]]
    for name, table in (*((n, t) for n, t in tables if n != "weather"), *inner, *rows):
        assert re.search(r"rulebook|reconstructed|derived", table["source"]), name


def test_23_1_1_objectives_of_several_hexes() -> None:
    """23.1.1, 23.3, 23.4: as printed."""
    found = {row["name"]: sorted(row["hexes"]) for row in CHARTS["objective"] if len(row["hexes"]) > 1}
    assert found == {
        "Recoaro": ["0225", "0226"], "Piovene Rocchette": ["0747", "0847"], "Schio": ["0238", "0239"],
        "Thiene": ["0146", "0247"], "Marostica": ["1468", "1469", "1470", "1471"], "Arsiero": ["1937", "1938", "2038"],
    }  # fmt: skip
    plain = found["Marostica"] + found["Thiene"] + found["Schio"]
    assert sorted(CHARTS["breakthrough"]["AH"]) == sorted(plain)
    assert sorted(CHARTS["breakthrough"]["IT"]) == ["3502", "3603", "4018", "4019"]


def test_points_are_enough_for_the_thresholds_of_the_scenarios() -> None:
    """120 must be within reach without the breakthrough of 23.3, and not without the plain."""
    points = {row["name"]: row["points"] for row in CHARTS["objective"]}
    whole = sum(points.values())
    plain = points["Marostica"] + points["Thiene"] + points["Schio"] + points["Piovene Rocchette"]
    assert whole - points["Marostica"] >= 120 > whole - plain


@pytest.mark.parametrize(("chart", "row", "cell", "wrong"), [
    ("assault", "row1", "D1R/-", ""), ("assault", "row1", "R/-", ""), ("assault", "row1", "1D2R", "1D2R"),
    ("assault", "row1", "AR/-", "AR/-"), ("bombardment", "row1", "D1", ""), ("bombardment", "row1", "1D1R", "1D1R"),
    ("defensive_fire", "row1", "**", "**"), ("star", "row1", "*", "*"), ("star", "row1", "D1", ""),
    ("event_main", "row1", "snow", "snow"), ("event_italian", "row1", "doctrine", "doctrine"),
])  # fmt: skip
def test_13_2_6_own_charts_have_results_that_can_be_read(chart: str, row: str, cell: str, wrong: str) -> None:
    """13.2.6, 13.3.11, 13.4.4, EV.main, ruling R190: a figure may be left out; all else is refused, not ignored."""
    cells = CHARTS[chart][row]
    changed = {**CHARTS, chart: {**CHARTS[chart], row: cell if isinstance(cells, str) else [cell, *cells[1:]]}}
    assert [misfit.found for misfit in misfits(changed)] == ([repr(wrong)] if wrong else [])


def test_13_4_4_a_figure_that_is_left_out_is_nothing() -> None:
    """13.2.6, 13.4.4, ruling R190."""
    effects = {"D1R": (0, 1, True), "2DR": (2, 0, True), "R": (0, 0, True), "-": (0, 0, False)}
    assert {text: read_effect(text) for text in effects} == effects
    fires = {"D1": (0, 1, False), "D2T": (0, 2, True), "1D": (1, 0, False), "-": (0, 0, False)}
    assert {text: read_fire(text) for text in fires} == fires


@pytest.mark.parametrize(("table", "key", "value"), [
    ("assault_rules", "below", "1D2R"), ("assault_rules", "zero_defence", "6:1"), ("day", "weather", ["fog"]),
])  # fmt: skip
def test_own_charts_name_columns_and_weather_that_exist(table: str, key: str, value: object) -> None:
    changed = {**CHARTS, table: {**CHARTS[table], key: value}}
    assert [misfit.key for misfit in misfits(changed)] == [f"{table}.{key}"]
