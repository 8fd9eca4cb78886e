"""The charts of caporetto: every figure that is printed, and the shape of what is reconstructed."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tests.games.caporetto.data import BY_ID, CARD, CHARTS, COUNTERS, MAP, NATIONS


def _cell(text: str) -> tuple[int, int]:
    """How good a result is for the attacker: his own steps, then the defender's; E is better than any number."""
    own, _, theirs = text.partition("/")
    return -int(own), 99 if theirs == "E" else int(theirs)


def _rows() -> list[list[str]]:
    crt = CHARTS["crt"]
    return [crt[f"row{number}"] for number in range(1, sum(1 for key in crt if key.startswith("row")) + 1)]


def test_11_7_a_better_column_or_die_is_never_worse_for_the_attacker() -> None:
    rows = [[_cell(text) for text in row] for row in _rows()]
    assert {len(row) for row in rows} == {len(CHARTS["crt"]["columns"])}
    for one, other in itertools.pairwise(rows):
        assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in zip(one, other, strict=True))
    for row in rows:
        assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in itertools.pairwise(row))


def test_11_7_columns_grow_from_left_to_right() -> None:
    odds = [tuple(map(int, text.split(":"))) for text in CHARTS["crt"]["columns"]]
    assert all(a * d < c * b for (a, b), (c, d) in itertools.pairwise(odds))
    assert len(_rows()) > 6  # modifiers only ever add


def test_11_7_1_the_results_that_the_rulebook_tells() -> None:
    columns = CHARTS["crt"]["columns"]
    assert CHARTS["crt"]["row2"][columns.index("2:1")] == "3/1"
    at_three = [row[columns.index("3:1")] for row in _rows()[:6]]  # 12.2: without any modifier
    assert "1/2" in at_three
    assert any(text.endswith("/E") for row in _rows() for text in row)


def test_11_7_the_table_is_brutally_attritional() -> None:
    """11.7: at 3:1 and below an unmodified attack costs the attacker no less than the defender (notes, 18.0)."""
    for column in range(CHARTS["crt"]["columns"].index("3:1") + 1):
        cells = [_cell(row[column]) for row in _rows()[:6]]
        assert -sum(own for own, _ in cells) >= sum(theirs for _, theirs in cells)


def test_mt_morale_table() -> None:
    table = CHARTS["morale_table"]
    assert [table[str(die)] for die in range(1, 7)] == ["panic", "surrender", *["retreat"] * 4]
    assert (table["panic"]["retreat"], table["panic"]["extra_die"], table["panic"]["extra_steps"]) == (1, [1, 2, 3], 1)
    assert (table["retreat"]["cancels"], table["retreat"]["retreat"]) == (1, 1)
    assert table["surrender"]["cancels"] == 0


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("clear", (4, 1, 0)),
        ("rough", (3, 1, 0)),
        ("mountain", (2, 2, 1)),
        ("alpine", (1, "all", 2)),
        ("marsh", (2, 2, 2)),
        ("dominant", (1, "all", 2)),
        ("town", ("ground", 1, 1)),
        ("city", ("ground", 1, 1)),
    ],
)
def test_tec_stacking_movement_and_shift(name: str, row: tuple[object, ...]) -> None:
    """TEC.clear, TEC.rough, TEC.mountain, TEC.alpine, TEC.marsh, TEC.town, E.4: the chart as printed."""
    found = CHARTS["terrain"][name]
    assert (found["stack"], found["mp"], found["left"]) == row


def test_tec_weather_doubles_what_the_rules_say() -> None:
    """7.11, 7.11/3, TEC.river: winter for mountains and rivers, rain for clear, rough and marsh."""
    terrain, weather = CHARTS["terrain"], CHARTS["weather"]
    assert {name for name, row in terrain.items() if "mp_rain" in row} == set(weather["rain_doubles"])
    for name in weather["rain_doubles"]:
        assert terrain[name]["mp_rain"] == 2 * terrain[name]["mp"]
    assert terrain["mountain"]["mp_winter"] == 2 * terrain["mountain"]["mp"]
    river = CHARTS["hexside"]["river"]
    assert river["mp_add_winter"] == 2 * river["mp_add"] == 2
    assert terrain["alpine"]["mp_winter"] == "prohibited"


