"""The random player plays italia18 to its end.

More games: `python -m tests.fuzz.play --game italia18 --scenario vittorio --games 20`.
"""

from __future__ import annotations

import pytest

from pbem.kernel.case import Course, Start, case_text, read_case, run_case, write_case
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, SCENARIOS, load_game, start_game
from tests.fuzz.play import one_game
from tests.fuzz.test_random_caporetto import states

STEPS = 14
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (SCENARIOS / "italia18").iterdir()}


@pytest.mark.parametrize(("scenario", "turns", "seed"), [("grappa", 2, 1), ("grappa", 2, 2), ("radetzky", 1, 3)])
def test_a_random_game_ends_with_a_verdict(scenario: str, turns: int, seed: int) -> None:
    """7.0d, 16.0: to the last turn, with all checks after every step; then somebody has won or nobody has."""
    playing = one_game(load_game("italia18", scenario), seed)
    position = playing.position
    assert (position.step, position.turn) == ("", turns)
    assert position.notes["winner"] in ("CP", "EN", "draw")
    assert playing.orders > 60


def test_the_random_player_writes_most_verbs() -> None:
    found: set[str] = set()
    for seed in (1, 2, 4, 5):
        playing = one_game(load_game("italia18", "grappa"), seed)
        orders = [one for record in playing.steps for sent in record.orders.values() for one in sent.items]
        found |= {str(order).split()[0] for order in orders}
    assert {"move", "relieve", "reserve", "disengage", "attack", "leave", "exploit", "displace"} <= found


def test_each_step_of_a_random_game_is_a_case_that_passes() -> None:
    fuzzed = GAMES["italia18"]
    playing = start_game("italia18", load_game("italia18", "grappa"), 3)
    for number in range(STEPS):
        play_on(playing, fuzzed.give_orders)
        record = playing.steps[-1]
        course = Course(record.orders, record.pages, playing.more, True, states(playing.position))
        text = write_case(f"step {number}", Start(record.position, "grappa"), course)
        assert case_text(read_case(text, "again")) == text
        result = run_case(read_case(text, "written"), fuzzed.card, lambda name: TEXTS)
        assert result.passed, "\n".join(result.lines()[:20])
