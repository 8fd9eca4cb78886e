"""Orders: a line of a player's text that the rules can carry out. Each game has its own kinds beside the few here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pbem.errors import Spot
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass, field

HIDDEN = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The root of a game's orders. `str(order)` is the canonical text; reading it again gives the same order."""

    is_secret: ClassVar[bool] = False  # whether it is kept face down for later (`kernel.hidden`)
    spot: Spot = field(default=Spot(0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hold(Order):
    """`hold GE-5, GE-26`: these units stay where they are."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return "hold " + ", ".join(self.units)


@dataclass(frozen=True, slots=True)
class MoreOrder(Order):
    """`more`: this is an instalment, the rest follows when its dice are known."""

    def __str__(self) -> str:
        return "more"


@dataclass(frozen=True, slots=True)
class Hidden(Order):
    """`hidden 3f9a...`: a secret line of the other store, by its salted hash. Only the program writes it."""

    token: str

    def __str__(self) -> str:
        return f"{HIDDEN} {self.token}"


@dataclass(frozen=True, slots=True)
class Deploy(Order):
    """`place GE-195 at 0833`: a unit is set up."""

    unit: UnitId
    at: HexId

    def __str__(self) -> str:
        return f"place {self.unit} at {self.at}"


@dataclass(frozen=True, slots=True)
class Orders:
    """What one side has sent for one step, and its standing orders, both in the order sent.

    `filed` is what it has sent for other steps that the rules of this one may call up.
    """

    side: Side
    items: tuple[Order, ...] = ()
    standing: tuple[Order, ...] = ()
    filed: Mapping[str, tuple[Order, ...]] = field(default_factory=dict)

    def text(self) -> str:
        """The canonical text: what is hashed, sealed and shown in the receipt."""
        lines = [str(order) for order in self.items]
        if self.standing:
            lines += ["standing:", *(str(order) for order in self.standing)]
        return "".join(line + "\n" for line in lines)


OrdersBySide = Mapping[Side, Orders]