def test_tec_every_terrain_of_the_map_has_a_row() -> None:
    assert set(MAP.base.values()) <= set(CHARTS["terrain"])
    sides = {feature.name for features in MAP.on_side.values() for feature in features}
    assert sides <= set(CHARTS["hexside"])
    assert {"city", "town"} <= {feature.name for features in MAP.in_hex.values() for feature in features}


def test_1_1_thirteen_months() -> None:
    weather = CHARTS["weather"]
    assert (weather["months"][0], weather["months"][6], weather["months"][-1]) == ("Oct 1917", "Apr 1918", "Oct 1918")
    assert len(weather["months"]) == len(weather["winter"]) == len(CARD["dates"]) == CARD["turns"] == 13
    assert [turn for turn, cold in enumerate(weather["winter"], 1) if cold] == [3, 4, 5]


def test_rc_replacement_chart() -> None:
    chart = CHARTS["replacement"]
    assert all(len(chart[nation]) == 13 for nation in NATIONS)
    assert {nation: sum(chart[nation]) for nation in NATIONS} == {
        "IT": 29, "UK": 3, "FR": 3, "CZ": 0, "GE": 7, "AH": 15,
    }  # fmt: skip
    assert [chart[nation][6] for nation in ("IT", "AH", "GE", "UK", "FR")] == [2, 1, 1, 0, 0]


def test_wc_withdrawals_chart() -> None:
    """WC, 13.3: who goes and when; what is named exists, and there are enough of each kind."""
    rows = CHARTS["withdrawal"]
    totals = Counter({(row["nation"], k): 0 for row in rows for k in ("infantry", "cavalry", "artillery")})
    for row in rows:
        for kind in ("infantry", "cavalry", "artillery"):
            totals[row["nation"], kind] += row.get(kind, 0)
        assert all(name in BY_ID for name in row.get("units", ()))
    assert +totals == {("AH", "infantry"): 9, ("AH", "cavalry"): 2, ("GE", "infantry"): 7, ("GE", "artillery"): 2,
                       ("IT", "infantry"): 2}  # fmt: skip
    assert sorted((row["turn"], row["nation"]) for row in rows) == [
        (2, "AH"), (3, "GE"), (3, "IT"), (4, "AH"), (4, "GE"), (5, "AH"), (5, "GE"), (6, "AH"), (6, "GE"), (9, "AH"),
        (11, "AH"),
    ]  # fmt: skip
    assert [row["units"] for row in rows if "units" in row] == [["AH-hqIs2"], ["GE-hq14"]]
    cavalry = [one for one in COUNTERS if one.nation == "AH" and one.type == "cavalry"]
    assert sum(1 for one in cavalry if int(one.set_up[1]) <= 9) >= totals["AH", "cavalry"]


def test_13_1_the_schedule_of_arrivals_is_that_of_the_counters() -> None:
    chart = {turn: sorted(names) for turn, names in CHARTS["reinforcement"].items() if turn != "source"}
    counters: dict[str, list[str]] = {}
    for one in COUNTERS:
        if one.set_up[0] == "turn":
            counters.setdefault(one.set_up[1], []).append(one.id)
    assert chart == {turn: sorted(names) for turn, names in counters.items()}
    assert min(map(int, chart)) > 1  # 4.1/1: nobody arrives on turn 1


def test_6_2_events_are_the_markers_of_the_sheet() -> None:
    """6.2, 6.2/1, 3.2h: each event has its counter; four of them are used once."""
    rows = CHARTS["event"]
    assert {(row["id"], row["pool"]) for row in rows} == {
        (one.id, one.set_up[1]) for one in COUNTERS if one.type == "event"
    }
    assert [row["name"] for row in rows if row["once"] == "yes"] == [
        "Rommel", "Brest-Litovsk", "Diaz Reforms", "Kaiserschlacht",
    ]  # fmt: skip
    assert Counter(row["pool"] for row in rows) == {"A": 5, "B": 6}
    assert CHARTS["turns"]["event_pool"] == ["", *"AAAAA", *"BBBBBBB"]


def test_every_section_of_the_charts_names_its_source() -> None:
    for name, section in CHARTS.items():
        rows = section if isinstance(section, list) else [section]
        for row in rows:
            nested = [part for part in row.values() if isinstance(part, dict) and "source" in part]
            assert "source" in row or nested, name
