"""Carrying out one order: a rule that forbids it drops this order and no other."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pbem.errors import Illegal, Problem
from pbem.kernel.text.orders import Order


class Takes(Protocol):
    """The table, as far as an attempt needs it."""

    def take_up(self, order: Order | None) -> None:
        """The order is being carried out from here on."""

    def drop(self, order: Order, problem: Problem) -> None:
        """A rule forbids the order."""


class Attempt(NamedTuple):
    """One order being carried out: a class and no generator, since every order of a campaign passes through it."""

    table: Takes
    order: Order

    def __enter__(self) -> None:
        self.table.take_up(self.order)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self.table.take_up(None)
        if not isinstance(error, Illegal):
            return False
        self.table.drop(self.order, error.problem)
        return True
