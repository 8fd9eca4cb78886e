"""The position in words: what lies and stands in a hex, what is around it, and where the two sides touch."""

from __future__ import annotations

from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class UnitSeen:
    """A unit as its counter shows it."""

    unit: str
    figures: str = ""
    steps: str = ""  # `2 of 3 steps`, where it has lost some
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StackSeen:
    """The units of one side in a hex, the top one first."""

    side: str
    units: tuple[UnitSeen, ...]


@dataclass(frozen=True, slots=True)
class HexSeen:
    """A hex: its ground, who stands there, whose zones of control reach it."""

    hex: str
    place: str
    ground: tuple[str, ...]
    stacks: tuple[StackSeen, ...] = ()
    zones: tuple[str, ...] = ()  # sides


@dataclass(frozen=True, slots=True)
class Beside:
    """A hex beside another: at which hour, and what lies between."""

    hour: int
    there: HexSeen
    across: tuple[str, ...] = ()  # on the hexside: rivers, ridges
    along: tuple[str, ...] = ()  # roads and railways that lead there


@dataclass(frozen=True, slots=True)
class Far:
    """Something farther off."""

    hour: int
    hexes: int
    there: HexSeen


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A hex with all that is around it, and the nearest stack of each side beyond."""

    here: HexSeen
    around: tuple[Beside, ...]
    nearest: tuple[Far, ...] = ()


@dataclass(frozen=True, slots=True)
class Contact:
    """A stack with enemies beside it."""

    here: HexSeen
    facing: tuple[Beside, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """Where the stacks of a side stand beside enemies, from the top of the map down; each tuple hangs together."""

    side: str
    stretches: tuple[tuple[Contact, ...], ...]
