"""What the random player did can be written out as a case, and the case plays the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.gwe.card import GAME
from pbem.kernel.board import Board
from pbem.kernel.case import CaseResult, Course, Start, case_text, read_case, run_case, write_case
from pbem.kernel.game import Game
from pbem.kernel.position import Position
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.fuzz.driver import failure_as_case, play_on, play_out, start
from tests.fuzz.gwe_player import give_orders
from tests.fuzz.play import FOLDER, load

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.suffix in (".txt", ".toml")}
STEPS = 12


def run(text: str, game: Game = GAME) -> CaseResult:
    return run_case(read_case(text, "written"), game, lambda name: TEXTS)


def states(position: Position) -> list[str]:
    """Every unit of the position, as expectations, and what comes next."""
    units = [" ".join((u, "at", s.place, str(s.steps), *s.marks)) for u, s in position.units.items()]
    return [*units, f"next {position.step} turn {position.turn}"]


@pytest.mark.parametrize(("scenario", "seed"), [("historical", 6), ("tyrol", 7)])
def test_each_step_of_a_random_game_is_a_case_that_passes(scenario: str, seed: int) -> None:
    playing = start(GAME, load(scenario), seed)
    for number in range(STEPS):
        play_on(playing, give_orders)
        record = playing.steps[-1]
        course = Course(record.orders, record.pages, may_be_refused=True, expects=states(playing.position))
        text = write_case(f"step {number}", Start(record.position, scenario), course)
        assert case_text(read_case(text, "again")) == text
        result = run(text)
        assert result.passed, "\n".join(result.lines()[:20])


def test_a_step_that_breaks_is_a_case_that_breaks_in_the_same_way() -> None:
    broken = _with_a_fault_in_combat()
    playing = start(broken, load("historical"), 3)
    with pytest.raises(ZeroDivisionError):
        play_out(playing, give_orders)
    text = failure_as_case(playing, "random game 3", "ZeroDivisionError")
    assert playing.position.step == "cp-combat"
    assert "ZeroDivisionError: the guns are silent" in "\n".join(run(text, broken).lines())
    assert run(text).passed


def _with_a_fault_in_combat() -> Game:
    """The game with rules that fail once the dice of a Combat Phase have fallen."""

    def steps(scenario: object) -> object:
        known = dict(GAME.steps(scenario))  # type: ignore[arg-type]
        combat = known["cp-combat"]

        def run(board: Board, table: Table, orders: OrdersBySide) -> None:
            combat.run(board, table, orders)
            raise ZeroDivisionError("the guns are silent")

        return known | {"cp-combat": combat._replace(run=run)}

    return replace(GAME, steps=steps)  # type: ignore[arg-type]
