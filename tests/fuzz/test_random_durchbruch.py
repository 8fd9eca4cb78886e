"""The random player plays durchbruch to its end.

More games: `python -m tests.fuzz.play --game durchbruch --scenario campaign --games 50`.
"""

from __future__ import annotations

import pytest

from pbem.kernel.case import Course, Start, case_text, read_case, run_case, write_case
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, SCENARIOS, load_game, start_game
from tests.fuzz.play import one_game

STEPS = 8
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (SCENARIOS / "durchbruch").iterdir()}


@pytest.mark.parametrize(
    ("scenario", "turns", "seed"), [("oct24", 2, 1), ("oct24", 2, 2), ("oct25", 4, 3), ("campaign", 10, 4)]
)
def test_a_random_game_is_played_to_its_last_turn(scenario: str, turns: int, seed: int) -> None:
    """5-1, 5-3, 5-4, 16.2, 16.3, 16.4: to the last turn, with all checks after every step."""
    playing = one_game(load_game("durchbruch", scenario), seed)
    assert (playing.position.step, playing.position.turn) == ("over", turns)
    assert playing.orders > 150
    verbs = {str(order).split()[0] for record in playing.steps for one in record.orders.values() for order in one.items}
    assert {"place", "marker", "strengthen", "fire", "gas", "first", "move", "attack"} <= verbs


@pytest.mark.parametrize(("scenario", "turns", "seed"), [("oct24", 2, 6), ("oct25", 4, 7)])
def test_a_random_game_with_every_option_switched(scenario: str, turns: int, seed: int) -> None:
    """See 1.5-opt, 7.0.1: the other reading of every ruling, all at once, with masks."""
    known = load_game("durchbruch", scenario).card["options"]
    others = {name: next(value for value in one["values"] if value != one["default"]) for name, one in known.items()}
    playing = one_game(load_game("durchbruch", scenario, others), seed)
    assert (playing.position.step, playing.position.turn) == ("over", turns)


def test_each_step_of_a_random_game_is_a_case_that_passes() -> None:
    fuzzed = GAMES["durchbruch"]
    playing = start_game("durchbruch", load_game("durchbruch", "oct24"), 5)
    for number in range(STEPS):
        play_on(playing, fuzzed.give_orders)
        record = playing.steps[-1]
        course = Course(record.orders, record.pages, playing.more, True, [f"next {playing.position.step}"])
        text = write_case(f"step {number}", Start(record.position, "oct24"), course)
        assert case_text(read_case(text, "again")) == text
        result = run_case(read_case(text, "written"), fuzzed.card, lambda name: TEXTS)
        assert result.passed, "\n".join(result.lines()[:20])
