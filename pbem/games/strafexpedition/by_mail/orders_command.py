"""The orders of the Command Phase, of Actions and of movement, as values. `str(order)` is the canonical text."""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.values import dataclass

FORCED, STRATEGIC = "forced", "strategic"  # the two ways to go farther (11.3, 11.2.2)


def written(brigade: str) -> str:
    """A brigade as it stands in an order: a secret line has no underscore."""
    return brigade.replace("_", "-")


# -- the Command and the Initiative Phase (4.0.2, 4.0.3, 8.0) -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Brigade(Order):
    """`brigade 58 with 6-10 guns`: a brigade that may be activated today, face down, with its artillery box (8.2)."""

    is_secret = True
    brigade: str
    guns: int = 0  # the most that its box allows

    def __str__(self) -> str:
        return f"brigade {written(self.brigade)}" + (f" with {self.guns - 4}-{self.guns} guns" if self.guns else "")


@dataclass(frozen=True, slots=True)
class Spend(Order):
    """`spend 6`: the points of the Command and the Initiative Phase; what the plans leave is the bid (4.0.3)."""

    points: int

    def __str__(self) -> str:
        return f"spend {self.points}"


# -- Actions (4.0.8, 8.5, 11.1) -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activate(Order):
    """`activate 58 at 1636, 1635 with AH-S4-MTN-1`: HQ hexes, the best first, and who is attached (8.4, 8.5)."""

    brigade: str
    hexes: tuple[HexId, ...]
    attached: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        attached = f" with {', '.join(self.attached)}" if self.attached else ""
        return f"activate {written(self.brigade)} at {', '.join(self.hexes)}{attached}"


@dataclass(frozen=True, slots=True)
class Pass(Order):
    """`pass`: no Action now; `pass today`: none for the rest of the day (4.0.8, 4.0.9)."""

    is_for_today: bool = False

    def __str__(self) -> str:
        return "pass today" if self.is_for_today else "pass"


@dataclass(frozen=True, slots=True)
class Move(Order):
    """`move IT-63-I, IT-63-II 1333 -> 1334 forced`: one unit, or several as a stack, from waypoint to waypoint."""

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    how: str = ""  # forced, strategic, or neither

    def __str__(self) -> str:
        way = " -> ".join(self.path) if len(self.path) > 1 else f"to {self.path[0]}"
        return f"move {', '.join(self.units)} {way}{' ' if self.how else ''}{self.how}"


# -- set-up (5.0, ruling R114) --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Emplace(Order):
    """`emplace AH-S4-HVY-1 in move`: the side that a battery shows at the start, where the scenario leaves it open."""

    units: tuple[UnitId, ...]
    mode: str  # fire or move

    def __str__(self) -> str:
        return f"emplace {', '.join(self.units)} in {self.mode}"
