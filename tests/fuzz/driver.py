"""Playing a game at random, step by step, with checks after every step.

The driver knows no game: a `Player` gives orders, answers are picked at random among the legal ones, and dice are
random with a seed. What fails is written out so that it can be played again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pbem.kernel.board import Board
from pbem.kernel.cases import write_case
from pbem.kernel.facts import canonical_facts
from pbem.kernel.game import Game
from pbem.kernel.journal import Page
from pbem.kernel.orders import Order, Orders
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, Played, play_step, step_of
from pbem.kernel.position import Position, read_position
from pbem.kernel.questions import Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import NoDice, Roll

GiveOrders = Callable[[Board, Side, random.Random], Sequence[Order]]
Check = Callable[[Scenario, Position, Played], None]


class RandomFaces:
    """Dice for the random player; what falls is kept in `pages`, so that a failure can be told."""

    def __init__(self, chance: random.Random, pages: list[Page] | None = None) -> None:
        self.chance = chance
        self.pages = pages if pages is not None else []

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """Faces from the player's own chance."""
        faces = tuple(self.chance.randint(1, roll.sides) for _ in range(roll.number))
        self.pages.append(Page("roll", roll.name, faces))
        return faces


class NoFaces:
    """Dice for the second run: the journal must suffice."""

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """Nothing is cast again."""
        raise NoDice(roll.name)


@dataclass(slots=True)
class Record:
    """One played step: enough to play it again."""

    position: Position
    orders: dict[Side, Orders]
    pages: list[Page]
    digest: str


@dataclass(slots=True)
class Playing:
    """A game in progress."""

    game: Game
    scenario: Scenario
    position: Position
    chance: random.Random
    steps: list[Record] = field(default_factory=list)
    orders: int = 0
    pages: list[Page] = field(default_factory=list)  # dice and answers of the step that is being played
    sent: dict[Side, Orders] = field(default_factory=dict)  # its orders


def start(game: Game, scenario: Scenario, seed: int) -> Playing:
    """A new game with its own chance; questions are answered by it too."""
    chance, pages = random.Random(seed), list[Page]()
    game = with_random_answers(game, chance, pages)
    return Playing(game, scenario, game.set_up(scenario), chance, pages=pages)


def with_random_answers(game: Game, chance: random.Random, pages: list[Page] | None = None) -> Game:
    """The game with a counsel that picks legal answers at random and keeps them in `pages`."""

    def counsel(
        board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
    ) -> tuple[tuple[str, ...], str]:
        values = [option.value for option in question.options]
        count = chance.randint(0, len(values)) if question.many else 1
        chosen = tuple(chance.sample(values, count)) if question.many else (chance.choice(values),)
        if pages is not None:
            pages.append(Page("ask", question.key, chosen, "standing"))
        return chosen, "standing"

    return replace(game, counsel=counsel)


def play_on(playing: Playing, give_orders: GiveOrders, checks: Sequence[Check] = ()) -> Played | None:
    """Play one step; nothing when the game is over."""
    step = step_of(playing.game, playing.scenario, playing.position)
    if step is None:
        return None
    orders = {}
    for side in step.needs:
        board = Board(playing.scenario, playing.position)
        orders[side] = Orders(side, tuple(give_orders(board, side, playing.chance)))
        playing.orders += len(orders[side].items)
    before = playing.position
    playing.pages.clear()
    playing.sent = orders
    dice = RandomFaces(playing.chance, playing.pages)
    played = play_step(playing.game, playing.scenario, before, Input(orders), dice)
    playing.steps.append(Record(before, orders, list(played.pages), played.position.digest()))
    check_again(playing, before, orders, played)
    for check in checks:
        check(playing.scenario, before, played)
    playing.position = played.position
    return played


def check_again(playing: Playing, before: Position, orders: dict[Side, Orders], played: Played) -> None:
    """The journal alone gives the same facts and the same position, and the position survives its notation."""
    again = play_step(playing.game, playing.scenario, before, Input(orders), NoFaces(), played.pages)
    assert canonical_facts(again.facts) == canonical_facts(played.facts)
    assert again.position == played.position
    assert read_position(played.position.text()) == played.position


def failure_as_case(playing: Playing, title: str, why: str) -> str:
    """The step that failed, as a case: its position, orders, dice and answers."""
    return write_case(
        title, playing.position, scenario=playing.scenario.name, options=playing.scenario.options, about=(why,),
        orders=playing.sent, pages=playing.pages, may_be_refused=True,
    )  # fmt: skip


def play_out(playing: Playing, give_orders: GiveOrders, checks: Sequence[Check] = (), most: int = 400) -> Position:
    """Play to the end of the game."""
    for _ in range(most):
        if play_on(playing, give_orders, checks) is None:
            return playing.position
    raise AssertionError(f"the game is not over after {most} steps: {playing.position.turn} {playing.position.step}")
