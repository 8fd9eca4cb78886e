"""The greedy player of Strafexpedition plays Monte Novegno to its end, with sense and with all checks."""

from __future__ import annotations

from pbem.games.strafexpedition.card import GAME
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.victory import breakthrough, is_over
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId
from tests.fuzz import strafexpedition_checks, strafexpedition_greedy
from tests.fuzz.driver import Manner, play_unchecked, start
from tests.fuzz.strafexpedition_goals import BREAKTHROUGH as BREAKTHROUGH_AIM
from tests.fuzz.strafexpedition_goals import FAR, rear, towns, way
from tests.fuzz.strafexpedition_greedy import orders_for
from tests.fuzz.strafexpedition_statistics import BREAKTHROUGH, LAST, RUSSIANS, Result, row
from tests.games.strafexpedition.data import scenario


def played(seed: int) -> tuple[Board, list[Fact]]:
    """One game of two days; every step is checked."""
    printed, facts = scenario("novegno"), list[Fact]()
    playing = start(GAME, printed, seed, Manner(by_orders=1.0), strafexpedition_greedy.give_standing)
    before = playing.position
    while (step := play_unchecked(playing, strafexpedition_greedy.give_orders)) is not None:
        facts += step.facts
        for check in strafexpedition_checks.CHECKS:
            check(printed, before, step)
        before = playing.position
    return Board(printed, playing.position), facts


def test_the_greedy_player_assaults_behind_its_guns_and_finishes_the_game() -> None:
    board, facts = played(2)
    kinds = [fact.kind for fact in facts]
    assert is_over(board)
    assert kinds.count("activated") >= 4
    assert kinds.count("assault") >= 4
    assert kinds.count("bombarded") >= 2
    assert kinds.count("dug") >= 2
    assert kinds.count("dropped") < kinds.count("activated") * 3
    assert kinds.count("victory") == 1


def test_who_wants_a_breakthrough_takes_the_towns_and_keeps_them() -> None:
    """23.3, 23.4: everybody runs for the enemy's towns; Rovereto and Folgaria are nearer than the plain."""
    printed = scenario("campaign")
    playing = start(GAME, printed, 1, Manner(by_orders=1.0), strafexpedition_greedy.give_standing)
    board = Board(printed, playing.position)
    assert len(rear(board, AH)) == 8
    assert way(board, HexId("3502"), tuple(rear(board, IT))) == 0
    assert (
        0 < way(board, HexId("3302"), tuple(rear(board, IT))) < way(board, HexId("2302"), tuple(rear(board, IT))) < FAR
    )
    while play_unchecked(playing, lambda board, side, chance: orders_for(board, side, BREAKTHROUGH_AIM)) is not None:
        assert playing.position.turn <= 10
    board = Board(printed, playing.position)
    assert breakthrough(board) == board.noted("winner") == IT
    assert rear(board, IT) == {}
    assert all(board.units_at(one, IT) for one in towns(board, IT))


def test_a_row_of_the_statistics_counts_winners_points_and_early_ends() -> None:
    """22.0, 23.0: three campaigns whose course is known."""
    results = [
        Result("AH", 17, BREAKTHROUGH, 114, {IT: 90, AH: 60}, 200),
        Result("IT", 23, RUSSIANS, 47, {IT: 70, AH: 80}, 300),
        Result("draw", 32, LAST, 100, {IT: 80, AH: 70}, 400),
    ]
    assert row(scenario("campaign"), results) == (
        "| campaign | 3 | 1 (33%) | 1 (33%) | 1 (33%) | 47 to 114, 100 | 17 to 32 | "
        "a breakthrough 1, the third Russian success 1 | 70 | 80 | 300 |"
    )
