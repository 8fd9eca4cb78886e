"""Carrying out orders one by one: what a rule forbids drops one order and no other, and everybody is told why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from pbem.errors import Illegal, Problem
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.orders import Order
from pbem.kernel.views.caution import Caution
from pbem.values import NamedTuple

AnyOrder = TypeVar("AnyOrder", bound=Order)
Objection = Callable[[Order, Problem], None]
Warn = Callable[[Caution], None]
Filed = Callable[[Side, str], Sequence[Order] | None]  # what a side has filed for a step, as far as it fits


class Attempts:
    """The side of the table on which orders lie."""

    def __init__(
        self,
        board: Board,
        refuse: Objection | None,
        foresee: Objection | None,
        filed: Filed | None,
        warn: Warn | None = None,
    ) -> None:
        self.board = board
        self._refuse, self._foresee, self._filed, self._warn = refuse, foresee, filed, warn
        self.called: list[tuple[Side, str]] = []  # filed orders that were called up, by side and step
        self._order: Order | None = None  # the one that is being carried out

    def attempt(self, order: Order) -> AbstractContextManager[None]:
        """Carry out one order; a rule that forbids it drops this order and no other."""
        return _Attempt(self, order)

    def call_up(self, side: Side, step: str) -> Sequence[Order] | None:
        """The orders that a side has filed for another step, used up with it; nothing if there are none that fit."""
        orders = self.look_up(side, step)
        if orders is not None:
            self.called.append((side, step))
        return orders

    def look_up(self, side: Side, step: str) -> Sequence[Order] | None:
        """The same orders without using them up: for a rule that must choose among several steps first."""
        return self._filed(side, step) if self._filed and (side, step) not in self.called else None

    def take_up(self, order: Order | None) -> None:
        """The order is being carried out from here on; none is between two orders."""
        self._order = order

    def drop(self, order: Order, problem: Problem) -> None:
        """A rule forbids the order: it is not carried out, and everybody is told why."""
        if self._refuse:
            self._refuse(order, problem.at(order.spot))
        self.board.note("dropped", problem.rule, order=str(order), why=problem.why, advice=problem.advice)

    def skip(self, order: Order, condition: str, rule: str) -> None:
        """The condition of the order is not met: it is left out, as ordered."""
        self.board.note("skipped", rule, order=str(order), why=f"condition not met: {condition}")

    def previewed(self, orders: Iterable[AnyOrder]) -> Iterator[tuple[AnyOrder, AbstractContextManager[None]]]:
        """In a check on receipt: each order with a place to look at it before its turn comes; else nothing.

        So the check hears of every order, also of those after the first die. Nothing may change there.
        """
        for order in orders if self._foresee else ():
            yield order, self._preview(order)

    @property
    def warns(self) -> bool:
        """Whether anybody hears a warning; where nobody does, those that are dear to find need not be looked for."""
        return self._warn is not None

    def warn(self, caution: Caution, order: Order | None = None) -> None:
        """In a check on receipt: tell the player what he may not have meant, beside the order that it is about.

        Nothing else comes of it: the rules go on as if it had not been said.
        """
        if self._warn:
            self._warn(caution.at(order.spot if order else None))

    @contextmanager
    def _preview(self, order: Order) -> Iterator[None]:
        try:
            yield
        except Illegal as illegal:
            if self._foresee:
                self._foresee(order, illegal.problem.at(order.spot))


class _Attempt(NamedTuple):
    """One order being carried out: a class and no generator, since every order of a campaign passes through it."""

    table: Attempts
    order: Order

    def __enter__(self) -> None:
        self.table.take_up(self.order)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self.table.take_up(None)
        if not isinstance(error, Illegal):
            return False
        self.table.drop(self.order, error.problem)
        return True
