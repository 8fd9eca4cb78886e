"""11.0 What movement costs."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition.costs import Cost, across, points, spend, step
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, flat, small_map
from tests.games.strafexpedition.data import hexes

A = UnitId("IT-a")
HILLS = """
  02  1 1 1 1
  01  2 4 c 8
"""


def price(here: Board, a: str, b: str) -> Cost:
    return step(here, A, HexId(a), HexId(b))


def test_11_0_2_hex_and_hexside_add_up() -> None:
    here = board(small_map("  01  1 1 a\nside river: 0101/0102 0102/0103"))
    assert [
        across(here.scenario, HexId("0101"), HexId("0102")),
        across(here.scenario, HexId("0102"), HexId("0103")),
    ] == [4, 6]


def test_11_0_8_every_level_upward_costs_a_point_and_none_downward() -> None:
    here = board(small_map(HILLS))
    assert across(here.scenario, HexId("0101"), HexId("0102")) == 2 + 2 * 2
    assert across(here.scenario, HexId("0102"), HexId("0101")) == 2


def test_11_0_5_a_road_takes_no_notice_of_slopes_and_rivers_outside_enemy_zones() -> None:
    ground = small_map(HILLS + "side river: 0101/0102\nline road: 0101-0102\n")
    assert price(board(ground, "IT-a BATTALION 0101"), "0101", "0102") == Cost(1)
    under_fire = board(ground, "IT-a BATTALION 0101\nAH-a BATTALION 0103")
    assert price(under_fire, "0101", "0102") == Cost(2 + 2 + 4)


def test_12_4_friends_on_the_road_and_stacks_cost_the_rate() -> None:
    ground = small_map(HILLS + "line road: 0101-0102\n")
    crowded = board(ground, "IT-a BATTALION 0101\nIT-b BATTALION 0102")
    assert price(crowded, "0101", "0102") == Cost(2 + 4)
    alone = board(ground, "IT-a BATTALION 0101")
    assert step(alone, A, HexId("0101"), HexId("0102"), is_stack=True) == Cost(2 + 4)


def test_11_1_1_leaving_an_enemy_zone_costs_a_point() -> None:
    here = board(flat(2, 6), "IT-a BATTALION 0103\nAH-a BATTALION 0104")
    assert price(here, "0103", "0102") == Cost(2 + 2)


def test_11_0_4_a_crag_costs_mountain_infantry_everything() -> None:
    ground = flat(1, 4, "side crag: 0102/0103")
    here = board(ground, "IT-a ALPINI 0102\nAH-a BATTALION 0101")
    assert price(here, "0102", "0103") == Cost(0, is_everything=True)
    assert spend(here, A, tuple(hexes("0102 0103")), 6) == 0
    with pytest.raises(Illegal, match="not enough movement points"):
        spend(board(ground, "IT-a ALPINI 0101"), A, tuple(hexes("0101 0102 0103")), 6)


def test_11_0_4_nobody_else_crosses_it() -> None:
    here = board(flat(1, 4, "side crag: 0102/0103"), "IT-a BATTALION 0102")
    with pytest.raises(Illegal) as refused:
        price(here, "0102", "0103")
    problem = refused.value.problem
    assert (problem.rule, problem.found, problem.wanted) == ("11.0.4", "infantry", "mountain infantry")


def test_11_0_3_no_minimum_move() -> None:
    here = board(small_map("  01  1 3 1"), "IT-a BATTALION 0101")
    with pytest.raises(Illegal) as refused:
        spend(here, A, tuple(hexes("0101 0102")), 2)
    assert (refused.value.problem.rule, refused.value.problem.wanted) == ("11.0.3", "3")
    assert spend(here, A, tuple(hexes("0101 0102")), 3) == 0


def test_11_0_6_enemies_bar_the_hex_but_lone_guns_and_headquarters_do_not() -> None:
    held = board(flat(1, 3), "IT-a BATTALION 0101\nAH-m MILITIA 0102\nAH-g BATTERY 0102")
    with pytest.raises(Illegal, match="the enemy holds 0102"):
        spend(held, A, tuple(hexes("0101 0102")), 6)
    guns = board(flat(1, 3), "IT-a BATTALION 0101\nAH-g BATTERY 0102\nAH-h HQ 0102")
    assert spend(guns, A, tuple(hexes("0101 0102")), 6) == 10


def test_half_points_are_written_as_players_do() -> None:
    assert [points(one) for one in (0, 1, 2, 5)] == ["0", "1/2", "1", "2 1/2"]


def test_12_4_a_fortress_on_the_road_is_no_friend_in_the_way() -> None:
    """12.4, 12.6, 20.8, ruling R187: it stacks for free, so the road keeps its rate."""
    road = "line road: 0101-0102-0103\n"
    alone = board(flat(1, 3, road), "IT-a BATTALION 0101\nIT-f FORTRESS 0102")
    crowd = board(flat(1, 3, road), "IT-a BATTALION 0101\nIT-b BATTALION 0102")
    a, b = HexId("0101"), HexId("0102")
    assert (step(alone, A, a, b), step(crowd, A, a, b)) == (Cost(1), Cost(2))
