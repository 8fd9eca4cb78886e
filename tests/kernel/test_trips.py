"""Trips on paper: from waypoint to waypoint, by the step itself or by the cheapest way."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.reach import Reach, reach
from pbem.kernel.pieces import UnitId
from pbem.kernel.trips import Stride, Trip, nearest, toward, waypoints

MAP = read_map("legend:\n  . clear\nrows: 01-02\ncolumns: 01-04\nterrain:\n  01 . . . .\n  02 . . . .\n")
CLOSED = HexId("0102")
START = Trip((UnitId("RED-1"),), (HexId("0101"),))


def price(here: HexId, there: HexId) -> int | None:
    return None if there == CLOSED else 2


def way(here: HexId, left: int, goal: HexId) -> Reach:
    exits = {one: [(other, 2) for other in MAP.grid.neighbours[one] if other != CLOSED] for one in MAP.grid.hexes}
    return reach(here, left, exits, {}, {}, goal=goal, grid=MAP.grid)


def to(goal: str, left: int, trip: Trip = START, is_first: bool = True) -> Stride | None:
    return toward(MAP, trip, HexId(goal), left, price, way, is_first=is_first)


def test_a_neighbouring_hex_is_the_step_into_it() -> None:
    assert to("0201", 2) == Stride((HexId("0201"),), 2)


def test_to_a_hex_farther_off_the_cheapest_way_is_found() -> None:
    found = to("0103", 8)
    assert found is not None
    assert (found.path[-1], found.price, found.is_last) == ("0103", 2 * len(found.path), False)
    assert CLOSED not in found.path


def test_a_closed_neighbour_is_no_goal_even_if_a_way_led_round() -> None:
    assert to("0102", 8) is None


def test_the_first_step_is_always_possible_and_then_the_last() -> None:
    assert to("0201", 1) == Stride((HexId("0201"),), 2, is_last=True)
    assert to("0201", 1, is_first=False) is None
    assert to("0103", 3) is None


def dear(here: HexId, there: HexId) -> int | None:
    """One step costs more than the way round it."""
    return 9 if {here, there} == {"0101", "0201"} else price(here, there)


def test_a_step_that_is_too_dear_is_never_led_round() -> None:
    goal = HexId("0201")
    round_it = Reach({HexId("0101"): 0, HexId("0202"): 2, goal: 4}, {HexId("0202"): HexId("0101"), goal: HexId("0202")})
    assert toward(MAP, START, goal, 4, dear, lambda *_: round_it, is_first=False) is None
    first = toward(MAP, START, goal, 4, dear, lambda *_: round_it, is_first=True)
    assert first == Stride((goal,), 9, is_last=True)


@dataclass(frozen=True, slots=True)
class Ride(Trip):
    """A trip of a game with more to remember."""

    ridden: int = 0


def test_a_trip_goes_on_and_keeps_what_its_game_remembers() -> None:
    trip = Ride(START.units, START.path, ridden=3).gone(Stride((HexId("0201"), HexId("0202")), 4, is_last=True))
    assert (trip.path, trip.at, trip.spent, trip.is_over, trip.ridden) == (("0101", "0201", "0202"), "0202", 4, True, 3)


@pytest.mark.parametrize(
    ("goals", "left"), [(["0101", "0201"], ["0201"]), (["0201"], ["0201"]), (["0101"], []), ([], [])]
)
def test_an_order_may_name_the_hex_in_which_the_units_stand(goals: list[str], left: list[str]) -> None:
    assert list(waypoints(START, [HexId(goal) for goal in goals])) == left


def test_the_two_nearest_hexes_in_reach_are_told_with_their_price() -> None:
    cost = {HexId(one): points for one, points in {"0101": 0, "0201": 2, "0202": 4, "0203": 6}.items()}
    shown = nearest(MAP, cost, HexId("0101"), HexId("0104"), lambda points: f"{points} of 6 MP")
    assert shown == "0203 (6 of 6 MP) or 0202 (4 of 6 MP)"
    assert nearest(MAP, {HexId("0101"): 0}, HexId("0101"), HexId("0104"), str) == ""
