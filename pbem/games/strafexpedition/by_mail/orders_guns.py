"""The orders of guns, trenches, reinforcements and the night, as values. `str(order)` is the canonical text."""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.values import dataclass

# -- Actions: bombardment (13.2) and digging (18.1) -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bombard(Order):
    """`bombard 1434 with AH-S4-MTN-1, AH-S4-FLD-1`: these guns fire at one hex together (13.2)."""

    target: HexId
    guns: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"bombard {self.target} with {', '.join(self.guns)}"


@dataclass(frozen=True, slots=True)
class Dig(Order):
    """`dig IT-63-I, IT-63-II`: these units raise the trenches of their hexes, in this order (18.1)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"dig {', '.join(self.units)}"


# -- the Artillery Phase (18.6, 19.5, 20.7, S5.sp6) -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BlowUp(Order):
    """`blow-up IT-Verena, IT-V-HVY-1`: own guns and fortresses that are not to be captured (19.5, 20.7)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"blow-up {', '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class BlowBridge(Order):
    """`blow-up bridge`: an attempt at the Bridge of Roana (S5.sp6)."""

    def __str__(self) -> str:
        return "blow-up bridge"


@dataclass(frozen=True, slots=True)
class Reduce(Order):
    """`reduce 1333, 1434`: own trenches that are taken down by a level (18.6)."""

    hexes: tuple[HexId, ...]

    def __str__(self) -> str:
        return f"reduce {', '.join(self.hexes)}"


# -- reinforcements (6.0) -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter(Order):
    """`enter IT-85-I, IT-85-II at 0238, 0146`: where reinforcements come in, the hex they like best first (6.1)."""

    units: tuple[UnitId, ...]  # empty: all that are due
    hexes: tuple[HexId, ...]

    def __str__(self) -> str:
        return f"enter {', '.join(self.units) or 'all'} at {', '.join(self.hexes)}"


@dataclass(frozen=True, slots=True)
class Delay(Order):
    """`delay IT-85-I`: reinforcements that wait; `delay all` (6.2)."""

    units: tuple[UnitId, ...]  # empty: all that are due

    def __str__(self) -> str:
        return f"delay {', '.join(self.units) or 'all'}"


# -- the night (21.0) -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replace(Order):
    """`replace IT-64-I`, `replace IT-64-II at 1232`: a step comes back, or a battalion that was eliminated (21.2)."""

    unit: UnitId
    at: HexId | None = None

    def __str__(self) -> str:
        return f"replace {self.unit}" + (f" at {self.at}" if self.at else "")


@dataclass(frozen=True, slots=True)
class Keep(Order):
    """`keep IT-64-I`, `keep all`: who does not rally tonight, though he could (21.6); `keep none`: nobody."""

    units: tuple[UnitId, ...] = ()
    is_all: bool = False

    def __str__(self) -> str:
        return f"keep {'all' if self.is_all else ', '.join(self.units) or 'none'}"
