"""A game of chits for the desk: Red has two in the cup and Blue one, so that Red acts twice a turn.

The option `order` says in which order they come, so that a test can tell; a die falls with each all the same.

say WORD               what an action does
provoke                Blue answers at once with the orders that it has filed, if they fit, and its chit is taken out
plan if said WORD:     whether anybody has said it; also `turn >= 2`, `acted <= 1` and `fresh`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem import library
from pbem.kernel.board import Board
from pbem.kernel.game import Conditions, Reading, Seat, Texts
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide
from pbem.kernel.text.preferences import RELATIONS, Condition, compare
from pbem.kernel.text.words import Words
from pbem.kernel.views.sheet import Sheet
from tests.kernel.mini import card

RED, BLUE = Side("RED"), Side("BLUE")
OWNERS = {"red": RED, "blue": BLUE}
FOLDER = Path(__file__).parent / "cup_data"


@dataclass(frozen=True, slots=True)
class Say(Order):
    word: str

    def __str__(self) -> str:
        return f"say {self.word}"


@dataclass(frozen=True, slots=True)
class Provoke(Order):
    def __str__(self) -> str:
        return "provoke"


def read_order(words: Words, reading: Reading) -> Order:
    return Say(words.take("a word")) if words.take("a verb").lower() == "say" else Provoke()


def read_condition(words: Words, reading: Reading) -> Condition:
    if words.expect("said", "turn", "acted") == "said":
        return Condition(f"said {words.take('a word')}")
    subject = "turn" if words.line.text[: words.words[words.at].column].split()[-1] == "turn" else "acted"
    return Condition(subject, words.expect(*RELATIONS), str(words.number("a number")))


def holds(board: Board, side: Side, condition: Condition) -> bool:
    if condition.subject.startswith("said "):
        return condition.subject.split()[1] in board.noted("said").split(",")
    found = board.turn if condition.subject == "turn" else board.number(f"acted.{enemy(side)}")
    return compare(found, condition.relation, int(condition.value))


def fresh(board: Board, side: Side) -> tuple[Condition, ...]:
    return (Condition("acted", "<=", str(board.number(f"acted.{enemy(side)}"))),)


def enemy(side: Side) -> Side:
    return BLUE if side == RED else RED


# -- rules ----------------------------------------------------------------------------------------------------


def morning(board: Board, table: Table, orders: OrdersBySide) -> None:
    board.write("cup", full(board.scenario), "1.0")
    draw(board, table)


def last(scenario: Scenario) -> int:
    return int(scenario.options.get("turns", "2"))


def full(scenario: Scenario) -> str:
    return scenario.options.get("order", "red,blue,red")


def draw(board: Board, table: Table) -> None:
    table.roll("the cup is shaken", rule="1.1")
    chit, _, left = board.noted("cup").partition(",")
    board.write("cup", left, "1.1")
    board.write("drawn", chit, "1.1")


def act(board: Board, table: Table, orders: OrdersBySide) -> None:
    side = OWNERS[board.step]
    board.write(f"acted.{side}", board.number(f"acted.{side}") + 1, "1.2")
    for order in orders[side].items:
        if isinstance(order, Provoke):
            for answer in table.call_up(BLUE, "blue") or ():
                say(board, BLUE, str(answer))
            board.write("cup", ",".join(c for c in board.noted("cup").split(",") if c != "blue"), "1.3")
        else:
            say(board, side, str(order))
    draw(board, table)


def say(board: Board, side: Side, text: str) -> None:
    board.note("said", "1.2", side=side, text=text)
    board.write("said", ",".join([*filter(None, board.noted("said").split(",")), text.split()[-1]]), "1.2")


def after(scenario: Scenario, board: Board) -> Place:
    if board.noted("drawn"):
        return Place(board.turn, board.noted("drawn"))
    return Place(board.turn + 1, "morning") if board.turn < last(scenario) else Place(board.turn, "over")


def may_come(scenario: Scenario, position: Position, side: Side) -> Sequence[Place]:
    """Chits of the side on the table and in the cup; then, once all are played, those of the next turn."""
    left = [position.step, *position.notes.get("cup", "").split(",")]
    left = full(scenario).split(",") if position.step == "morning" else left
    now = [Place(position.turn, chit) for chit in left if OWNERS.get(chit) == side]
    return now if now or position.turn == last(scenario) else [Place(position.turn + 1, side.lower())]


STEPS = (
    Step("morning", "Morning", "morning", morning),
    Step("red", "Red acts", "red", act, (RED,), calls=("blue",)),
    Step("blue", "Blue acts", "blue", act, (BLUE,)),
)


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    return Scenario("cup", name, "A table", read_map(texts["map.txt"]), {}, {}, {}, dict(options))


def seats(scenario: Scenario) -> Mapping[str, Seat]:
    return {f"RED.{name}": Seat(RED, f"{name.title()} of Red", lambda unit: True) for name in ("east", "west")}


GAME = card(
    STEPS, name="cup", sides={RED: "Red", BLUE: "Blue"}, load=load, set_up=lambda s: Position("cup", 1, "morning"),
    after=after, verbs=("say", "provoke"), read_order=read_order, files=lambda name: ("map.txt",), may_come=may_come,
    conditions=Conditions(read_condition, holds, fresh),
    sheet=lambda board, side: Sheet(side, board.turn, board.step, (), (), ("done",)),
    seats=seats,
)  # fmt: skip


def register() -> None:
    """Make the game known to the library of this process."""
    library.register("cup", __name__, str(FOLDER))
