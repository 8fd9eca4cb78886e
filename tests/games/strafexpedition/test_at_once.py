"""What is worked out for all hexes at once says the same as the rule for one of them."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import supply
from pbem.games.strafexpedition.activation import check_hq_hex, hq_area
from pbem.games.strafexpedition.command import battalions, headquarters
from pbem.games.strafexpedition.costs import step
from pbem.games.strafexpedition.counters import AH, IT, is_infantry
from pbem.games.strafexpedition.interdiction import interdicted
from pbem.games.strafexpedition.reaction import hq_hexes
from pbem.games.strafexpedition.sight import sees
from pbem.games.strafexpedition.terrain import is_crag
from pbem.games.strafexpedition.walking import _open, check_hex, walkers_of, ways
from pbem.games.strafexpedition.weather import weather
from pbem.games.strafexpedition.zoc import enemy_hexes, is_in_open_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import trace
from pbem.kernel.ground.stages import best, hexes
from pbem.kernel.pieces import Side
from tests.fuzz.driver import play_unchecked
from tests.fuzz.games import GAMES, load_game, start_game

SIDES = pytest.mark.parametrize("side", [IT, AH])


@cache
def later() -> Board:
    """Asiago on its second day, as the random player has left it."""
    playing = start_game("strafexpedition", load_game("strafexpedition", "asiago"), 3)
    while playing.position.turn < 2 or playing.position.step != "ah-march":
        assert play_unchecked(playing, GAMES["strafexpedition"].give_orders)
    return Board(playing.scenario, playing.position)


def is_in(board: Board, area: Area, hex_id: HexId) -> bool:
    return bool(area & board.map.areas.bit[hex_id])


def has_line(board: Board, side: Side, hex_id: HexId, cut: Area) -> bool:
    """A plain walk to a supplied road, hex by hex."""
    map, enemies = board.map, enemy_hexes(board, side)
    roads = map.areas.hexes(supply.supplied_road(board, side, cut))
    shut = {h: None for h in map.grid.hexes if h in enemies or is_in_open_enemy_zone(board, h, side)}
    ways_on = {h: tuple(o for o in map.grid.neighbours[h] if not is_crag(map, h, o)) for h in map.grid.hexes}
    if trace(hex_id, roads, 10, ways_on, shut):
        return True
    over = [one for one in map.grid.neighbours[hex_id] if is_crag(map, hex_id, one) and one not in shut]
    return any(trace(one, roads, 9, ways_on, shut) for one in over)


@SIDES
def test_10_2_every_hex_with_a_line_of_supply(side: Side) -> None:
    """10.2, 10.2.1, 10.2.2, 10.4.1: with the interdicted roads and without."""
    board = later()
    for cut in (0, interdicted(board, side)):
        found = supply.supplied(board, side, cut)
        asked = board.map.grid.hexes[::37]
        assert [is_in(board, found, one) for one in asked] == [has_line(board, side, one, cut) for one in asked]


@SIDES
def test_10_4_1_every_road_hex_that_guns_see(side: Side) -> None:
    board = later()
    found, enemy, sky = interdicted(board, side), board.enemy_of(side), weather(board.scenario, board.turn)
    guns = [
        unit for unit in board.on_map(enemy) if board.is_marked(unit, "fire") or board.unit(unit).type == "fortress"
    ]
    reach = {unit: board.unit(unit).figure("range") for unit in guns if board.unit(unit).figure("bombardment")}
    for one in list(supply.net(board.map))[::11]:
        near = [u for u, far in reach.items() if board.map.grid.distance(board.hex_of(u), one) <= far]
        is_seen = any(sees(board.scenario, sky, board.hex_of(unit), one) for unit in near)
        assert is_in(board, found, one) == is_seen, one


@SIDES
def test_8_5_placement_every_hex_that_is_legal_for_a_headquarters(side: Side) -> None:
    board = later()
    for brigade, hq in headquarters(board.scenario, side).items():
        if not battalions(board, side, brigade):
            continue
        found = hq_area(board, side, brigade, hq)
        assert set(hq_hexes(board, side, brigade)) == set(board.map.areas.hexes(found))
        around = board.map.grid.within(board.hex_of(battalions(board, side, brigade)[0]), 6)
        assert [is_in(board, found, one) for one in around] == [is_legal(board, side, brigade, one) for one in around]


def is_legal(board: Board, side: Side, brigade: str, at: HexId) -> bool:
    try:
        check_hq_hex(board, side, brigade, headquarters(board.scenario, side)[brigade], at)
    except Illegal:
        return False
    return True


@SIDES
@pytest.mark.parametrize("how", ["", "strategic"])
@pytest.mark.parametrize("is_march", [True, False])
def test_11_0_the_steps_out_of_a_hex(side: Side, how: str, is_march: bool) -> None:
    """11.0.2 to 11.0.6, 11.2.1, 11.2.2: who may enter what, at the price that a single step has."""
    board, compared = later(), 0
    for unit in board.on_map(side)[::9]:
        try:
            walkers = walkers_of(board, (unit,), how, is_march)
        except Illegal:
            continue
        rows = _open(board, walkers)
        for here in board.map.grid.within(board.hex_of(unit), 3):
            found = {stage.hex: prices for stage, prices in rows[here]}
            for there in board.map.grid.neighbours[here]:
                compared += 1
                try:
                    check_hex(board, walkers, there)
                    cost = step(board, unit, here, there, is_stack=True)
                except Illegal:
                    assert there not in found or found[there].ground is None
                else:
                    assert found[there].ground == cost
    assert compared or (how == "strategic" and not is_march)


@SIDES
def test_11_0_3_the_way_to_one_hex_is_the_way_of_the_whole_search(side: Side) -> None:
    board = later()
    for unit in [one for one in board.on_map(side) if is_infantry(board.unit(one))][::12]:
        walkers, here = walkers_of(board, (unit,), "", True), board.hex_of(unit)
        whole = ways(board, walkers, here, walkers.halves)
        far = {h: s for h, s in best(whole).items() if board.map.grid.distance(here, h) > 1}
        for goal, stage in far.items():
            found = ways(board, walkers, here, walkers.halves, goal)
            assert found.cost[stage] == whole.cost[stage]
            assert hexes(found.path(stage)) == hexes(whole.path(stage))
