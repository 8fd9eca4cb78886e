"""What the statistics say of games whose course is known, and of the first turns of a real one."""

from __future__ import annotations

import pytest

from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from tests.fuzz import statistics
from tests.fuzz.driver import play_unchecked, start
from tests.fuzz.games import GAMES, load_game
from tests.fuzz.statistics import HEADS, Month, Result, headline, play_all, rows, shown


def month(depth: int, udine: bool, lost: int = 0) -> Month:
    """A month of which only these matter."""
    return Month(13, 1, depth, {CP: 5, AL: 2}, {CP: lost, AL: 3 * lost}, {"AH": 1, "IT": -3}, udine)


GAMES_OF_TWO = [
    Result(AL, 9, "failed", [month(1, False, 10), month(6, True, 5)]),
    Result(CP, 3, "", [month(2, False, 11), month(9, False, 6)]),
    Result(CP, -20, "2", [month(0, False, 12), month(12, True, 7)]),
    Result(CP, -4, "10", [month(0, False, 12)]),
]


def test_the_headline_counts_wins_margins_and_venezia() -> None:
    assert headline(GAMES_OF_TWO) == [
        "games: 4",
        "won by the Central Powers: 3 (75%)",
        "won by the Allies: 1 (25%)",
        "Allied margin in victory points: -20 to 9, median 3; 8 wins",
        "sudden death at Venezia: 2 (turn 2, turn 10); entered in vain: 1",
        "deepest point west of the Isonzo: 12 hexes",
    ]


def test_a_row_is_the_mean_of_the_games_that_got_so_far() -> None:
    table = rows(GAMES_OF_TWO, ["Oct 1917", "Nov 1917", "Dec 1917"])
    assert [line[:2] for line in table] == [["1", "Oct 1917"], ["2", "Nov 1917"]]  # nobody came to the third turn
    first, second = (dict(zip(HEADS, line, strict=True)) for line in table)
    assert (first["hexes west of the Isonzo"], first["Udine taken"]) == ("0.8", "0%")
    assert (second["hexes west of the Isonzo"], second["Udine taken"]) == ("9.0", "67%")
    assert (second["steps lost by CP"], second["steps lost by AL"]) == ("6.0", "18.0")
    assert (second["morale AH"], second["morale IT"]) == ("1.0", "-3.0")


def test_the_table_is_shown_for_the_terminal_and_for_a_page() -> None:
    table = rows(GAMES_OF_TWO, ["Oct 1917", "Nov 1917"])
    plain, page = shown(table, False), shown(table, True)
    assert len({len(line) for line in plain}) == 1
    assert page[0].startswith("| turn | month | VP hexes of the Allies |")
    assert page[1].count("---") == len(HEADS)
    assert len(page) == len(table) + 2


def test_what_comes_out_does_not_depend_on_the_number_of_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "play_seed", _seed_as_margin)
    assert [result.margin for result in play_all("greedy", range(5, 9), 1)] == [5, 6, 7, 8]
    assert play_all("greedy", range(5, 9), 2) == play_all("greedy", range(5, 9), 1)


def _seed_as_margin(players: str, seed: int) -> Result:
    return Result(AL, seed, "")


def test_the_greedy_player_breaks_the_line_in_october_1917() -> None:
    """11.7, 16.5, 16.6: gas and massed guns: the Italians lose far more than the attackers, and ground."""
    scenario = load_game("caporetto", "historical")
    orders, standing, manner = statistics.PLAYERS["greedy"]
    playing = start(GAMES["caporetto"].card, scenario, 1, manner, standing)
    lost = {CP: 0, AL: 0}
    while playing.position.turn == 1:
        played = play_unchecked(playing, orders)
        assert played is not None
        statistics.count_losses(scenario, played, lost)
    found = statistics._month(Board(scenario, playing.position), 0, lost)
    assert found.lost[AL] > 2 * found.lost[CP] > 0
    assert found.taken[CP] >= 3
    assert found.morale["IT"] == -3
