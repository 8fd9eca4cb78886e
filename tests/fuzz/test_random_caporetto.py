"""The random player plays caporetto to its end.

More games: `python -m tests.fuzz.play --game caporetto --games 200`.
"""

from __future__ import annotations

import pytest

from tests.fuzz.games import load_game
from tests.fuzz.play import one_game
from tests.fuzz.steps import check_steps_as_cases, states, verbs_of

__all__ = ("states",)  # for the other games' players
OPTIONAL = ("ghq-reserves", "lake-garda", "trieste-raid", "dominant-terrain", "free-set-up", "alpini-assault")


@pytest.mark.parametrize(("options", "seed"), [({}, 1), (dict.fromkeys(OPTIONAL, "on"), 2)])
def test_a_random_game_ends_with_a_verdict(options: dict[str, str], seed: int) -> None:
    """4.0, 5.3, 19.1, 19.2, 19.3, 19.4, 19.5, 19.6: thirteen turns, or Venezia."""
    playing = one_game(load_game("caporetto", "historical", options), seed)
    position = playing.position
    assert position.step == "over"
    assert position.notes["winner"] in ("CP", "AL")
    assert position.turn == 13 or position.notes["venezia"] == str(position.turn)
    assert playing.orders > 400
    verbs = verbs_of([playing])
    assert {"place", "mode", "attack", "recon", "infiltrate", "move", "enter", "replenish", "rebuild"} <= verbs


def test_each_step_of_a_random_game_is_a_case_that_passes() -> None:
    check_steps_as_cases("caporetto", "historical", seed=3, steps=25)
