"""What miniature games and kernel tests share: a card with do-nothing defaults, dice, small maps and counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.game import Game, Reading
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.journal import Page
from pbem.kernel.laid import laid_over
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.position import Position, UnitState
from pbem.kernel.rolls import NoDice, Roll
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.reading import OrderFile, read_file, read_orders
from pbem.kernel.text.words import Words
from pbem.kernel.views.look import Look
from pbem.kernel.views.moves import nowhere
from pbem.kernel.views.odds import OddsView
from pbem.kernel.views.sheet import Sheet
from pbem.kernel.views.summary import Summary

RED, BLUE = Side("red"), Side("blue")
SIDES = {RED: "Red", BLUE: "Blue"}


@dataclass(frozen=True, slots=True)
class Say(Order):
    """The order of a game that needs nothing better: the words of the line."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words)


def say(*lines: str) -> tuple[Say, ...]:
    """Orders as written."""
    return tuple(Say(tuple(line.split())) for line in lines)


def read_words(words: Words, reading: Reading) -> Order:
    """The reader that takes every word."""
    found = []
    while not words.is_done:
        found.append(words.take("a word"))
    return Say(tuple(found))


def card(steps: Sequence[Step], **fields: Any) -> Game:
    """The card of a miniature game; what is not named does nothing. Its steps follow one another, turn by turn."""
    by_id = {step.id: step for step in steps}
    values: dict[str, Any] = {
        "name": "mini",
        "title": "A miniature",
        "edition": 1,
        "sides": SIDES,
        "load": lambda texts, name, options: scenario(),
        "set_up": lambda scenario: Position("mini", 1, steps[0].id),
        "steps": lambda scenario: by_id,
        "after": lambda scenario, board: _next(list(by_id), board),
        "sections": tuple(dict.fromkeys(step.kind for step in steps)),
        "verbs": (),
        "read_order": read_words,
        "counsel": lambda board, question, orders, standing: None,
        "read_unit": lambda line: counter(line),
        "view": lambda scenario, position, side: position,
        "sheet": lambda board, side: Sheet(side, board.turn, board.step, (), (), ()),
        "moves": lambda board, unit: nowhere(UnitId(unit), board.place(UnitId(unit)), ()),
        "odds": lambda board, order: OddsView((), "", "", (), ()),
        "summary": lambda board: Summary(board.turn, board.step),
        "look": lambda board: Look(),
        "coverage": lambda board, standing: (),
    }
    return Game(**(values | fields))


def _next(ids: list[str], board: Board) -> Place:
    last = board.step == ids[-1]
    return Place(board.turn + last, ids[0] if last else ids[ids.index(board.step) + 1])


# -- things on the table -------------------------------------------------------------------------------------

PLAIN_MAP = """\
legend:
  .  clear
terrain:
  01   . . . . .
  02  . . . . .
  03   . . . . .
  04  . . . . .
place Udine: 0202
place San Daniele: 0303
"""


def counter(line: str) -> Unit:
    """A counter from `RED-1 infantry fast`: the side is the part of its name before the dash."""
    name, kind, *tags = line.split() if " " in line else [line, "infantry"]
    side, _, number = name.partition("-")
    return Unit(UnitId(name), Side(side.lower()), side, number, "XX", kind, tuple(tags))


def scenario(units: Sequence[str] = (), map_text: str = PLAIN_MAP, **fields: Any) -> Scenario:
    """A scenario with these counters on a small map."""
    counters = {unit.id: unit for unit in map(counter, units)}
    return Scenario("mini", "mini", "A miniature", read_map(map_text), counters, {}, **fields)


def position(step: str, units: Mapping[str, str] | None = None, **notes: str) -> Position:
    """A position in which the units stand in these hexes with two steps each."""
    states = {UnitId(unit): UnitState(place, 2) for unit, place in (units or {}).items()}
    return Position("mini", 1, step, states, {}, notes)


def read(game: Game, scene: Scenario, side: Side, text: str, kind: str = "") -> OrderFile:
    """The orders of a text as a player would send it."""
    return read_orders(read_file(text.encode(), game), game, scene, side, kind)


# -- dice ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Listed:
    """Dice by name, or in the order in which they are wanted; `cast_rolls` tells what was really cast."""

    by_name: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    in_order: list[int] = field(default_factory=list)
    cast_rolls: list[Roll] = field(default_factory=list)

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The faces that the list gives."""
        faces = self.by_name.get(roll.name)
        if faces is None and len(self.in_order) < roll.number:
            raise NoDice(roll.name)
        if faces is None:
            faces = tuple(self.in_order[: roll.number])
            del self.in_order[: roll.number]
        self.cast_rolls.append(roll)
        return faces if isinstance(faces, tuple) else (faces,)


def dice(*faces: int) -> Listed:
    """Dice in the order in which they are wanted."""
    return Listed({}, list(faces))


NO_DICE = Listed()  # refuses every roll


# -- playing -------------------------------------------------------------------------------------------------


def given(red: Sequence[Order] = (), blue: Sequence[Order] = (), **fields: Any) -> Input:
    """What both sides have sent; standing orders as `red_standing`, `blue_standing`."""
    standing = {side: tuple(fields.pop(f"{side}_standing", ())) for side in SIDES}
    orders = {RED: Orders(RED, tuple(red), standing[RED]), BLUE: Orders(BLUE, tuple(blue), standing[BLUE])}
    return Input(orders, **fields)


def play(
    game: Game, scene: Scenario, start: Position, sent: Input, cast: Listed = NO_DICE, pages: Sequence[Page] = ()
) -> Played:
    """Play a step. One that is complete is also proved: by its journal alone, and by its facts."""
    played = play_step(game, scene, start, sent, cast, pages)
    if played.is_complete:
        again = play_step(game, scene, start, Input(sent.orders, {}, sent.instalments), Listed(), played.pages)
        assert again.position.text() == played.position.text()
        assert again.facts == played.facts
        end = played.position
        assert laid_over(start, played.facts, end.turn, end.step) == end
    return played
