"""A cup of chits decides who is next. The cup is a note of the position, so it survives between mails."""

from __future__ import annotations

import pytest

from pbem.kernel.board import Board
from pbem.kernel.play import Played
from pbem.kernel.position import Position, read_position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.kernel.mini import BLUE, NO_DICE, RED, Listed, card, given, play, position, say, scenario

CHITS = ("red", "red", "blue", "end")


def draw(board: Board, table: Table, orders: OrdersBySide) -> None:
    """One chit is drawn; a new turn begins with a full cup."""
    cup = board.noted("cup").split(",") if board.noted("cup") else list(CHITS)
    chit = table.draw(f"chit {1 + len(CHITS) - len(cup)}", cup)
    cup.remove(chit)
    board.write("cup", "" if chit == "end" else ",".join(cup), "1.1")
    board.write("chit", chit, "1.1")


def activate(board: Board, table: Table, orders: OrdersBySide) -> None:
    """The side of the chit does one thing."""
    for order in orders[RED if board.step == "red" else BLUE].items:
        board.note("did", "1.2", what=str(order))


def after(scene: Scenario, board: Board) -> Place:
    """The chit says who is next; the last one ends the turn."""
    if board.step != "draw":
        return Place(board.turn, "draw")
    if board.noted("chit") == "end":
        return Place(board.turn + 1, "draw") if board.turn < 2 else Place(board.turn, "")
    return Place(board.turn, board.noted("chit"))


STEPS = (
    Step("draw", "A chit", "draw", draw),
    Step("red", "Red acts", "action", activate, (RED,)),
    Step("blue", "Blue acts", "action", activate, (BLUE,)),
)
GAME = card(STEPS, after=after)
SCENE = scenario()


def run(start: Position, *faces: int) -> list[Played]:
    """Play on with these dice, one for each chit, until they are used up."""
    played, left = [], list(faces)
    while start.step and (left or start.step != "draw"):
        cast = Listed({}, [left.pop(0)]) if start.step == "draw" else NO_DICE
        played.append(play(GAME, SCENE, start, given(red=say("red acts"), blue=say("blue acts")), cast))
        start = played[-1].position
    return played


def test_the_chit_says_who_is_next() -> None:
    steps = [(p.position.step, p.position.notes.get("cup")) for p in run(position("draw"), 3, 1)]
    assert steps == [("blue", "red,red,end"), ("draw", "red,red,end"), ("red", "red,end"), ("draw", "red,end")]


def test_a_side_without_a_chit_does_nothing() -> None:
    did = [fact["what"] for p in run(position("draw"), 3, 3) for fact in p.facts if fact.kind == "did"]
    assert did == ["blue acts"]


def test_the_last_chit_ends_the_turn_and_fills_the_cup() -> None:
    end = run(position("draw"), 4)[-1].position
    assert (end.turn, end.step, end.notes) == (2, "draw", {"chit": "end"})
    assert run(end, 1)[0].position.notes["cup"] == "red,blue,end"


def test_the_game_ends_with_an_empty_step() -> None:
    end = run(position("draw"), 4, 4)[-1].position
    assert end.step == ""
    assert read_position(end.text()) == end


@pytest.mark.parametrize("faces", [(1, 2, 1), (3, 1, 1), (2, 2, 2)])
def test_the_cup_lives_in_the_notation(faces: tuple[int, ...]) -> None:
    whole = run(position("draw"), *faces)[-1].position
    middle = run(position("draw"), faces[0])[-1].position
    assert run(read_position(middle.text()), *faces[1:])[-1].position.digest() == whole.digest()
