"""The greedy player of Italia 1917-1918 plays Monte Grappa to its end, with sense and with all checks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pbem.games.italia18.by_mail.orders_combat import Assault
from pbem.games.italia18.by_mail.orders_move import Disengage, Move
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.verdicts import LEVELS
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from tests.fuzz import italia18_checks, italia18_greedy
from tests.fuzz.driver import Manner, Playing, play_on, play_unchecked, start
from tests.fuzz.games import GAMES, load_game
from tests.fuzz.italia18_goals import nearest_enemy, prizes, wish
from tests.fuzz.italia18_rear import CLOSE, headquarters
from tests.fuzz.italia18_statistics import PLAIN, Result, files, row
from tests.fuzz.italia18_weak import running


@pytest.fixture(scope="module")
def playing() -> Playing:
    """One game; every step is checked."""
    made = start(GAMES["italia18"].card, load_game("italia18", "grappa"), 4, Manner(1.0), italia18_greedy.give_standing)
    while play_on(made, italia18_greedy.give_orders, italia18_checks.CHECKS) is not None:
        pass
    return made


def test_the_greedy_player_attacks_behind_its_guns_and_finishes_the_game(playing: Playing) -> None:
    orders = [one for record in playing.steps for sent in record.orders.values() for one in sent.items]
    attacks = [order for order in orders if isinstance(order, Assault)]
    assert playing.position.notes["winner"] in (CP, EN, "draw")
    assert len(attacks) >= 6
    assert attacks[0].guns
    assert all(attack.leads and attack.results for attack in attacks)
    assert {"move", "relieve", "attack"} <= {str(order).split()[0] for order in orders}


def test_it_keeps_reserves_goes_through_holes_and_exploits() -> None:
    """11.2.8, 12.4b, 14.2: in the mountains of June 1918; some of those who follow are told to go on by a hex."""
    card, standing = GAMES["italia18"].card, italia18_greedy.give_standing
    played = start(card, load_game("italia18", "radetzky"), 1, Manner(1.0), standing)
    while play_unchecked(played, italia18_greedy.give_orders) is not None:
        pass
    orders = [one for record in played.steps for sent in record.orders.values() for one in sent.items]
    assert {"move", "relieve", "attack", "reserve", "exploit"} <= {str(order).split()[0] for order in orders}
    wants = [wanted for one in orders if isinstance(one, Assault) for result in one.results for wanted in result.wants]
    ways = [going.hexes for topic, goings in wants if topic == "advance" for going in goings]
    assert max(map(len, ways)) == 2


def test_a_headquarters_of_the_attacker_goes_up_behind_the_front() -> None:
    """9.1j: what is out of its radius at dawn is out of supply."""
    scenario = load_game("italia18", "caporetto")
    board = Board(scenario, GAMES["italia18"].card.set_up(scenario))
    wanted = wish(board, CP)
    for order in headquarters(board, wanted):
        assert isinstance(order, Move)
        goal = order.legs[-1].hexes[-1]
        assert wanted.far[goal] < wanted.far[board.hex_of(order.units[0])]
        assert nearest_enemy(board, CP, goal) >= CLOSE


def test_who_runs_away_ends_farther_from_the_enemy_than_before() -> None:
    """The weak player of recorded games: everybody near the enemy marches off or disengages."""
    scenario = load_game("italia18", "radetzky")
    board = Board(scenario, replace(GAMES["italia18"].card.set_up(scenario), step="en-move-1"))
    orders = running().give_orders(board, EN, Random(1))
    gone = [order for order in orders if isinstance(order, Move)]
    assert {type(order) for order in orders} == {Move, Disengage}
    for order in gone:
        here, there = board.hex_of(order.units[0]), order.legs[-1].hexes[-1]
        assert nearest_enemy(board, EN, there) > nearest_enemy(board, EN, here)


def test_a_sequence_takes_two_files_and_one_more_for_who_exploits(playing: Playing) -> None:
    sequences = sum(1 for record in playing.steps if record.position.step.startswith("weather"))
    assert sequences == 4
    assert 2 * sequences <= files(playing.steps) <= 4 * sequences


def test_the_attacker_wants_heights_and_trenches_and_the_defender_what_is_threatened() -> None:
    """S0.vc1, S0.vc2, S0.vc3: what the card names counts more than a trench hex."""
    scenario = load_game("italia18", "grappa")
    board = Board(scenario, GAMES["italia18"].card.set_up(scenario))
    wanted = prizes(board, CP)
    assert wanted[HexId("2024")] > wanted[HexId("2023")] > 0
    held = wish(board, EN)
    assert "2024" in held.worth
    assert "1625" not in held.worth


def test_a_row_of_the_statistics_counts_levels_points_and_files() -> None:
    results = [
        Result(LEVELS[0], 9, {CP: 10, EN: 20}, 8, 4, 10),
        Result(PLAIN, 2, {CP: 12, EN: 11}, 6, 4, 12),
        Result(PLAIN, 3, {CP: 11, EN: 12}, 7, 4, 11),
    ]
    assert row(load_game("italia18", "grappa"), results) == (
        "| grappa | 3 | 1 (33%) | - | - | - | 2 (67%) | 2 to 9, 3 | 11 | 12 | 7 | 2.8 |"
    )
