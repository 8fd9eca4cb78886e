"""The orders of the Movement Phase as values. `str(order)` is the canonical text."""

from __future__ import annotations

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.values import NamedTuple, dataclass


class Span(NamedTuple):
    """`bridge 1533/1534 twice`: a pontoon to be built in the middle of a move, with one try or two (11.2.4)."""

    here: HexId
    there: HexId
    tries: int = 1

    def __str__(self) -> str:
        return f"bridge {self.here}/{self.there}{' twice' if self.tries > 1 else ''}"


class Again(NamedTuple):
    """`else bridge 1533/1634, 1634 else 1532`: a second pontoon, over another hexside, if the first does not lie."""

    span: Span
    onward: tuple[HexId, ...] = ()
    otherwise: tuple[HexId, ...] = ()

    def __str__(self) -> str:
        onward = f", {'-'.join(self.onward)}" if self.onward else ""
        return f"{self.span}{onward}{else_words(self.otherwise)}"


def else_words(otherwise: tuple[HexId, ...], again: Again | None = None) -> str:
    """What follows if no pontoon lies: ` else 1532`, with a second one ` else 1532, bridge 1532/1632, 1632`."""
    parts = [one for one in ("-".join(otherwise), str(again or "")) if one]
    return f" else {', '.join(parts)}" if parts else ""


class Leg(NamedTuple):
    """A stretch of a move: the hexes to go to, and who is left in the last of them; or a pontoon to be built."""

    hexes: tuple[HexId, ...]
    dropped: tuple[UnitId, ...] = ()
    span: Span | None = None

    def __str__(self) -> str:
        if self.span:
            return str(self.span)
        drop = f" drop {', '.join(self.dropped)}" if self.dropped else ""
        return "-".join(self.hexes) + drop


@dataclass(frozen=True, slots=True)
class Move(Order):
    """`move AH-4, AH-sb1 to 2023-2024`, `march AH-50 to 2327`, `move IT-56 to 1924 covered by IT-ar1` (11.1, 11.2)."""

    units: tuple[UnitId, ...]
    legs: tuple[Leg, ...]
    is_march: bool = False
    cover: UnitId | None = None  # Arditi that stay behind (11.2.2)
    otherwise: tuple[HexId, ...] = ()  # where to go if no pontoon is built
    again: Again | None = None  # and what to build there

    def __str__(self) -> str:
        verb = "march" if self.is_march else "move"
        cover = f" covered by {self.cover}" if self.cover else ""
        other = else_words(self.otherwise, self.again)
        return f"{verb} {', '.join(self.units)} to {', '.join(str(leg) for leg in self.legs)}{other}{cover}"


@dataclass(frozen=True, slots=True)
class Relieve(Order):
    """`relieve IT-24 by IT-59 via 1924`: the second goes into the hex of the first, which may then leave (11.2.2)."""

    unit: UnitId
    by: tuple[UnitId, ...]
    via: tuple[HexId, ...] = ()

    def __str__(self) -> str:
        way = f" via {'-'.join(self.via)}" if self.via else ""
        return f"relieve {self.unit} by {', '.join(self.by)}{way}"


@dataclass(frozen=True, slots=True)
class Disengage(Order):
    """`disengage IT-24, IT-17`: Disengagement markers (11.2.7)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"disengage {', '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class Reserve(Order):
    """`reserve GE-Leib, GE-1Jg`, `cav-reserve IT-3DC`: one Reserves marker for these units (11.2.8)."""

    units: tuple[UnitId, ...]
    is_cavalry: bool = False

    def __str__(self) -> str:
        return f"{'cav-reserve' if self.is_cavalry else 'reserve'} {', '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class Arrive(Order):
    """`arrive AH-50 at 2527`: where a reinforcement appears (11.1.5)."""

    units: tuple[UnitId, ...]
    at: HexId

    def __str__(self) -> str:
        return f"arrive {', '.join(self.units)} at {self.at}"


@dataclass(frozen=True, slots=True)
class Demolish(Order):
    """`demolish 1733/1833`: a bridge is to be blown (11.2.5)."""

    here: HexId
    there: HexId

    def __str__(self) -> str:
        return f"demolish {self.here}/{self.there}"


@dataclass(frozen=True, slots=True)
class Rebuild(Order):
    """`rebuild 1733/1833`: a bridge is to be put up again (11.2.5)."""

    here: HexId
    there: HexId

    def __str__(self) -> str:
        return f"rebuild {self.here}/{self.there}"


@dataclass(frozen=True, slots=True)
class Release(Order):
    """`release IT-7, IT-8`: units that begin under a Reserves marker are set free (11.2.10)."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"release {', '.join(self.units)}"


@dataclass(frozen=True, slots=True)
class Displace(Order):
    """`displace GE-A14 to 2227-2127`: Artillery in Offensive mode goes forward (11.3.1.1)."""

    unit: UnitId
    hexes: tuple[HexId, ...]

    def __str__(self) -> str:
        return f"displace {self.unit} to {'-'.join(self.hexes)}"


@dataclass(frozen=True, slots=True)
class Unbridge(Order):
    """`unbridge 1533/1534`: an own pontoon is taken up (11.2.4)."""

    here: HexId
    there: HexId

    def __str__(self) -> str:
        return f"unbridge {self.here}/{self.there}"
