"""Playing a game at random, step by step, with checks after every step.

The driver knows no game: a player gives orders, answers are picked at random among the legal ones, and dice are
random with a seed. What fails is written out so that it can be played again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pbem.errors import Spot
from pbem.kernel.board import Board
from pbem.kernel.case import Course, Start, write_case
from pbem.kernel.facts import canonical_facts
from pbem.kernel.game import Game
from pbem.kernel.journal import Page
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, Played, play_step, step_of
from pbem.kernel.position import Position, read_position
from pbem.kernel.questions import Question
from pbem.kernel.rolls import NoDice, Roll
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.text.orders import Order, Orders
from tests.fuzz.derived import rechecked
from tests.fuzz.receipts import check_files

GiveOrders = Callable[[Board, Side, random.Random], Sequence[Order]]
Check = Callable[[Scenario, Position, Played], None]


@dataclass(frozen=True, slots=True)
class Manner:
    """How questions are answered: how often the orders themselves are asked first, how often a mail comes late."""

    by_orders: float = 0.0
    late: float = 0.0


AT_RANDOM = Manner()


def no_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Nothing."""
    return ()


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
    more: list[tuple[Side, Sequence[Order]]] = field(default_factory=list)  # their instalments
    standing: GiveOrders = no_orders
    last: Input = field(default_factory=lambda: Input({}))  # everything that was given in the step


def start(
    game: Game, scenario: Scenario, seed: int, manner: Manner = AT_RANDOM, standing: GiveOrders = no_orders
) -> Playing:
    """A new game with its own chance; questions are answered by it too."""
    chance, pages = random.Random(seed), list[Page]()
    game = with_random_answers(game, chance, pages, manner)
    return Playing(game, scenario, game.set_up(scenario), chance, pages=pages, standing=standing)


# -- answers -------------------------------------------------------------------------------------------------


def with_random_answers(
    game: Game, chance: random.Random, pages: list[Page] | None = None, manner: Manner = AT_RANDOM
) -> Game:
    """The game with a counsel that picks legal answers at random and keeps them in `pages`."""

    def counsel(
        board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
    ) -> tuple[tuple[str, ...], str] | None:
        if manner.late and chance.random() < manner.late:
            return None
        is_asked = manner.by_orders and chance.random() < manner.by_orders
        found = game.counsel(board, question, items, standing) if is_asked else None
        chosen, source = found or (random_answer(question, chance), "standing")
        _keep(pages, Page("ask", question.key, chosen, source))
        return chosen, source

    return replace(game, counsel=counsel)


def random_answer(question: Question, chance: random.Random) -> tuple[str, ...]:
    """Any legal answer."""
    values = [option.value for option in question.options for _ in range(option.times)]
    if question.bounds == (1, 1):
        return (chance.choice(values),)
    chosen = chance.sample(values, chance.randint(*question.bounds))
    parts = {option.value: option.parts for option in question.options if option.parts}
    return tuple([f"{v} {chance.randint(1, parts[v])}" if v in parts and chance.random() < 0.5 else v for v in chosen])


def _keep(pages: list[Page] | None, page: Page) -> None:
    """A question that is asked again, because the step was taken up again, is kept once."""
    if pages is not None:
        pages[:] = [old for old in pages if (old.kind, old.key) != (page.kind, page.key)]
        pages.append(page)


# -- one step ------------------------------------------------------------------------------------------------


def play_on(playing: Playing, give_orders: GiveOrders, checks: Sequence[Check] = ()) -> Played | None:
    """Play one step and check it; nothing when the game is over."""
    before = playing.position
    with rechecked():
        played = play_unchecked(playing, give_orders)
    if played is None:
        return None
    check_again(playing, before, played)
    check_files(playing.game, playing.scenario, before, playing.sent, played)
    for check in checks:
        check(playing.scenario, before, played)
    return played


def play_unchecked(playing: Playing, give_orders: GiveOrders) -> Played | None:
    """Play one step; nothing when the game is over."""
    step = step_of(playing.game, playing.scenario, playing.position)
    if step is None:
        return None
    before = playing.position
    playing.pages.clear()
    playing.more.clear()
    playing.sent = {side: _orders(playing, side, step, give_orders) for side in playing.game.sides}
    played = _run(playing, give_orders)
    playing.steps.append(Record(before, playing.sent, list(played.pages), played.position.digest()))
    playing.position = played.position
    return played


def _orders(playing: Playing, side: Side, step: Step, give_orders: GiveOrders) -> Orders:
    """What the side sends; a step that needs nobody's orders may still look at them, if files have a section for it."""
    board = Board(playing.scenario, playing.position)
    is_asked = side in step.needs or (not step.needs and step.kind in playing.game.sections)
    items = numbered(give_orders(board, side, playing.chance) if is_asked else ())
    playing.orders += len(items)
    return Orders(side, items, tuple(playing.standing(board, side, playing.chance)))


def numbered(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Each order with a line of its own, so that what is said against it can be told apart."""
    return tuple([replace(order, spot=Spot(number, str(order))) for number, order in enumerate(orders, 1)])


def _run(playing: Playing, give_orders: GiveOrders) -> Played:
    """The step to its end: instalments and late answers come when they are asked for."""
    dice, before = RandomFaces(playing.chance, playing.pages), playing.position
    playing.last = given = Input(playing.sent, {}, {})
    played = play_step(playing.game, playing.scenario, before, given, dice)
    while played.waiting:
        for question in played.waiting:
            given = _with_answer(playing, given, question, give_orders)
        playing.last = given
        played = play_step(playing.game, playing.scenario, before, given, dice, played.pages)
    return played


def _with_answer(playing: Playing, given: Input, question: Question, give_orders: GiveOrders) -> Input:
    if question.options:
        chosen = random_answer(question, playing.chance)
        _keep(playing.pages, Page("ask", question.key, chosen, "answer"))
        return replace(given, answers={**given.answers, question.key: chosen})
    board = Board(playing.scenario, playing.position)
    items = numbered(give_orders(board, question.side, playing.chance))
    playing.more.append((question.side, items))
    return replace(given, instalments={**given.instalments, question.key: items})


def check_again(playing: Playing, before: Position, played: Played) -> None:
    """The journal alone gives the same facts and the same position, and the position survives its notation."""
    fresh = read_position(before.text())  # without anything that was worked out in earlier steps
    again = play_step(playing.game, playing.scenario, fresh, playing.last, NoFaces(), played.pages)
    assert canonical_facts(again.facts) == canonical_facts(played.facts)
    assert again.position == played.position
    assert read_position(played.position.text()) == played.position


def failure_as_case(playing: Playing, title: str, why: str) -> str:
    """The step that failed, as a case: its position, orders, dice and answers."""
    start = Start(playing.position, playing.scenario.name, playing.scenario.options)
    course = Course(playing.sent, playing.pages, playing.more, may_be_refused=True)
    return write_case(title, start, course, about=(why,))


def play_out(playing: Playing, give_orders: GiveOrders, checks: Sequence[Check] = (), most: int = 400) -> Position:
    """Play to the end of the game."""
    for _ in range(most):
        if play_on(playing, give_orders, checks) is None:
            return playing.position
    raise AssertionError(f"the game is not over after {most} steps: {playing.position.turn} {playing.position.step}")
