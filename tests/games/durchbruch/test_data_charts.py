"""The charts of Durchbruch: monotone, and in agreement with all that the rulebook says of them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pbem.kernel.chartfile import chart_of
from tests.games.durchbruch.data import CARDS, CHARTS, MAP

ASSAULT = chart_of("assault", CHARTS["assault"])
BARRAGE = chart_of("barrage", CHARTS["barrage"])
SEVERITY = CHARTS["barrage"]["severity"]["order"]


def hits(cell: str) -> tuple[int, int]:
    attacker, defender = cell.split("-")
    return int(attacker), int(defender)


def is_no_worse(better: tuple[int, int], worse: tuple[int, int]) -> bool:
    return better[0] <= worse[0] and better[1] >= worse[1]


# -- assault --------------------------------------------------------------------------------------------------


def test_the_assault_table_has_nine_columns() -> None:
    """See 13.2.1-4, 13.2.1-6: 1:3 to 7:1, two dice."""
    assert [odds.text for odds in ASSAULT.scale().odds] == [
        "1:3",
        "1:2",
        "1:1",
        "2:1",
        "3:1",
        "4:1",
        "5:1",
        "6:1",
        "7:1",
    ]
    assert ASSAULT.dice == (6, 6)


def test_a_better_roll_or_column_is_never_worse() -> None:
    for row in ASSAULT.rows.values():
        for worse, better in itertools.pairwise(map(hits, row)):
            assert is_no_worse(better, worse)
    for upper, lower in itertools.pairwise(ASSAULT.rows.values()):
        for worse, better in zip(map(hits, upper), map(hits, lower), strict=True):
            assert is_no_worse(better, worse)


def test_no_cell_costs_more_than_the_automatic_loss() -> None:
    """See 13.2.1-6, 13.6.2-b: four steps at most for the attacker; defenders suffer four hits and more."""
    cells = [hits(cell) for row in ASSAULT.rows.values() for cell in row]
    assert max(a for a, _ in cells) == 4 == CHARTS["assault"]["limits"]["below_lowest_steps"]
    assert max(d for _, d in cells) >= 4


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(5, 2, "3:1"), (7, 3, "2:1"), (2, 5, "1:3"), (3, 7, "1:2"), (10, 7, "1:1"), (3, 2, "2:1"), (16, 2, "8:1")],
)
def test_odds_are_rounded_by_halves_on_either_side(attack: int, defence: int, odds: str) -> None:
    """See 1.2-b: below one half down, from one half on up."""
    scale = ASSAULT.scale()
    assert scale.text(scale.virtual(attack, defence)) == odds


# -- barrage, scatter, morale, terrain ------------------------------------------------------------------------


def test_barrage_results_grow_with_guns_and_die() -> None:
    """See 11.2.1-3: every code occurs, and most results are morale checks and pins."""
    cells = [cell for row in BARRAGE.rows.values() for cell in row]
    assert set(cells) == set(SEVERITY) == {"-", "S", "M", "M1", "M2", "P", "P-M2", "X"}
    assert sum(cell in ("M", "M1", "M2", "P", "P-M2") for cell in cells) * 2 > len(cells)
    ranks = [[SEVERITY.index(cell) for cell in row] for row in BARRAGE.rows.values()]
    assert all(a <= b for row in ranks for a, b in itertools.pairwise(row))
    assert all(a <= b for up, down in itertools.pairwise(ranks) for a, b in zip(up, down, strict=True))


def test_11_2_2_modifiers_of_a_barrage() -> None:
    """11.2.2-1, 11.2.2-2, 11.2.2-3, 11.2.2-4, 11.2.2-5, 11.2.2-6: as printed."""
    table: dict[str, Any] = CHARTS["barrage"]
    assert (table["modifiers"]["each_target_unit_over_4_sp"], table["modifiers"]["ag_turn_1"]) == (1, 2)
    shifts = {name: value for name, value in table["shifts"].items() if isinstance(value, int)}
    cover = {"village": -1, "trench": -1, "town": -2}
    assert shifts == {"ag_turn_1": 1, "ag_I_turn_1": 1, **cover, "italian_turns_2_to_4": -2}


def test_scatter_names_each_direction_once() -> None:
    assert {CHARTS["scatter"][str(die)] for die in range(1, 7)} == {"NE", "E", "SE", "SW", "W", "NW"}


def test_morale_falls_with_the_letter() -> None:
    """See 1.3.1-d, 10.1-note, 11.2.1-5: level 3 and a trench cancel out; OOC1 and OOC2 differ."""
    values = [CHARTS["morale"]["value"][letter] for letter in "ABCDE"]
    assert values == sorted(set(values), reverse=True)
    assert len(values) == 5
    assert all(2 <= value <= 12 for value in values)
    given = CHARTS["morale"]["modifiers"]
    assert given["level-3"] + given["trench"] == 0
    assert (given["M1"], given["M2"]) == (-1, -2)
    assert given["OOC2"] < given["OOC1"] < 0


def test_13_4_terrain_shifts() -> None:
    """13.4-level, 13.4-village, 13.4-town: as printed; higher ground costs more and is harder to hit."""
    levels = [CHARTS["terrain"][f"level-{n}"] for n in range(1, 5)]
    assert [one["left"] for one in levels] == [0, 1, 2, 3]
    assert (CHARTS["terrain"]["village"]["left"], CHARTS["terrain"]["town"]["left"]) == (1, 2)
    for name in ("mp", "fire"):
        assert all(low[name] < high[name] for low, high in itertools.pairwise(levels))
    assert levels[2]["mp"] - levels[2]["mp_mountain"] == 1
    assert all(3 <= one["fire"] <= 12 for one in levels)
    assert {f"level-{n}" for n in range(1, 5)} == set(MAP.base.values())


def test_12_1_and_12_2_printed_costs() -> None:
    """12.1-a, 12.2-a: road, trail, trenches."""
    assert (CHARTS["hexside"]["road"]["mp"], CHARTS["hexside"]["trail"]["mp"]) == ("1/2", 1)
    assert (CHARTS["terrain"]["trench"]["mp_friendly"], CHARTS["terrain"]["trench"]["mp_enemy"]) == (1, 2)
    assert CHARTS["hexside"]["isonzo"]["mp_add"] == 3


# -- track ----------------------------------------------------------------------------------------------------


def test_8_2_replacements_by_day() -> None:
    """8.2-b, 8.2-c: on the first turn of each day from October 25 on."""
    assert CHARTS["turns"]["replacements_AG"] == [0, 0, 3, 0, 3, 0, 3, 0, 3, 0]
    assert CHARTS["turns"]["replacements_IT"] == [0, 0, 2, 0, 4, 0, 4, 0, 4, 0]


def test_9_2_bridges_blow_up_more_often() -> None:
    """9.2-c: up to 2, 3, 4, and then 5."""
    assert CHARTS["turns"]["bridge_blown_on"] == [2, 3, 4, *[5] * 7]


def test_7_chits() -> None:
    """7-b, 7-c: four and three; the XXVIII comes later."""
    assert CHARTS["chits"]["AG"] == ["I", "III", "LI", "XV"]
    assert CHARTS["chits"]["IT"] == ["IV", "XXVII", "VII"]


# -- victory --------------------------------------------------------------------------------------------------

ROWS = {
    (1,): {"3608": 1, "3214": 2, "3215": 2},
    (2,): {"3214": 1, "3215": 1, "3110": 1, "4809": 1, "2125": 2, "4207": 2, "4011": 1, "4009": 2, "3511": 1,
           "3017": 5, "3714": 3},
    (3,): {"2125": 4, "4207": 1, "4009": 1, "3511": 1, "3017": 3, "3714": 1},
    (4,): {"2125": 2, "4511": 1, "3813": 1, "3714": 1, "3017": 2, "2527": 2, "3022": 1, "3621": 4},
    (5, 6): {"3621": 2, "3821": 3, "3725": 1, "4616": 1, "4421": 1, "5615": 1, "4117": 1},
    (7, 8): {"3621": 1, "3821": 2, "5818": 1, "5024": 1, "4627": 1, "5321": 1, "5329": 10},
    (9, 10): {"3821": 1, "5329": 5},
}  # fmt: skip


@pytest.mark.parametrize("turns", ROWS)
def test_17_the_victory_point_table(turns: tuple[int, ...]) -> None:
    """17-T1, 17-T2, 17-T3, 17-T4, 17-T5-6, 17-T7-8, 17-T9-10: every row to the letter."""
    assert {one["hex"]: one["vp"] for one in CHARTS["vp"] if tuple(one["turns"]) == turns} == ROWS[turns]


def test_17_the_table_has_no_other_rows_and_names_the_map() -> None:
    assert {tuple(one["turns"]) for one in CHARTS["vp"]} == set(ROWS)
    assert len(CHARTS["vp"]) == sum(map(len, ROWS.values()))
    for one in CHARTS["vp"]:
        assert MAP.name_of(one["hex"]).replace(" ", "").lower() == one["name"].replace(" ", "").lower()


def test_17_exits_and_generic_points() -> None:
    """17-T4, 17-G1, 17-G2, 17-G3, 17-G4, 17-G5: as printed."""
    exits = [(one["hex"], one["turns"], one["vp"]) for one in CHARTS["vp_exit"]]
    assert exits == [("2129", [1, 2, 3, 4], 1), ("5430", [1, 2, 3, 4, 5, 6], 2), ("5430", [7, 8], 1)]
    generic = {name: value for name, value in CHARTS["vp_generic"].items() if name != "source"}
    assert generic == {"german_step_lost": -1, "italian_steps_for_a_point": 10, "cividale_never_taken": -5}


def test_16_the_three_scenarios() -> None:
    """1.6, 16.2, 16.3, 16.4, 16.2.1-win, 16.3.1-win, 16.4.1-win: lengths, thresholds, losses."""
    found = {name: (card["turns"], card["victory"]["ag_wins_at"]) for name, card in CARDS.items()}
    assert found == {"oct24": (2, 10), "oct25": (4, 20), "campaign": (10, 40)}
    assert {name: c["victory"]["italian_steps_for_a_point"] for name, c in CARDS.items()} == {
        "oct24": 6, "oct25": 10, "campaign": 10,
    }  # fmt: skip
    assert CARDS["campaign"]["victory"]["draw"] == [35, 39]
    for card in CARDS.values():
        assert len(card["dates"]) == card["turns"]
        assert card["victory"]["rows"] == list(range(1, card["turns"] + 1))


def test_every_table_names_its_source() -> None:
    for name, table in CHARTS.items():
        for one in table if isinstance(table, list) else [table]:
            inner = [value for value in one.values() if isinstance(value, dict)]
            assert "source" in one or all("source" in value for value in inner), name
