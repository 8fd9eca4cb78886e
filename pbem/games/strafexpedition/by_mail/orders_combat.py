"""The orders of combat as values. `str(order)` is the canonical text."""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.values import dataclass

WEAKEST, STRONGEST = "weakest first", "strongest first"


@dataclass(frozen=True, slots=True)
class Assault(Order):
    """`assault 1335 with AH-58-3-I, AH-58-3-II forced losses AH-58-3-II`: who assaults which hex (13.1).

    The first named enter first where not all may (13.1.4); behind `losses` who loses steps first, by fire and in the
    assault.
    """

    target: HexId
    units: tuple[UnitId, ...]
    is_forced: bool = False
    losses: tuple[str, ...] = ()

    def __str__(self) -> str:
        forced = " forced" if self.is_forced else ""
        losses = f" losses {', '.join(self.losses)}" if self.losses else ""
        return f"assault {self.target} with {', '.join(self.units)}{forced}{losses}"
