"""Reports of games that a random player plays: the words know every fact that the rules really record."""

from __future__ import annotations

import pytest

from pbem.games.gwe.card import GAME
from pbem.kernel.board import Board
from pbem.kernel.telling.tale import tale_of
from pbem.kernel.views.plain import plain
from pbem.report import order_block, report_step, sheet
from pbem.report.fill import COLUMNS, width
from tests.fuzz.driver import play_on, start
from tests.fuzz.gwe_player import give_orders
from tests.fuzz.play import load

STEPS = 22  # a little more than two turns


@pytest.mark.parametrize(("name", "seed"), [("historical", 1), ("tyrol", 2)])
def test_every_step_is_told_without_a_fault(name: str, seed: int) -> None:
    scenario = load(name, {"heroic-leaders": "on"})
    playing, warnings, wide = start(GAME, scenario, seed), list[str](), list[str]()
    for _ in range(STEPS):
        before = playing.position
        played = play_on(playing, give_orders)
        if played is None:
            break
        about = {
            "campaign": "random",
            "turn": before.turn,
            "victory": plain(GAME.summary(Board(scenario, played.position))),
        }
        title = GAME.steps(scenario)[before.step].title
        told = tale_of(scenario, GAME.telling, played.position, played.facts)
        text = report_step(scenario, title, told, before, played.position, context=about, warnings=warnings).text
        wide += [line for line in text.splitlines() if width(line) > COLUMNS]
        assert all(fact["unit"] in text for fact in played.facts if fact.kind in ("eliminated", "lost", "regained"))
    assert playing.position.turn >= 2
    assert warnings == []
    assert wide == []


@pytest.mark.parametrize("side", GAME.sides)
def test_the_sheet_of_the_real_game_keeps_to_its_columns(side: str) -> None:
    scenario = load("historical")
    board = Board(scenario, GAME.set_up(scenario))
    data = GAME.sheet(board, side)  # type: ignore[arg-type]
    text = sheet(plain(data), context={"campaign": "isonzo", "verbs": GAME.verbs}, scenario=scenario)
    assert [line for line in text.splitlines() if width(line) > COLUMNS] == []
    assert all(unit in text for unit in board.on_map(side))  # type: ignore[arg-type]
    assert order_block({"campaign": "isonzo"}, data.orders).count("\n") > 3
