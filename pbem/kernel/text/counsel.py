"""Answers in advance: orders of the step first, then standing orders, then `defaults`. What an order says to a
question is each game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Defaults, Preference, among

Chosen = tuple[str, ...]
Saying = Callable[[Board, Question, Order], Chosen | None]  # what one order says to a question; None: nothing


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


def is_settled(orders: Iterable[Order], topic: str) -> bool:
    """Whether a preference of this topic, or `defaults`, is among the orders."""
    return any(isinstance(o, Defaults) or (isinstance(o, Preference) and o.topic == topic) for o in orders)
