"""The orders of set-up, the phases before Operations, and movement, as values. `str(order)` is the canonical text.

docs/games/caporetto-orders.md shows one example of each.
"""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, if_words
from pbem.values import NamedTuple, dataclass

# -- set-up (3.0, 19.5) and HQ modes (15.1) ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeployHistorical(Order):
    """`deploy historical`: every unit that no other line places goes where it stood in October 1917."""

    def __str__(self) -> str:
        return "deploy historical"


@dataclass(frozen=True, slots=True)
class Mode(Order):
    """`mode IT-hq2, IT-hq3 support`: the side of HQ counters that lies up (15.1)."""

    hqs: tuple[UnitId, ...]
    mode: str  # support or movement

    def __str__(self) -> str:
        return f"mode {', '.join(self.hqs)} {self.mode}"


# -- before Operations (13.0, 17.0, 7.12) --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeclarePause(Order):
    """`pause yes if morale <= -2`, `pause no`: an operational pause for this turn (17.0)."""

    is_wanted: bool
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"pause {'yes' if self.is_wanted else 'no'}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Enter(Order):
    """`enter FR-47, FR-64 at 2099`: reinforcements are placed in a supply source hex (13.1)."""

    units: tuple[UnitId, ...]  # empty: all
    at: HexId

    def __str__(self) -> str:
        return f"enter {', '.join(self.units) or 'all'} at {self.at}"


@dataclass(frozen=True, slots=True)
class Mobilise(Order):
    """`mobilise`: an Italian General Mobilization (13.2.1)."""

    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"mobilise{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Replenish(Order):
    """`replenish IT-7, IT-14`: one RP each brings reduced units back to full strength (13.2)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"replenish {', '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class Rebuild(Order):
    """`rebuild IT-7 full at 2099`: an eliminated unit comes back, `full` or `depleted` (13.2)."""

    unit: UnitId
    strength: str  # full or depleted
    at: HexId | None = None

    def __str__(self) -> str:
        where = f" at {self.at}" if self.at else ""
        return f"rebuild {self.unit} {self.strength}{where}"


@dataclass(frozen=True, slots=True)
class Withdraw(Order):
    """`withdraw AH-9, AH-16`: who leaves first when the Withdrawals Chart or an event asks (13.3)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"withdraw {', '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class StrategicMove(Order):
    """`move IT-7 to 2099` or `move IT-7 2000 -> 2099` in the section `strategic` (7.12)."""

    unit: UnitId
    path: tuple[HexId, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def to(self) -> HexId:
        """The hex in which it ends."""
        return self.path[-1]

    def __str__(self) -> str:
        way = " -> ".join(self.path) if len(self.path) > 1 else f"to {self.to}"
        return f"move {self.unit} {way}{if_words(self.conditions)}"


# -- movement (7.0, 8.3, 8.4, 19.2, 19.3) --------------------------------------------------------------------


class Leg(NamedTuple):
    """A part of a move: the stack continues along `hexes`; or `dropped` units leave it and go their own way."""

    hexes: tuple[HexId, ...] = ()
    dropped: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        way = " -> ".join(self.hexes)
        return f"drop {', '.join(self.dropped)} {way}".rstrip() if self.dropped else way


@dataclass(frozen=True, slots=True)
class Move(Order):
    """`move IT-7, IT-14 2717 -> 2616; drop IT-7 2615; 2516 if 2516 empty`."""

    units: tuple[UnitId, ...]
    legs: tuple[Leg, ...]
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"move {', '.join(self.units)} {'; '.join(map(str, self.legs))}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Raid(Order):
    """`raid IT-7`: the division lands near Trieste at the start of the last Allied segment (19.3)."""

    unit: UnitId

    def __str__(self) -> str:
        return f"raid {self.unit}"
