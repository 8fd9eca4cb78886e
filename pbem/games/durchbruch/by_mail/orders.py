"""The orders of the game, as values. `str(order)` is the canonical text; the grammar reads it back."""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId, Hexside
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, if_words
from pbem.values import NamedTuple, dataclass

FAR, VACATED = "far", "vacated"  # how a defender has left (14.2.2, 14.2.1)


def _list(units: tuple[str, ...]) -> str:
    return ", ".join(units)


def _way(path: tuple[HexId, ...]) -> str:
    return " -> ".join(path)


# -- before turn 1 -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChoosePlan(Order):
    """`choose conrad`: the secret plan of the Austro-Germans (16.5)."""

    is_secret = True
    plan: str

    def __str__(self) -> str:
        return f"choose {self.plan}"


@dataclass(frozen=True, slots=True)
class LeaveOut(Order):
    """`aside IT-dummy3`: a dummy that is not used (6.5-2)."""

    unit: UnitId

    def __str__(self) -> str:
        return f"aside {self.unit}"


@dataclass(frozen=True, slots=True)
class Top(Order):
    """`top IT-dummy3`: by option the unit lies on its stack and hides the others (1.5-opt)."""

    unit: UnitId

    def __str__(self) -> str:
        return f"top {self.unit}"


@dataclass(frozen=True, slots=True)
class Strengthen(Order):
    """`strengthen GE-R23 2`: accessory strength points, in secret (6.2)."""

    is_secret = True
    unit: UnitId
    points: int

    def __str__(self) -> str:
        return f"strengthen {self.unit} {self.points}"


@dataclass(frozen=True, slots=True)
class Marker(Order):
    """`marker GE-R23, GE-R62`: under these units a marker lies, real or a dummy (6.2.1-b)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"marker {_list(self.units)}"


@dataclass(frozen=True, slots=True)
class Gas(Order):
    """`gas GE-gas1 at 1619`: the gas attack of a pioneer counter (2.5.3.2-b)."""

    unit: UnitId
    target: HexId

    def __str__(self) -> str:
        return f"gas {self.unit} at {self.target}"


@dataclass(frozen=True, slots=True)
class First(Order):
    """`first LI`: the first chit of turn 1 (7.2-3a)."""

    corps: str

    def __str__(self) -> str:
        return f"first {self.corps}"


# -- the morning ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replace(Order):
    """`replace IT-87, IT-88`: who takes replacements, the first that may (8.2)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"replace {_list(self.units)}"


@dataclass(frozen=True, slots=True)
class LateChit(Order):
    """`chit XXVIII no`: whether the chit of the XXVIII Corps goes into the cup (7-d)."""

    is_wanted: bool

    def __str__(self) -> str:
        return f"chit XXVIII {'yes' if self.is_wanted else 'no'}"


# -- a corps -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bridge(Order):
    """`bridge GE-engLI 4004/4005`, `unbridge GE-engLI`, `demolish GE-engLI`: the Bridges segment (7.1-1)."""

    what: str
    unit: UnitId
    side: Hexside | None = None

    def __str__(self) -> str:
        return f"{self.what} {self.unit}{f' {self.side}' if self.side else ''}"


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """`fire GE-artLIa, GE-artLIb at 4106 if rp >= 4`: preliminary fire, or a barrage (11)."""

    units: tuple[UnitId, ...]
    target: HexId
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"fire {_list(self.units)} at {self.target}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Destroy(Order):
    """`destroy IT-eng1 else 3706 -> 3707`: an Italian engineer destroys the passage in its hex, or goes on."""

    unit: UnitId
    path: tuple[HexId, ...] = ()  # where it goes with the points that it has left, if its check fails

    def __str__(self) -> str:
        return f"destroy {self.unit}{f' else {_way(self.path)}' if self.path else ''}"


@dataclass(frozen=True, slots=True)
class Move(Order):
    """`move GE-R23, GE-st12 3805 -> 3806 else next`: a stack on its way; what follows `else` is for bad dice.

    `enter GE-G119 4501 -> 4402` is a reinforcement that comes on; a move may end with `exit`, off the map.
    """

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    otherwise: str = ""  # next: another unit tries the passage; ford: through the river if the bridge goes up
    leaves: bool = False
    enters: bool = False
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        verb, out = "enter" if self.enters else "move", " exit" if self.leaves else ""
        text = f"{verb} {_list(self.units)} {_way(self.path)}{out}"
        return text + (f" else {self.otherwise}" if self.otherwise else "") + if_words(self.conditions)


@dataclass(frozen=True, slots=True)
class Overrun(Order):
    """`overrun GE-Leib, GE-Rommel 4105 -> 4205 then 4206`: an automatic victory in movement (12.3)."""

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]  # the last hex is the target
    then: tuple[HexId, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        text = f"overrun {_list(self.units)} {_way(self.path)}"
        return text + (f" then {_way(self.then)}" if self.then else "") + if_words(self.conditions)


@dataclass(frozen=True, slots=True)
class Target(Order):
    """`target 4206, 4306`: hexes that a later part of these orders attacks, marked with the first attack (13.2)."""

    hexes: tuple[HexId, ...]

    def __str__(self) -> str:
        return f"target {_list(self.hexes)}"


class Advance(NamedTuple):
    """How one unit advances: its hexes, the vacated one first."""

    unit: UnitId
    path: tuple[HexId, ...]

    def __str__(self) -> str:
        return f"{self.unit} {_way(self.path)}"


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """`attack 4106 with GE-J3, GE-st200 support GE-art200 led by GE-hq200 guns GE-J3 losses GE-J3 on far: advance
    GE-st200 4106 -> 4107 on vacated: advance GE-J3 4106`."""

    target: HexId
    units: tuple[UnitId, ...]
    support: tuple[UnitId, ...] = ()
    hq: str = ""
    gunner: str = ""
    losses: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    far: tuple[Advance, ...] = ()
    vacated: tuple[Advance, ...] = ()

    def __str__(self) -> str:
        text = f"attack {self.target} with {_list(self.units)}"
        for word, units in (
            ("support", self.support),
            ("led by", (self.hq,)),
            ("guns", (self.gunner,)),
            ("losses", self.losses),
        ):
            text += f" {word} {_list(units)}" if units and units[0] else ""
        text += if_words(self.conditions)
        for when, ways in ((FAR, self.far), (VACATED, self.vacated)):
            text += f" on {when}: advance {', '.join(map(str, ways))}" if ways else ""
        return text
