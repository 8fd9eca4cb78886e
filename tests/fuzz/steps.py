"""What is asked of random games of every game: each step as a case, and the verbs that were written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.kernel.case import Course, Start, case_text, read_case, run_case, write_case
from pbem.kernel.position import Position
from tests.fuzz.driver import Playing, play_on
from tests.fuzz.games import GAMES, SCENARIOS, load_game, start_game

Expected = Callable[[Position], Sequence[str]]


def states(position: Position) -> list[str]:
    """Every unit of the position, as expectations, and what comes next."""
    units = [" ".join((u, "at", s.place, str(s.steps), *s.marks)) for u, s in position.units.items()]
    return [*units, f"next {position.step} turn {position.turn}"]


def check_steps_as_cases(game: str, scenario: str, seed: int, steps: int, expected: Expected = states) -> None:
    """Each of the first steps of a random game, written out as a case, reads back as it was and passes."""
    fuzzed = GAMES[game]
    texts = {path.name: path.read_text(encoding="utf-8") for path in (SCENARIOS / game).iterdir()}
    playing = start_game(game, load_game(game, scenario), seed)
    for number in range(steps):
        play_on(playing, fuzzed.give_orders)
        record = playing.steps[-1]
        course = Course(record.orders, record.pages, playing.more, True, expected(playing.position))
        text = write_case(f"step {number}", Start(record.position, scenario), course)
        assert case_text(read_case(text, "again")) == text
        result = run_case(read_case(text, "written"), fuzzed.card, lambda name: texts)
        assert result.passed, "\n".join(result.lines()[:20])


def verbs_of(games: Iterable[Playing]) -> set[str]:
    """The verbs of all orders that were given in these games."""
    sent = [one for playing in games for record in playing.steps for one in record.orders.values()]
    return {str(order).split()[0] for orders in sent for order in orders.items}
