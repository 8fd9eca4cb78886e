"""The random player plays every scenario to its end. More games: `python -m tests.fuzz.play --games 200`."""

from __future__ import annotations

import pytest

from pbem.kernel.board import Board
from tests.fuzz.play import load, one_game

GAMES = [
    ("historical", {}, 1),
    ("historical", {"heroic-leaders": "on", "switch-lines": "on", "mountain-trench": "x3"}, 2),
    pytest.param("historical", {"order-of-battle": "tyrol-allies"}, 3, marks=pytest.mark.long),
    pytest.param("tyrol", {}, 4, marks=pytest.mark.long),
    ("tyrol", {"free-deployment": "both"}, 5),
]


@pytest.mark.parametrize(("scenario", "options", "seed"), GAMES)
def test_a_random_game_ends_in_turn_15_with_a_verdict(scenario: str, options: dict[str, str], seed: int) -> None:
    playing = one_game(load(scenario, options), seed)
    assert (playing.position.turn, playing.position.step) == (15, "over")
    last = playing.steps[-1]
    assert last.position.step == "interphase"
    assert playing.orders > 300
    board = Board(playing.scenario, playing.position)
    assert any(board.place(unit) == "gone" for unit in board.units())
