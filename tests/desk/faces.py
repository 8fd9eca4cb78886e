"""A game of secrets for the desk: words that each side lays face down, and turns over one by one.

lay WORD        lays a word face down, in secret
use WORD        turns over an own word; without it the order is dropped
ask WORD        the enemy must turn that word over, if he has it; a die falls before
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem import library
from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.game import Reading, Texts
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.hidden import keep, reveal
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide
from pbem.kernel.text.words import Words
from pbem.kernel.views.sheet import Sheet
from tests.kernel.mini import card

RED, BLUE = Side("RED"), Side("BLUE")
FOLDER = Path(__file__).parent / "faces_data"


@dataclass(frozen=True, slots=True)
class Lay(Order):
    is_secret = True
    word: str

    def __str__(self) -> str:
        return f"lay {self.word}"


@dataclass(frozen=True, slots=True)
class Turn(Order):
    verb: str
    word: str

    def __str__(self) -> str:
        return f"{self.verb} {self.word}"


def read_order(words: Words, reading: Reading) -> Order:
    verb = words.expect("lay", "use", "ask")
    word = words.take("a word")
    return Lay(word) if verb == "lay" else Turn(verb, word)


def plan(board: Board, table: Table, orders: OrdersBySide) -> None:
    for side in (RED, BLUE):
        keep(board, side, "plan", orders[side].items, "1.0")


def act(board: Board, table: Table, orders: OrdersBySide) -> None:
    side = Side(board.step.upper())
    for number, order in enumerate(orders[side].items):
        with table.attempt(order):
            if isinstance(order, Turn) and order.verb == "use":
                _use(board, table, side, order.word)
            elif isinstance(order, Turn):
                table.roll(f"question {number}", rule="1.2", by=side)
                asked = Lay(order.word)
                found = reveal(table, board.enemy_of(side), "plan", asked.__eq__, rule="1.2")
                board.note("asked", "1.2", word=order.word, had=found is not None)
                table.roll(f"answer {number}", rule="1.2", by=side)


def _use(board: Board, table: Table, side: Side, word: str) -> None:
    if not reveal(table, side, "plan", lambda order: order == Lay(word), rule="1.1"):
        raise Illegal("1.1", f"{word} was not planned", found=word, wanted="a planned word", advice="use another")
    table.roll(f"use {word}", rule="1.1", by=side)


STEPS = (
    Step("plan", "Plans", "plan", plan, (RED, BLUE)),
    Step("red", "Red acts", "red", act, (RED,)),
    Step("blue", "Blue acts", "blue", act, (BLUE,)),
)


def after(scenario: Scenario, board: Board) -> Place:
    return Place(board.turn, {"plan": "red", "red": "blue", "blue": "over"}[board.step])


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    return Scenario("faces", name, "Face down", read_map(texts["map.txt"]), {}, {}, {}, dict(options), (RED, BLUE))


GAME = card(
    STEPS, name="faces", sides={RED: "Red", BLUE: "Blue Army"}, load=load, after=after,
    set_up=lambda scenario: Position("faces", 1, "plan"),
    verbs=("lay", "use", "ask"), read_order=read_order, files=lambda name: ("map.txt",),
    sheet=lambda board, side: Sheet(side, board.turn, board.step, (), (), ("done",)),
)  # fmt: skip


def register() -> None:
    """Make the game known to the library of this process."""
    library.register("faces", __name__, str(FOLDER))
