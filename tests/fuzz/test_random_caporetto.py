"""The random player plays caporetto to its end.

More games: `python -m tests.fuzz.play --game caporetto --games 200`.
"""

from __future__ import annotations

import pytest

from pbem.kernel.case import Course, Start, case_text, read_case, run_case, write_case
from pbem.kernel.position import Position
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, SCENARIOS, load_game, start_game
from tests.fuzz.play import one_game

OPTIONAL = ("ghq-reserves", "lake-garda", "trieste-raid", "dominant-terrain", "free-set-up", "alpini-assault")
STEPS = 25
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (SCENARIOS / "caporetto").iterdir()}


@pytest.mark.parametrize(("options", "seed"), [({}, 1), (dict.fromkeys(OPTIONAL, "on"), 2)])
def test_a_random_game_ends_with_a_verdict(options: dict[str, str], seed: int) -> None:
    """4.0, 5.3, 19.1, 19.2, 19.3, 19.4, 19.5, 19.6: thirteen turns, or Venezia."""
    playing = one_game(load_game("caporetto", "historical", options), seed)
    position = playing.position
    assert position.step == "over"
    assert position.notes["winner"] in ("CP", "AL")
    assert position.turn == 13 or position.notes["venezia"] == str(position.turn)
    assert playing.orders > 400
    verbs = {str(order).split()[0] for record in playing.steps for one in record.orders.values() for order in one.items}
    assert {"place", "mode", "attack", "recon", "infiltrate", "move", "enter", "replenish", "rebuild"} <= verbs


def states(position: Position) -> list[str]:
    """Every unit of the position, as expectations, and what comes next."""
    units = [" ".join((u, "at", s.place, str(s.steps), *s.marks)) for u, s in position.units.items()]
    return [*units, f"next {position.step} turn {position.turn}"]


def test_each_step_of_a_random_game_is_a_case_that_passes() -> None:
    fuzzed = GAMES["caporetto"]
    playing = start_game("caporetto", load_game("caporetto", "historical"), 3)
    for number in range(STEPS):
        play_on(playing, fuzzed.give_orders)
        record = playing.steps[-1]
        course = Course(record.orders, record.pages, playing.more, True, states(playing.position))
        text = write_case(f"step {number}", Start(record.position, "historical"), course)
        assert case_text(read_case(text, "again")) == text
        result = run_case(read_case(text, "written"), fuzzed.card, lambda name: TEXTS)
        assert result.passed, "\n".join(result.lines()[:20])
