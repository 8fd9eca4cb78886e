"""The charts of italia18: every figure that is printed, and the shape of what is reconstructed."""

from __future__ import annotations

import itertools

import pytest

from pbem.kernel.chartfile import chart_of
from tests.games.italia18.data import CARDS, CHARTS, MAPS

RESULTS = (
    "crt",
    "bombardment",
    "coordination",
    "misunderstood_defender",
    "misunderstood_attacker",
    "disengagement",
    "weather",
    "after_fog",
    "air_superiority",
    "no_firing",
)


@pytest.mark.parametrize("name", RESULTS)
def test_the_charts_can_be_played_with(name: str) -> None:
    assert chart_of(name, CHARTS[name]).rows


def _cell(text: str) -> tuple[int, int, bool]:
    """How good a result is for the attacker: his own HP, the defender's, and whether his Assault Troops live."""
    own, _, theirs = text.partition("/")
    return -int(own.rstrip("*")), int(theirs), not own.endswith("*")


def _crt() -> list[list[tuple[int, int, bool]]]:
    return [[_cell(text) for text in CHARTS["crt"][f"row{roll}"]] for roll in range(2, 13)]


def test_a_better_column_or_roll_is_never_worse_for_the_attacker() -> None:
    rows = _crt()
    for one, other in [*itertools.pairwise(rows), *itertools.pairwise(zip(*rows, strict=True))]:
        assert all(a <= b for p, q in zip(one, other, strict=True) for a, b in zip(p, q, strict=True))


def test_the_columns_begin_with_one_to_two_and_virtual_ones_go_on_to_the_left() -> None:
    """1/4 and three columns to the right is 1/1; 3.5 to 1 is 3/1; 0.6 to 1 is 1/2."""
    scale = chart_of("crt", CHARTS["crt"]).scale()
    assert CHARTS["crt"]["columns"][:2] == ["1:2", "1:1"]
    assert scale.column(35, 10) == CHARTS["crt"]["columns"].index("3:1")
    assert scale.column(6, 10) == 0
    assert scale.virtual(1, 4) + 3 == CHARTS["crt"]["columns"].index("1:1")


def test_the_results_that_the_rulebook_speaks_of_occur() -> None:
    """A2, A3, A4 and A6 are in its examples, a defender takes 7, retreats are worth up to 9."""
    cells = [cell for row in _crt() for cell in row]
    assert {2, 3, 4, 6} <= {-own for own, _, _ in cells}
    assert {7, 9} <= {theirs for _, theirs, _ in cells}
    assert any(not lives for _, _, lives in cells)


def test_bombardment_as_printed() -> None:
    rows = [list(map(int, CHARTS["bombardment"][f"row{roll}"])) for roll in range(8)]
    assert rows[0] == [0, 0, 1, 1, 2, 2]
    assert rows[3] == [0, 1, 3, 3, 3, 3]
    assert rows[5] == [1, 2, 4, 4, 4, 5]
    assert rows[7] == [3, 3, 5, 5, 6, 6]
    for one, other in [*itertools.pairwise(rows), *itertools.pairwise(zip(*rows, strict=True))]:
        assert all(a <= b for a, b in zip(one, other, strict=True))
    assert {row["id"]: row["drm"] for row in CHARTS["bombardment_drm"]} == {
        "bruchmueller": 3, "trench": -2, "city": -1, "diaz": -1,
    }  # fmt: skip


def test_coordination_modifiers_as_printed() -> None:
    found = {(row["side"], row["id"]): row["drm"] for row in CHARTS["coordination_drm"]}
    assert len(found) == 18
    assert [found["defender", key] for key in ("trench", "elite-lead", "disorganized", "bruchmueller", "cadorna")] == [
        2,
        1,
        -1,
        -2,
        -1,
    ]
    assert [found["attacker", key] for key in ("assault-troops", "cadorna", "diaz", "morale-3", "morale-2")] == [
        1,
        1,
        -1,
        -1,
        -2,
    ]


def test_weather_as_printed() -> None:
    chart = chart_of("weather", CHARTS["weather"])
    found = [chart.result(roll) for roll in range(2, 13)]
    assert found == ["fair"] * 3 + ["poor"] * 2 + ["fog"] + ["fair"] * 2 + ["poor"] * 3
    assert [chart_of("after_fog", CHARTS["after_fog"]).result(die) for die in (1, 2)] == ["poor", "fair"]


def test_disengagement_as_printed() -> None:
    assert [CHARTS["disengagement"][f"row{die}"] for die in range(8)] == [
        ["*r1"], ["R3"], ["R3"], ["r2"], ["r2"], ["r3"], ["r3"], ["r4"],
    ]  # fmt: skip
    assert CHARTS["disengagement_drm"]["surrounded"] == CHARTS["disengagement_drm"]["trench"] * -1 == -3


def test_air_superiority_grows_with_the_die() -> None:
    """A higher die is never worse for the Entente, whose supports in S3 to S5 number 2, 4 and 5."""
    rows = [CHARTS["air_superiority"][f"row{die}"][0] for die in range(8)]
    worth = [
        {"CP": -1, "EN": 1}.get(text.split()[0], 0) * int(text.split()[-1] if text != "none" else 0) for text in rows
    ]
    assert worth == sorted(worth)
    assert [CARDS[name]["air"]["EN"] for name in ("S3", "S4", "S5")] == [2, 4, 5]
    drm = CHARTS["air_superiority_drm"]
    assert drm["s1"] < drm["s2"] == drm["s3"] == drm["s4"] < drm["s5"]


def test_every_terrain_of_the_maps_has_a_row() -> None:
    for map in MAPS.values():
        assert set(map.base.values()) <= set(CHARTS["terrain"])
        assert {feature.name for features in map.on_side.values() for feature in features} <= set(CHARTS["hexside"])
        assert {feature.name for features in map.along.values() for feature in features} <= set(CHARTS["line"])


def test_costs_that_the_text_gives() -> None:
    terrain = CHARTS["terrain"]
    assert (terrain["clear"]["mp"], terrain["forest"]["mp"]) == (1, 2)
    assert (terrain["trench"]["mp_add"], terrain["craters"]["mp_add"], terrain["craters"]["with_trench"]) == (1, 1, 0)
    assert terrain["clear"]["mp"] <= terrain["mountain"]["mp"] <= terrain["high-mountain"]["mp"]
    assert CHARTS["supply"]["direct"] == 20
    assert CHARTS["hp_price"]["regiment"] == CHARTS["hp_price"]["brigade_UK"] == CHARTS["hp_price"]["detachment"] == 2
    assert CHARTS["hp_price"]["brigade_AH"] == CHARTS["hp_price"]["division"] == CHARTS["hp_price"]["regiment_US"] == 3
