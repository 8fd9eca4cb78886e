"""The random player plays strafexpedition to its end.

More games: `python -m tests.fuzz.play --game strafexpedition --scenario cengio --games 50`.
"""

from __future__ import annotations

import pytest

from pbem.kernel.case import Course, Start, case_text, read_case, run_case, write_case
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, SCENARIOS, load_game, start_game
from tests.fuzz.play import one_game
from tests.fuzz.test_random_caporetto import states

STEPS = 16
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (SCENARIOS / "strafexpedition").iterdir()}


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_a_random_game_ends_with_a_verdict(seed: int) -> None:
    """4.0.12, S4.vc: two days, then somebody has won or nobody has."""
    playing = one_game(load_game("strafexpedition", "novegno"), seed)
    position = playing.position
    assert (position.step, position.turn) == ("over", 2)
    assert position.notes["winner"] in ("IT", "AH", "draw")
    assert playing.orders > 30


def test_the_random_player_writes_most_verbs() -> None:
    found: set[str] = set()
    for seed in (1, 2, 3, 5):
        playing = one_game(load_game("strafexpedition", "novegno"), seed)
        orders = [one for record in playing.steps for sent in record.orders.values() for one in sent.items]
        found |= {str(order).split()[0] for order in orders}
    assert {"brigade", "spend", "activate", "move", "assault", "bombard", "dig", "pass"} <= found


def test_each_step_of_a_random_game_is_a_case_that_passes() -> None:
    fuzzed = GAMES["strafexpedition"]
    playing = start_game("strafexpedition", load_game("strafexpedition", "novegno"), 3)
    for number in range(STEPS):
        play_on(playing, fuzzed.give_orders)
        record = playing.steps[-1]
        course = Course(record.orders, record.pages, playing.more, True, states(playing.position))
        text = write_case(f"step {number}", Start(record.position, "novegno"), course)
        assert case_text(read_case(text, "again")) == text
        result = run_case(read_case(text, "written"), fuzzed.card, lambda name: TEXTS)
        assert result.passed, "\n".join(result.lines()[:20])
