"""What an order file brings, and everything that is wrong with it."""

from __future__ import annotations

from pbem.desk.inbox.header_dice import NO_DICE, HeaderDice
from pbem.desk.record.body import Takes
from pbem.desk.record.campaign import sha256
from pbem.errors import Problem
from pbem.kernel.sequence import Place
from pbem.kernel.text.orders import Order
from pbem.values import dataclass, field


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
    dice: HeaderDice = NO_DICE  # the anchor or the link of the header
    canonical: str = ""
    mark: str = ""  # of its signature
    level: int = 0  # how old the mail is that its block stands in; 0 for what the sender wrote himself
    line: int = 0  # where the block begins
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

    def takes(self) -> Takes:
        """What goes into the record."""
        return Takes(
            orders={step: tuple(str(order) for order in found) for step, found in self.orders.items()},
            turns=dict(self.turns),
            standing=None if self.standing is None else tuple(str(order) for order in self.standing),
            replies=dict(self.replies),
            press=self.press,
            anchor=self.dice.anchor,
            link=self.dice.link,
        )
