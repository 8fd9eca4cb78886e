"""Answers in advance: orders of the step first, then standing orders, then `defaults`. What an order says to a
question is each game's own; what a preference says is mostly the same in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference, among
from pbem.values import dataclass

Chosen = tuple[str, ...]
Saying = Callable[[Board, Question, Any], Chosen | None]  # what one order says to a question; None: nothing
Ranking = Callable[[Board, Sequence[UnitId]], Sequence[UnitId]]


@dataclass(frozen=True, slots=True)
class Counsel:
    """What the orders of a game say to its questions; it stands on the game's card.

    `orders` has what each kind of order says, `preferences` what a preference says on topics that are not simply
    options by name. `fits` decides a preference's conditions by the board and by what the question is about.
    """

    weakest_first: Ranking
    orders: Mapping[type[Order], Saying]
    preferences: Mapping[str, Saying]
    fits: Callable[[Board, Condition, Mapping[str, Any]], bool]

    def __call__(
        self, board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
    ) -> tuple[Chosen, str] | None:
        """The step's own orders first, then standing orders in the order written, then `defaults`."""
        return first_answer(board, question, items, standing, self.answer)

    def answer(self, board: Board, question: Question, order: Order) -> Chosen | None:
        """What one order says."""
        if isinstance(order, Preference):
            says = self.preferences.get(order.topic, self.named)
            return says(board, question, order) if self.is_meant(board, question, order) else None
        said = self.orders.get(type(order))
        return said(board, question, order) if said else None

    def named(self, board: Board, question: Question, order: Preference) -> Chosen | None:
        """Options by name, or a general word; as many as the question takes."""
        chosen = self.words(board, question, order.choices)
        if question.is_bounded:
            return question.filled(chosen)
        return chosen if question.many else chosen[:1] or None

    def words(self, board: Board, question: Question, wanted: Sequence[str]) -> Chosen:
        """Options by name, or `all`, `none`, `weakest first`, `strongest first` of the units that are offered."""
        offered = [UnitId(option.value) for option in question.options if option.value in board.scenario.units]
        return by_words(question, wanted, offered, lambda units: self.weakest_first(board, units))

    def is_meant(self, board: Board, question: Question, order: Preference) -> bool:
        """Its topic, place, result and conditions fit the question."""
        about = question.about
        is_here = not order.where or order.where in (*about.get("hexes", ()), about.get("unit", ""))
        is_now = not order.on or order.on == about.get("result", "")
        is_asked = order.topic == question.topic and is_here and is_now
        return is_asked and all(self.fits(board, condition, about) for condition in order.conditions)


def first_answer(
    board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order], says: Saying
) -> tuple[Chosen, str] | None:
    """The first allowed answer, and where it came from."""
    for orders, source in ((items, "orders"), (standing, "standing")):
        for order in orders:
            chosen = says(board, question, order)
            if chosen is not None and question.allows(chosen):
                return chosen, source
    if any(isinstance(order, Defaults) for order in (*items, *standing)):
        return question.default, "default"
    return None


def by_words(
    question: Question,
    wanted: Sequence[str],
    offered: Sequence[UnitId],
    weakest_first: Callable[[Sequence[UnitId]], Sequence[UnitId]],
) -> Chosen:
    """Units by name, or `all`, `none`, `weakest first`, `strongest first` of those that are offered."""
    if wanted[0] == "all":
        return tuple(offered)
    if wanted[0] == "none":
        return ()
    if wanted[0] in ("weakest first", "strongest first"):
        ranked = weakest_first(offered)
        return tuple(ranked if wanted[0].startswith("weakest") else reversed(ranked))
    return among(question, wanted)


def goal(board: Board, question: Question, order: Preference) -> Chosen | None:
    """A hex or a path that is offered, by its name; after `toward` the offered one that ends nearest to a hex."""
    ends = {option.value: HexId(option.value.split("-")[-1]) for option in question.options}
    ends = {value: end for value, end in ends.items() if end in board.map.grid}
    for choice in order.choices:
        if choice.startswith("toward ") and ends:
            there = HexId(choice.split()[1])
            return (min(ends, key=lambda value: board.map.grid.distance(ends[value], there)),)
        if among(question, [choice]):
            return (choice,)
    return None


def is_settled(orders: Iterable[Order], topic: str) -> bool:
    """Whether a preference of this topic, or `defaults`, is among the orders."""
    return any(isinstance(o, Defaults) or (isinstance(o, Preference) and o.topic == topic) for o in orders)
