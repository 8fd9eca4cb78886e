"""9.0 Weather."""

from __future__ import annotations

import pytest

from pbem.games.strafexpedition.weather import bombardment, effects, movement, sight, weather
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, flat
from tests.games.strafexpedition.data import CHARTS, scenario


def test_9_0_every_scenario_reads_the_same_track() -> None:
    """4.0.4, 9.0: June 12 is turn 1 of scenario 4 and turn 29 of the campaign."""
    assert weather(scenario("novegno"), 1) == weather(scenario("campaign"), 29) == CHARTS["day"]["weather"][28]


@pytest.mark.parametrize(("name", "levels", "hexes"), [
    ("clear", (2, 2), 6), ("clear", (5, 1), 10), ("clear", (1, 5), 6),
    ("overcast", (2, 2), 4), ("overcast", (5, 5), 3), ("overcast", (4, 5), 3), ("overcast", (5, 3), 5),
    ("rain", (2, 2), 2), ("rain", (6, 6), 2), ("rain", (4, 2), 4),
])  # fmt: skip
def test_13_2_2_how_far_one_sees(name: str, levels: tuple[int, int], hexes: int) -> None:
    """3.0.los, 13.2.2: six hexes, less in bad weather, one more for each level downward."""
    assert sight(scenario("campaign"), name, *levels) == hexes


def test_9_1_clear_changes_nothing() -> None:
    here = board(flat(1, 2), "IT-a BATTALION 0101\nIT-g BATTERY 0102")
    assert bombardment(here.scenario, "clear", 9, HexId("0101")) == 9
    assert [movement(here, UnitId(one), "clear") for one in ("IT-a", "IT-g")] == [6, 3]
    assert effects(here.scenario, "clear")["sight"] == 6


def test_9_1_overcast_halves_fire_at_high_targets() -> None:
    low, high = board(flat(1, 1, level=4)), board(flat(1, 1, level=5))
    assert bombardment(low.scenario, "overcast", 10, HexId("0101")) == 10
    assert bombardment(high.scenario, "overcast", 10, HexId("0101")) == 5


def test_9_1_round_down() -> None:
    assert bombardment(board(flat(1, 1)).scenario, "rain", 5, HexId("0101")) == 2


def test_9_1_rain_slows_everybody() -> None:
    """9.1.rain, 11.0.1: 6 becomes 5, the movement of artillery is halved."""
    here = board(flat(1, 2), "IT-a BATTALION 0101\nIT-g BATTERY 0102\nIT-f FORTRESS 0101\nIT-h HQ 0101")
    assert [movement(here, UnitId(one), "rain") for one in ("IT-a", "IT-g", "IT-f", "IT-h")] == [5, 1, 0, 0]
