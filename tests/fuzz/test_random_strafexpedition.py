"""The random player plays strafexpedition to its end.

More games: `python -m tests.fuzz.play --game strafexpedition --scenario cengio --games 50`.
"""

from __future__ import annotations

import pytest

from tests.fuzz.games import load_game
from tests.fuzz.play import one_game
from tests.fuzz.steps import check_steps_as_cases, verbs_of


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_a_random_game_ends_with_a_verdict(seed: int) -> None:
    """4.0.12, S4.vc: two days, then somebody has won or nobody has."""
    playing = one_game(load_game("strafexpedition", "novegno"), seed)
    position = playing.position
    assert (position.step, position.turn) == ("over", 2)
    assert position.notes["winner"] in ("IT", "AH", "draw")
    assert playing.orders > 30


def test_the_random_player_writes_most_verbs() -> None:
    found = verbs_of(one_game(load_game("strafexpedition", "novegno"), seed) for seed in (1, 2, 3, 5))
    assert {"brigade", "spend", "activate", "move", "assault", "bombard", "dig", "pass"} <= found


def test_each_step_of_a_random_game_is_a_case_that_passes() -> None:
    check_steps_as_cases("strafexpedition", "novegno", seed=3, steps=16)
