"""Playing one step: the same run for adjudicating, resuming, checking, trying and verifying."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pbem.errors import Diverged, Problem, Waiting
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.game import Game
from pbem.kernel.journal import Journal, Page
from pbem.kernel.openings import Openings, Revealed
from pbem.kernel.pieces import Side
from pbem.kernel.planned import Plans
from pbem.kernel.position import Position
from pbem.kernel.questions import Answer, Question
from pbem.kernel.rolls import Dice, Kept, NoDice, Occasion, Settled
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.table import Counsel, Table
from pbem.kernel.text.orders import Order, Orders, OrdersBySide
from pbem.kernel.text.reading import order_of
from pbem.kernel.views.caution import Caution
from pbem.values import dataclass, field


@dataclass(slots=True)
class Played:
    """What came of playing a step. While `waiting` is not empty, `position` is the one before the step."""

    position: Position
    facts: list[Fact]
    pages: list[Page]
    epoch: int
    waiting: tuple[Question, ...] = ()
    problems: list[Problem] = field(default_factory=list)  # of orders that were dropped
    foreseen: list[Problem] = field(default_factory=list)  # of orders that looked illegal before the first die
    warned: list[Caution] = field(default_factory=list)  # of a check: what the player should hear in time
    stopped: str = ""  # the roll at which a check had to stop
    occasions: Mapping[tuple[str, str], Occasion] = field(default_factory=dict)  # by kind of page and name
    called: list[tuple[Side, str]] = field(default_factory=list)  # filed orders that were called up, by side and step
    revealed: Revealed = field(default_factory=Revealed)  # secrets that this run has opened
    stood: Position | None = None  # of a step that waits: how the board stood when the question came

    def settled(self) -> Kept:
        """The rolls and answers with the occasions on which they were made."""
        pages = [page for page in self.pages if (page.kind, page.key) in self.occasions]
        return {
            self.occasions[page.kind, page.key]: Settled(page.epoch, page.values, page.cast.sides if page.cast else 0)
            for page in pages
        }

    def objections(self) -> list[Problem]:
        """What a check on receipt has against the orders, each line once."""
        lines = {problem.spot: problem for problem in (*self.foreseen, *self.problems)}
        return sorted(lines.values(), key=lambda problem: problem.spot.line if problem.spot else 0)

    @property
    def is_complete(self) -> bool:
        """Whether the step ran to its end."""
        return not self.waiting and not self.stopped


@dataclass(frozen=True, slots=True)
class Input:
    """What players have given for a step: orders, and what they answered after being asked."""

    orders: OrdersBySide
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    instalments: Mapping[str, Sequence[Order]] = field(default_factory=dict)


def step_of(game: Game, scenario: Scenario, position: Position) -> Step | None:
    """The step that the position waits for."""
    return game.steps(scenario).get(position.step)


def play_step(
    game: Game,
    scenario: Scenario,
    position: Position,
    given: Input,
    dice: Dice,
    pages: Sequence[Page] = (),
    *,
    forced: Mapping[str, list[str]] | None = None, first_epoch: int = 0, is_check: bool = False,
    kept: Kept | None = None, openings: Openings | None = None,
) -> Played:  # fmt: skip
    """Run the position's step from its start. The half-played board of a step that waits is thrown away.

    `kept` are rolls and answers of the same step before it was taken back; on the same occasion they count.
    `openings` are the hidden lines that are known here.
    """
    step = game.steps(scenario)[position.step]
    board = Board(scenario, position)
    journal, plans = Journal(pages), Plans(game, board, is_check)
    played = Played(position, board.facts, journal.pages, first_epoch)
    table = Table(
        board, dice, _counsel(game, given), journal,
        forced=forced,
        instalments=lambda side, key: given.instalments.get(key),
        refuse=lambda order, problem: played.problems.append(problem),
        foresee=(lambda order, problem: played.foreseen.append(problem)) if is_check else None,
        warn=played.warned.append if is_check else None,
        filed=lambda side, wanted: plans.filed(given.orders, side, wanted),
        first_epoch=first_epoch,
        kept=kept,
        openings=(openings or Openings())._replace(read=partial(order_of, game, scenario)),
    )  # fmt: skip
    orders = {side: given.orders.get(side, Orders(side)) for side in game.sides}
    played.occasions, played.called, played.revealed = table.occasions, table.called, table.revealed
    if _ran(played, step, table, plans, orders):
        place = game.after(scenario, board)
        played.position = board.freeze(place.turn, place.step)
    played.stood = board.freeze(position.turn, position.step) if played.waiting else None
    played.epoch = table.epoch
    return played


def _ran(played: Played, step: Step, table: Table, plans: Plans, orders: OrdersBySide) -> bool:
    """Whether the step came to its end, and not to a question or to a die that nobody casts."""
    try:
        step.run(table.board, table, plans.settled(table, step, orders))
    except Waiting as waiting:
        played.waiting = waiting.questions
    except NoDice as stop:
        played.stopped = str(stop)
    else:
        _must_be_read_through(table.journal)
        return True
    return False


def _must_be_read_through(journal: Journal) -> None:
    """A step that ends before its journal does is not the step that was recorded."""
    if not journal.is_read_through:
        page = journal.pages[journal.number]
        raise Diverged(journal.number + 1, f"{page.kind} {page.key}", "nothing more")


def _counsel(game: Game, given: Input) -> Counsel:
    def counsel(board: Board, question: Question) -> Answer | None:
        if question.key in given.answers:
            return Answer(given.answers[question.key], "answer")
        orders = given.orders.get(question.side, Orders(Side(question.side)))
        found = game.counsel(board, question, orders.items, orders.standing)
        return Answer(*found) if found else None

    return counsel
