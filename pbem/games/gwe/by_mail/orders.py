"""The orders of this game, as values. `str(order)` is the canonical text; `grammar` reads it back.

docs/orders.md shows one example of each.
"""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.instructions import OnResult
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, if_words
from pbem.values import NamedTuple, dataclass

# -- movement (5.0, 14.0, 17.3, 19.0) ------------------------------------------------------------------------


class Leg(NamedTuple):
    """A part of a move: `walk` or `rail` along waypoints, `entrain`, `detrain`, or `off-map` by an exit to another."""

    kind: str
    hexes: tuple[HexId, ...] = ()

    def __str__(self) -> str:
        if self.kind in ("entrain", "detrain"):
            return self.kind
        way = " -> ".join(self.hexes)
        return way if self.kind == "walk" else f"{self.kind} {way}"


@dataclass(frozen=True, slots=True)
class Move(Order):
    """`move GE-5 1903 -> 1904, entrain, rail 2110`; with `march` it is a Forced March (19.0)."""

    unit: UnitId
    legs: tuple[Leg, ...]
    is_march: bool = False
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        verb = "march" if self.is_march else "move"
        return f"{verb} {self.unit} {', '.join(map(str, self.legs))}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Enter(Order):
    """`enter AH-dep5 at 0901, rail 1204 else hold`: a reinforcement comes (14.0). `else` is for a blocked hex:
    `edge` (14.22), `hold` (14.24)."""

    unit: UnitId
    at: HexId
    legs: tuple[Leg, ...] = ()
    otherwise: str = "hold"

    def __str__(self) -> str:
        legs = "".join(f", {leg}" for leg in self.legs)
        return f"enter {self.unit} at {self.at}{legs} else {self.otherwise}"


@dataclass(frozen=True, slots=True)
class Withhold(Order):
    """`withhold AH-dep5`: the reinforcement waits for a later turn (14.24)."""

    unit: UnitId

    def __str__(self) -> str:
        return f"withhold {self.unit}"


@dataclass(frozen=True, slots=True)
class Heroes(Order):
    """`heroes IT-II, IT-VIII`: +1 defence in the coming Game-Turn (21.22)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return "heroes " + ", ".join(self.units)


# -- withdrawal before combat (12.0) -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withdraw(Order):
    """`withdraw IT-52 0831 -> 0930 | 0830 -> 0929 if strength >= 8`: paths in order of preference; none = stay."""

    unit: UnitId
    paths: tuple[tuple[HexId, ...], ...]
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        paths = " | ".join(" -> ".join(path) for path in self.paths) or "free"
        return f"withdraw {self.unit} {paths}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Stay(Order):
    """`stay IT-52` or `stay all`: no withdrawal before combat."""

    units: tuple[UnitId, ...]  # empty: all

    def __str__(self) -> str:
        return "stay " + (", ".join(self.units) or "all")


@dataclass(frozen=True, slots=True)
class Follow(Order):
    """`follow 0831 with GE-5, GE-26`: enter a hex emptied by a withdrawal (12.16)."""

    hex: HexId
    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"follow {self.hex} with {', '.join(self.units)}"


# -- combat (8.0, 10.2, 17.1) --------------------------------------------------------------------------------


class Support(NamedTuple):
    """Part of an attack: a support unit and the barrage points it gives; -1 is all that 17.15 allows."""

    unit: UnitId
    points: int = -1

    def __str__(self) -> str:
        return self.unit if self.points < 0 else f"{self.unit} {self.points}"


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """`attack 1904 with GE-5, GE-26 barrage AH-art15 shift GE-hqLI if odds >= 3-1 on */2: advance GE-26`."""

    targets: tuple[HexId, ...]
    units: tuple[UnitId, ...]
    barrage: tuple[Support, ...] = ()
    shifts: tuple[UnitId, ...] = ()
    conditions: tuple[Condition, ...] = ()
    results: tuple[OnResult, ...] = ()

    def __str__(self) -> str:
        text = f"attack {' + '.join(self.targets)} with {', '.join(self.units)}"
        if self.barrage:
            text += f" barrage {', '.join(map(str, self.barrage))}"
        if self.shifts:
            text += f" shift {', '.join(self.shifts)}"
        return text + if_words(self.conditions) + "".join(f" {result}" for result in self.results)


# -- standing orders -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AgreeToEnd(Order):
    """`agree to end`: when both sides say so, the game is over with this Game-Turn (16.0/4.1)."""

    def __str__(self) -> str:
        return "agree to end"
