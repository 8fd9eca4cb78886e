"""7.0 The steps of the card: which may come, which a turn lacks, and a whole game in which nobody moves."""

from __future__ import annotations

from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, play_step, step_of
from pbem.kernel.position import Position
from pbem.kernel.text.orders import Orders
from pbem.kernel.text.preferences import Defaults
from tests.fuzz.driver import NoFaces
from tests.games.italia18.card import GAME
from tests.games.small import texts_of

SCENARIO = GAME.load(texts_of("italia18"), "grappa", {})
CP, EN = Side("CP"), Side("EN")


def at(step: str, turn: int = 1) -> Position:
    return Position("italia18", turn, step, GAME.set_up(SCENARIO).units)


def test_7_0c_orders_are_taken_for_the_rest_of_the_turn_and_for_no_other() -> None:
    assert GAME.may_come is not None
    first = [place.step for place in GAME.may_come(SCENARIO, at("cp-combat-2"), CP)]
    assert first == ["cp-combat-2", "cp-exploit-2", "cp-move-3", "cp-combat-3", "cp-exploit-3"]
    assert [place.step for place in GAME.may_come(SCENARIO, at("dawn", 2), EN)] == [
        "en-move-1", "en-combat-1", "en-exploit-1",
    ]  # fmt: skip


def test_8_0b_a_turn_without_an_offensive_lacks_the_later_sequences() -> None:
    assert GAME.missing(Board(SCENARIO, at("dawn")), "cp-move-2") is None
    found = GAME.missing(Board(SCENARIO, at("dawn", 2)), "cp-move-2")
    assert found is not None
    assert (found.problem.rule, found.problem.found) == ("8.0b", "move-2")


def test_7_0d_a_game_in_which_nobody_moves_ends_after_two_turns() -> None:
    position, played = GAME.set_up(SCENARIO), []
    orders = {side: Orders(side, standing=(Defaults(),)) for side in GAME.sides}
    while step := step_of(GAME, SCENARIO, position):
        played.append((position.turn, step.id))
        position = play_step(GAME, SCENARIO, position, Input(orders), NoFaces()).position
    assert len(played) == 1 + 3 * 7 + 1 + 1 + 7 + 1
    assert (played[0], played[-1]) == ((1, "dawn"), (2, "night"))
