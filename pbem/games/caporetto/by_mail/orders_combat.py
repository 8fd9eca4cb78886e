"""The orders of the Combat and Infiltration Sub-phases, as values. `str(order)` is the canonical text.

`grammar_combat` reads them back; docs/games/caporetto-orders.md shows one example of each.
"""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.instructions import OnResult
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, if_words
from pbem.values import NamedTuple, dataclass


class Support(NamedTuple):
    """Support units of an attack: all that are named, or at most a number of them that are still unspent."""

    units: tuple[UnitId, ...] = ()
    most: int = 0  # 0: all of them, and each must be available

    def __str__(self) -> str:
        limit = f"up to {self.most} of " if self.most else ""
        return f" support {limit}{', '.join(self.units)}" if self.units else ""


NO_SUPPORT = Support()


class Second(NamedTuple):
    """A second hex after an advance (12.1/2): for one assault unit, or, without a name, for all of them."""

    hex: str  # a hex, or `stay`
    unit: str = ""

    def __str__(self) -> str:
        return f"{self.unit} {self.hex}".strip()


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """`attack 2718 with GE-12, AH-50 support up to 2 of GE-art1, GE-art2 if 2618 empty on */2: advance GE-12`."""

    target: HexId
    units: tuple[UnitId, ...]
    support: Support = NO_SUPPORT
    conditions: tuple[Condition, ...] = ()
    results: tuple[OnResult, ...] = ()

    def __str__(self) -> str:
        text = f"attack {self.target} with {', '.join(self.units)}{self.support}{if_words(self.conditions)}"
        return text + "".join(f" {result}" for result in self.results)


@dataclass(frozen=True, slots=True)
class Recon(Order):
    """`recon GE-air1 over 2718`: air units look at an enemy hex before the attacks (16.8)."""

    units: tuple[UnitId, ...]
    hex: HexId
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"recon {', '.join(self.units)} over {self.hex}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Mine(Order):
    """`mine 2718 advance AH-1, AH-2`: the Mine Warfare event is used here, before what is ordered below it."""

    hex: HexId
    advance: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        advance = f" advance {', '.join(self.advance)}" if self.advance else ""
        return f"mine {self.hex}{advance}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Infiltrate(Order):
    """`infiltrate GE-12, GE-200 2817 -> 2717`: assault infantry between the two combats (11.8)."""

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"infiltrate {', '.join(self.units)} {' -> '.join(self.path)}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Top(Order):
    """`top GE-12, AH-50`: these units lie on top of their stacks; the enemy sees no others there (11.6)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"top {', '.join(self.units)}"
