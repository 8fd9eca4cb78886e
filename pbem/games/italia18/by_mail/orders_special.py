"""Orders of Air supports and of the scenarios' own rules as values. `str(order)` is the canonical text."""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Fly(Order):
    """`fly IT-air1 to W1734 observe`: an Air support goes on a mission (17.1)."""

    unit: UnitId
    at: HexId
    mission: str

    def __str__(self) -> str:
        return f"fly {self.unit} to {self.at} {self.mission}"


@dataclass(frozen=True, slots=True)
class Refugees(Order):
    """`refugees E2823, E2720`: Italian stacks that are held up on the roads (S1.sp9)."""

    hexes: tuple[HexId, ...]

    def __str__(self) -> str:
        return f"refugees {', '.join(self.hexes)}"


@dataclass(frozen=True, slots=True)
class Sabotage(Order):
    """`sabotage E3115/E3214`: a bridge that is found destroyed (S1.sp10)."""

    here: HexId
    there: HexId

    def __str__(self) -> str:
        return f"sabotage {self.here}/{self.there}"


@dataclass(frozen=True, slots=True)
class RetreatOrder(Order):
    """`retreat-order`: all Italians may go over to Retreat mode from now on (S1.sp12)."""

    def __str__(self) -> str:
        return "retreat-order"


@dataclass(frozen=True, slots=True)
class Withdraw(Order):
    """`withdraw IT-A3`: an Artillery support is taken off the map under the order to retreat (S1.sp12)."""

    unit: UnitId

    def __str__(self) -> str:
        return f"withdraw {self.unit}"


@dataclass(frozen=True, slots=True)
class Exit(Order):
    """`exit IT-24, IT-ar1 from E2308`: units go to the west edge and leave the map there (S1, ruling R80)."""

    units: tuple[UnitId, ...]
    at: HexId

    def __str__(self) -> str:
        return f"exit {', '.join(self.units)} from {self.at}"


@dataclass(frozen=True, slots=True)
class Display(Order):
    """`display 52`: the four Alpini regiments in W1621 are a division with a display (S2.opt1)."""

    division: str

    def __str__(self) -> str:
        return f"display {self.division}"


@dataclass(frozen=True, slots=True)
class Swap(Order):
    """`swap AH-216Geb with AH-55`: an elite division and one of morale 4 change places in the set-up (S4.opt1)."""

    elite: UnitId
    other: UnitId

    def __str__(self) -> str:
        return f"swap {self.elite} with {self.other}"
