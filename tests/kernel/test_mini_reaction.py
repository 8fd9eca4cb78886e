"""A reaction that interrupts the mover: whoever comes beside an enemy may be shot at, if the enemy wants to."""

from __future__ import annotations

import pytest

from pbem.errors import Diverged
from pbem.kernel.board import Board
from pbem.kernel.journal import Page
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.kernel.mini import BLUE, RED, Listed, card, given, play, position, say, scenario


def move(board: Board, table: Table, orders: OrdersBySide) -> None:
    """3.1-3.3: units go hex by hex on a die for the mud; an adjacent enemy may fire, and a hit ends the move."""
    for order in orders[RED].items:
        _, name, *path = str(order).split()
        unit = UnitId(name)
        mud = table.roll(f"mud for {unit}", rule="3.1")
        for here in path if mud > 1 else ():
            board.move(unit, (board.hex_of(unit), here), "3.1")
            if _is_hit(board, table, unit):
                break


def _is_hit(board: Board, table: Table, unit: UnitId) -> bool:
    here = board.hex_of(unit)
    shooters = [u for u in board.on_map(BLUE) if board.map.grid.are_adjacent(here, board.hex_of(u))]
    hit = False
    for shooter in shooters:
        options = (Option("fire", "one die, 5 or 6 hits"), Option("hold", "stay hidden"))
        about = {"unit": shooter, "target": unit}
        asked = Question(BLUE, f"{shooter} at {unit} in {here}", options, "3.2", hint=f"fire {shooter}", about=about)
        if table.choose(asked) == "fire" and table.roll(f"{shooter} at {unit} in {here}", rule="3.3") > 4:
            hit = board.lose(unit, 1, "3.3") > 0
    return hit


def counsel(board, question, orders, standing):  # type: ignore[no-untyped-def]
    """`fire BLUE-1` and `hold BLUE-1` as standing orders."""
    for order in standing:
        if order.words[1] == question.about["unit"]:
            return (order.words[0],), "standing"
    return None


GAME = card((Step("move", "Red moves", "move", move, (RED,)),), counsel=counsel)
SCENE = scenario(["RED-1", "RED-2", "BLUE-1"])
START = position("move", {"RED-1": "0101", "RED-2": "0401", "BLUE-1": "0203"})
MOVES = say("move RED-1 0102 0103 0104", "move RED-2 0402")
KEY = "BLUE-1 at RED-1 in 0103"
DICE = {"mud for RED-1": 4, "mud for RED-2": 5, KEY: 6}


def test_without_a_standing_order_the_step_waits() -> None:
    played = play(GAME, SCENE, START, given(MOVES), Listed(DICE))
    assert [(q.side, q.key, q.rule, q.hint) for q in played.waiting] == [(BLUE, KEY, "3.2", "fire BLUE-1")]
    assert played.position is START  # the half-played board is thrown away
    assert [page.key for page in played.pages] == ["mud for RED-1"]  # and the die that was seen is kept


def test_the_answer_resumes_with_the_same_die_and_opens_an_epoch() -> None:
    first = play(GAME, SCENE, START, given(MOVES), Listed(DICE))
    cast = Listed({**DICE, "mud for RED-1": 1})  # other mud now would be another world
    second = play(GAME, SCENE, START, given(MOVES, answers={KEY: ("fire",)}), cast, first.pages)
    assert [(roll.name, roll.epoch) for roll in cast.cast_rolls] == [(KEY, 1), ("mud for RED-2", 1)]
    assert {u: (s.place, s.steps) for u, s in second.position.units.items()} == {
        "RED-1": ("0103", 1), "RED-2": ("0402", 2), "BLUE-1": ("0203", 2),
    }  # fmt: skip


def test_a_standing_order_saves_the_mail() -> None:
    sent = given(MOVES, blue_standing=say("hold BLUE-1"))
    played = play(GAME, SCENE, START, sent, Listed(DICE))
    assert played.position.units[UnitId("RED-1")].place == "0104"
    assert (played.epoch, {f["source"] for f in played.facts if f.kind == "decided"}) == (0, {"standing"})


def test_orders_changed_behind_the_journal_are_found_out() -> None:
    with pytest.raises(Diverged, match="page 1 of the journal says 'roll mud for RED-1'"):
        play(GAME, SCENE, START, given(MOVES[1:]), Listed(DICE), [Page("roll", "mud for RED-1", (4,))])
