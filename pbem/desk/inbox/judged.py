"""What an order file brings, and everything that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.desk.record.campaign import sha256
from pbem.errors import Problem
from pbem.kernel.sequence import Place
from pbem.kernel.text.orders import Order


@dataclass(slots=True)
class Judged:
    """What a file brings. `orders` are by step; nothing of it counts while there are problems."""

    side: str = ""
    seat: str = ""  # who of a side that players share
    turn: int = 0
    header: dict[str, str] = field(default_factory=dict)
    orders: dict[str, tuple[Order, ...]] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)  # of orders for steps of a later turn, by step
    standing: tuple[Order, ...] | None = None
    replies: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    press: str = ""
    dice: dict[str, Any] = field(default_factory=dict)  # the anchor or the link of the header
    canonical: str = ""
    mark: str = ""  # of its signature
    is_placed: bool = False  # whether the header is in order, so that single orders can be judged
    problems: list[Problem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def who(self) -> str:
        """Whose orders these are: a seat, or a side."""
        return self.seat or self.side

    @property
    def digest(self) -> str:
        """The hash of the canonical text."""
        return sha256(self.canonical) if self.canonical else ""

    def place_of(self, step: str) -> Place:
        """For when the orders of a step are."""
        return Place(self.turns.get(step, self.turn), step)

    def takes(self) -> dict[str, Any]:
        """What goes into the record, as plain values."""
        taken: dict[str, Any] = {"orders": {step: [str(o) for o in found] for step, found in self.orders.items()}}
        if self.turns:
            taken["turns"] = dict(self.turns)
        if self.standing is not None:
            taken["standing"] = [str(order) for order in self.standing]
        if self.replies:
            taken["replies"] = {key: [kind, list(values)] for key, (kind, values) in self.replies.items()}
        if self.press:
            taken["press"] = self.press
        return {**taken, **self.dice}
