"""The card of a game: plain values and functions. A sixth game is a new card, not a change of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.kernel.chartvalues import Demands
from pbem.kernel.pieces import Side, Unit
from pbem.kernel.sequence import stem_of
from pbem.kernel.telling.habits import Telling
from pbem.values import NamedTuple, dataclass, field

if TYPE_CHECKING:  # a command loads the views that it shows, and no others
    from pbem.errors import Illegal
    from pbem.kernel.board import Board
    from pbem.kernel.facts import Fact
    from pbem.kernel.position import Position
    from pbem.kernel.questions import Question
    from pbem.kernel.scenario import Scenario
    from pbem.kernel.sequence import Place, Step
    from pbem.kernel.text.names import UnitNames
    from pbem.kernel.text.orders import Order, Orders
    from pbem.kernel.text.preferences import Condition
    from pbem.kernel.text.words import Words
    from pbem.kernel.views.caution import Caution
    from pbem.kernel.views.layers import Layer
    from pbem.kernel.views.look import Look
    from pbem.kernel.views.meter import Point
    from pbem.kernel.views.moves import Moves
    from pbem.kernel.views.odds import OddsView
    from pbem.kernel.views.sheet import Sheet
    from pbem.kernel.views.summary import Summary


class Seat(NamedTuple):
    """A player's chair where several share a side: the side, what he is called, and which units he orders."""

    side: Side
    title: str
    commands: Callable[[Unit], bool]


class Form(NamedTuple):
    """How a verb is written: an example, and the sections in which it may stand."""

    verb: str
    example: str  # none of a topic: what may follow it depends on the scenario
    places: tuple[str, ...]
    is_topic: bool = False  # of a preference, with a colon: `losses: weakest first`


class Reading(NamedTuple):
    """What a reader of orders may look at: whose orders, for which section, and the names in use."""

    scenario: Scenario
    side: Side
    section: str
    names: UnitNames
    seat: Seat | None = None  # where two players share a side: the one who writes

    @property
    def stem(self) -> str:
        """The section without its number, so that `action-2` takes what `action` takes."""
        return stem_of(self.section)


class Conditions(NamedTuple):
    """The words after `plan if`: how a game reads one, and whether it holds.

    `holds` is asked of a board as the side sees it, so that no plan can find out what is hidden. `fresh` is what
    `plan if fresh` says as the board stands when the file comes in: conditions that fail as soon as the enemy has
    acted, such as `enemy acted <= 2`.
    """

    read: Callable[[Words, Reading], Condition]
    holds: Callable[[Board, Side, Condition], bool]
    fresh: Callable[[Board, Side], tuple[Condition, ...]] | None = None


Texts = Mapping[str, str]  # the data files of a scenario by name


def nothing_hidden(scenario: Scenario) -> str:
    """A game in which both sides see everything."""
    return ""


def no_seats(scenario: Scenario) -> Mapping[str, Seat]:
    """A game in which one player has a side."""
    return {}


def every_turn_has_it(board: Board, step: str) -> Illegal | None:
    """A game in which no turn is shorter than the others."""
    return None


def no_forms() -> Sequence[Form]:
    """A game whose verbs come without examples."""
    return ()


def nothing_to_fear(board: Board, side: Side) -> Sequence[Caution]:
    """A game that warns of nothing."""
    return ()


def as_named_by_its_card(scenario: str) -> Sequence[str]:
    """A scenario that needs no other files than those its card names."""
    return ()


def all_told(
    scenario: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side
) -> Sequence[Fact]:
    """The facts as they are."""
    return facts


@dataclass(frozen=True, slots=True)
class Game:
    """All that the house knows of a game."""

    name: str
    title: str
    edition: int  # of its rules; it rises with every change of behaviour (`library.editions`)
    sides: Mapping[Side, str]
    load: Callable[[Texts, str, Mapping[str, str]], Scenario]  # texts, scenario name, options
    set_up: Callable[[Scenario], Position]
    steps: Callable[[Scenario], Mapping[str, Step]]
    after: Callable[[Scenario, Board], Place]  # where play goes on when the board's step is finished
    sections: tuple[str, ...]  # the step words that order files use
    verbs: tuple[str, ...]
    read_order: Callable[[Words, Reading], Order]
    counsel: Callable[[Board, Question, Sequence[Order], Sequence[Order]], tuple[tuple[str, ...], str] | None]
    read_unit: Callable[[str], Unit]  # a line of the counter manifest
    view: Callable[[Scenario, Position, Side], Position]  # what one side may see; without a side, what both may see
    # What the game shows (`kernel.views`). None of these changes the board: they look ahead on a copy of it.
    sheet: Callable[[Board, Side], Sheet]  # the order sheet
    moves: Callable[[Board, str], Moves]  # where a unit can go, and why not elsewhere
    odds: Callable[[Board, Order], OddsView]  # an attack before the dice
    summary: Callable[[Board], Summary]  # state of victory and forces
    look: Callable[[Board], Look]  # what the drawing needs beyond map and position
    coverage: Callable[[Board, Mapping[Side, Orders]], Sequence[Point]]  # questions that may still come
    # What the next checks of the rules will cost a side as the board stands: stacks over the limit, want of supply.
    cautions: Callable[[Board, Side], Sequence[Caution]] = nothing_to_fear
    # Which steps may come, for orders of a side, the soonest first: where chits, bids or initiative decide. Without it
    # the steps are played as listed, and those from here to the end of the turn take orders.
    may_come: Callable[[Scenario, Position, Side], Sequence[Place]] | None = None
    # Which rule leaves a step out of the board's turn, whatever happens before it: orders for it would never be played.
    missing: Callable[[Board, str], Illegal | None] = every_turn_has_it
    seats: Callable[[Scenario], Mapping[str, Seat]] = no_seats  # chairs by id, `AH.east`: used if players are named
    conditions: Conditions | None = None  # the words after `plan if`; none for a game whose sections hold no plans
    hides: Callable[[Scenario], str] = nothing_hidden  # what it hides, by which rule, in a sentence; empty for nothing
    tell: Callable[[Scenario, Position, Position, Sequence[Fact], Side], Sequence[Fact]] = all_told  # facts, as `view`
    joiners: tuple[str, ...] = ()  # words inside an order with which no line begins
    clauses: tuple[str, ...] = ()  # verbs that also go on an order: a wrapped line may begin with them
    telling: Telling = field(default_factory=Telling)  # what a step reports, in what order, and what the board draws
    # Of a scenario, the data files that it needs beside those its card names (`map`, `units`, `charts`, `base`).
    files: Callable[[str], Sequence[str]] = as_named_by_its_card
    charts: Mapping[str, Sequence[str]] = field(default_factory=dict)  # results charts, each with its rows of odds
    demands: Demands = field(default_factory=Demands)  # what it wants of charts that somebody has changed
    odds_verbs: tuple[str, ...] = ()  # of the orders that `odds` counts up
    forms: Callable[[], Sequence[Form]] = no_forms  # all that can be written, for pages that offer it
    layers: Mapping[str, Layer] = field(
        default_factory=dict
    )  # zoc, supply, command, reach: as far as the game has them
