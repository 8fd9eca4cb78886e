"""The random player plays durchbruch to its end.

More games: `python -m tests.fuzz.play --game durchbruch --scenario campaign --games 50`.
"""

from __future__ import annotations

import pytest

from tests.fuzz.games import load_game
from tests.fuzz.play import one_game
from tests.fuzz.steps import check_steps_as_cases, verbs_of


@pytest.mark.parametrize(
    ("scenario", "turns", "seed"),
    [
        ("oct24", 2, 1),
        pytest.param("oct24", 2, 2, marks=pytest.mark.long),
        ("oct25", 4, 3),
        pytest.param("campaign", 10, 4, marks=pytest.mark.long),
    ],
)
def test_a_random_game_is_played_to_its_last_turn(scenario: str, turns: int, seed: int) -> None:
    """5-1, 5-3, 5-4, 16.2, 16.3, 16.4: to the last turn, with all checks after every step."""
    playing = one_game(load_game("durchbruch", scenario), seed)
    assert (playing.position.step, playing.position.turn) == ("over", turns)
    assert playing.orders > 150
    verbs = verbs_of([playing])
    assert {"place", "marker", "strengthen", "fire", "gas", "first", "move", "attack"} <= verbs


@pytest.mark.parametrize(
    ("scenario", "turns", "seed"), [("oct24", 2, 6), pytest.param("oct25", 4, 7, marks=pytest.mark.long)]
)
def test_a_random_game_with_every_option_switched(scenario: str, turns: int, seed: int) -> None:
    """See 1.5-opt, 7.0.1: the other reading of every ruling, all at once, with masks."""
    known = load_game("durchbruch", scenario).card["options"]
    others = {name: next(value for value in one["values"] if value != one["default"]) for name, one in known.items()}
    playing = one_game(load_game("durchbruch", scenario, others), seed)
    assert (playing.position.step, playing.position.turn) == ("over", turns)


def test_each_step_of_a_random_game_is_a_case_that_passes() -> None:
    check_steps_as_cases("durchbruch", "oct24", seed=5, steps=8, expected=lambda position: [f"next {position.step}"])
