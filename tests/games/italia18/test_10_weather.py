"""10.0 Weather."""

from __future__ import annotations

import pytest

from pbem.games.italia18 import weather
from pbem.games.italia18.counters import CP, EN
from pbem.kernel.board import Board
from tests.games.italia18.boards import board
from tests.games.italia18.data import CARDS
from tests.games.tables import facts, table

OPEN = {"weather": {"air": "optional"}}


def told(here: Board, *dice: int, sequence: int = 1) -> tuple[str, bool]:
    weather.run(here, table(here, dice), sequence)
    return here.noted("weather"), bool(here.noted("fog"))


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ((1, 3), ("fair", False)),
        ((3, 3), ("poor", False)),
        ((4, 4), ("fair", False)),
        ((5, 5), ("poor", False)),
        ((3, 4, 2), ("fair", True)),
        ((3, 4, 5), ("poor", True)),
    ],
)
def test_10_0a_two_dice_and_one_more_after_fog(dice: tuple[int, ...], found: tuple[str, bool]) -> None:
    here = board("", card=OPEN)
    assert told(here, *dice) == found
    assert facts(here, "weather", sequence=1, fixed=False)


def test_s0_sp4_the_weather_of_monte_grappa_is_fixed() -> None:
    """S0.sp4: no die is cast, and nobody flies."""
    here = board("", card=CARDS["S0"])
    assert told(here) == ("poor", True)
    assert told(here, sequence=2) == ("poor", False)
    assert not weather.may_fly(here, EN)
    assert not facts(here, "rolled")


def test_10_0e_fog_with_a_die_for_what_follows() -> None:
    here = board("", card={**CARDS["S3"], "first_turn": 24})
    assert told(here, 4) == ("fair", True)
    assert not weather.is_poor(here)
    assert told(here, 3) == ("poor", True)
    assert weather.is_poor(here), "poor from the start, for minor roads and pontoons"


def test_10_0b_poor_weather_keeps_everybody_on_the_ground() -> None:
    here = board("", card=OPEN, notes={"weather": "poor"})
    assert weather.is_poor(here)
    assert not weather.may_fly(here, CP)
    assert not weather.may_fly(here, EN)
    assert not weather.is_poor(board("", notes={"weather": "fair"}))


def test_10_0c_fog_grounds_both_in_the_phases_of_the_initiative() -> None:
    here = board("", card=OPEN, notes={"weather": "fair", "fog": "1"})
    assert (weather.may_fly(here, CP), weather.may_fly(here, EN)) == (False, True)


def test_10_0d_fog_spares_the_attacker_a_hit_point() -> None:
    here = board("", card=OPEN, notes={"weather": "fair", "fog": "1"})
    assert weather.hit_points_spared(here, CP, CP) == 1
    assert weather.hit_points_spared(here, CP, EN) == 0
    assert weather.hit_points_spared(here, EN, CP) == 0
    assert weather.hit_points_spared(board("", notes={"weather": "fair"}), CP, CP) == 0


def test_no_weather_is_in_force_between_turns() -> None:
    """See 10.0a, ruling R109."""
    here = board("", notes={"weather": "poor", "fog": "1"})
    weather.clear(here)
    assert not here.notes
