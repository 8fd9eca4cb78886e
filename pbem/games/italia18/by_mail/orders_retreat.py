"""Orders of Retreat mode, of Trucks and of Depots as values. `str(order)` is the canonical text."""

from __future__ import annotations

from pbem.games.italia18.by_mail.orders_move import Leg
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class RetreatMode(Order):
    """`retreat-mode IT-24, IT-C6`: these units go over to Retreat mode (11.4)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"retreat-mode {', '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class TryExit(Order):
    """`try-exit IT-24 then 2718 else 2717-2716`: a die to leave Retreat mode, and where to go by its result (11.4)."""

    unit: UnitId
    then: tuple[HexId, ...] = ()
    otherwise: tuple[HexId, ...] = ()

    def __str__(self) -> str:
        then = f" then {'-'.join(self.then)}" if self.then else ""
        other = f" else {'-'.join(self.otherwise)}" if self.otherwise else ""
        return f"try-exit {self.unit}{then}{other}"


@dataclass(frozen=True, slots=True)
class Drive(Order):
    """`drive IT-trucks with IT-9, IT-10 to 1533-1534 drop IT-9, 1636 drop IT-10`: Trucks with their load (11.3.4.1)."""

    trucks: UnitId
    load: tuple[UnitId, ...]
    legs: tuple[Leg, ...]

    def __str__(self) -> str:
        return f"drive {self.trucks} with {', '.join(self.load)} to {', '.join(str(leg) for leg in self.legs)}"


@dataclass(frozen=True, slots=True)
class Burn(Order):
    """`burn IT-depot`: a Depot is to be blown up before the enemy takes it (15.5.1)."""

    unit: UnitId

    def __str__(self) -> str:
        return f"burn {self.unit}"
