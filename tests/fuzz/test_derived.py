"""The random player's check for stale values can fail, and it does look."""

from __future__ import annotations

import pytest

from pbem.kernel.board import Board
from tests.fuzz.derived import rechecked
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, load_game, start_game


def test_an_owner_that_was_forgotten_is_noticed() -> None:
    scenario = load_game("gwe", "historical")
    board = Board(scenario, start_game("gwe", scenario, 1).position)

    def first_hex() -> str:
        return board.derived("first", (), lambda: board.place(board.on_map()[0]))

    with rechecked(every=1) as checked:
        assert first_hex() == first_hex()
        assert checked == ["first"]
        board.put(board.on_map()[0], "gone", "5.0")
        with pytest.raises(AssertionError, match="first is stale"):
            first_hex()


def test_the_random_player_looks_at_many_kinds_of_kept_values() -> None:
    playing = start_game("gwe", load_game("gwe", "historical"), 5)
    with rechecked(every=20) as checked:
        for _ in range(6):
            play_on(playing, GAMES["gwe"].give_orders)
    assert len({str(key) for key in checked}) > 10
