"""The orders of the Combat and Exploitation Phases as values. `str(order)` is the canonical text."""

from __future__ import annotations

from pbem.games.italia18.by_mail.orders_move import Again, Span, else_words
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.instructions import OnResult
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, if_words
from pbem.values import NamedTuple, dataclass

ALL_GUNS = 99  # `cb max`: as many as the rules let him turn
NONE = "none"


class Going(NamedTuple):
    """A unit that advances: into the attacked hex, or on from there (12.4)."""

    unit: str  # a unit, or `all`, or `none`
    hexes: tuple[HexId, ...] = ()

    def __str__(self) -> str:
        return f"{self.unit} {'-'.join(self.hexes)}".strip()


@dataclass(frozen=True, slots=True)
class Assault(Order):
    """`attack 2024 with AH-22Sch guns GE-A14 cb 1 lead AH-22Sch assault AH-sb1 if 2124 ours on any: losses AH-94`."""

    target: HexId
    units: tuple[UnitId, ...]
    guns: tuple[UnitId, ...] = ()
    counter_battery: int = 0
    leads: tuple[UnitId, ...] = ()
    assault: tuple[str, ...] = ()  # Assault Troops, or `none`; where nothing is said the first that goes along is used
    is_rommel: bool = False  # the Rommel counter is played (S1.sp8)
    is_forced: bool = False  # even at odds at which the attack is called off (ruling R31)
    conditions: tuple[Condition, ...] = ()
    results: tuple[OnResult, ...] = ()

    def __str__(self) -> str:
        named = (("guns", self.guns), ("lead", self.leads), ("assault", self.assault))
        lists = {word: f" {word} {', '.join(units)}" if units else "" for word, units in named}
        number = "max" if self.counter_battery == ALL_GUNS else str(self.counter_battery)
        turned = f" cb {number}" if self.counter_battery else ""
        flags = f"{' rommel' if self.is_rommel else ''}{' force' if self.is_forced else ''}"
        parts = f"{lists['guns']}{turned}{lists['lead']}{lists['assault']}{flags}"
        text = f"attack {self.target} with {', '.join(self.units)}{parts}{if_words(self.conditions)}"
        return text + "".join(f" {result}" for result in self.results)


@dataclass(frozen=True, slots=True)
class Assign(Order):
    """`assign GE-st1 to GE-2Jg`: from the start of this phase on these Assault Troops go with that unit (11.3.2)."""

    troops: UnitId
    unit: UnitId

    def __str__(self) -> str:
        return f"assign {self.troops} to {self.unit}"


@dataclass(frozen=True, slots=True)
class Leave(Order):
    """`leave 2024 by IT-56 max toward 1922`: the marked units of a hex disengage, by the morale of one of them (13.0).

    `distance` is `max`, `min` or a number of hexes, `ways` a way hex by hex, or `toward` a hex, the best first.
    """

    hex: HexId
    morale_of: UnitId | None = None
    distance: str = ""
    ways: tuple[str, ...] = ()

    def __str__(self) -> str:
        by = f" by {self.morale_of}" if self.morale_of else ""
        far = f" {self.distance}" if self.distance else ""
        ways = f" via {', '.join(self.ways)}" if self.ways else ""
        return f"leave {self.hex}{by}{far}{ways}"


@dataclass(frozen=True, slots=True)
class Exploit(Order):
    """`exploit GE-Leib to 2025-1925`: a unit under an Exploitation or Reserves marker goes on (14.2).

    `exploit AH-11 to 1533, bridge 1533/1534 twice, 1534 else 1532` builds a pontoon on the way (11.2.4).
    """

    unit: UnitId
    hexes: tuple[HexId, ...]
    conditions: tuple[Condition, ...] = ()
    span: Span | None = None
    onward: tuple[HexId, ...] = ()  # over the pontoon
    otherwise: tuple[HexId, ...] = ()  # where to go if none is built
    again: Again | None = None  # and what to build there

    def __str__(self) -> str:
        parts = ("-".join(self.hexes), str(self.span or ""), "-".join(self.onward))
        other = else_words(self.otherwise, self.again)
        return f"exploit {self.unit} to {', '.join(filter(None, parts))}{other}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Drop(Order):
    """`drop GE-Leib`: it gives its Exploitation marker up (14.0)."""

    unit: UnitId
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"drop {self.unit}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Keep(Order):
    """`keep IT-C6 for 2024, 2023`, `keep 1 for 2024`: guns that wait while one of these hexes may still be attacked."""

    guns: tuple[UnitId, ...]
    hexes: tuple[HexId, ...]
    number: int = 0  # so many of those that reach the hex, where no piece is named

    def __str__(self) -> str:
        who = str(self.number) if self.number else ", ".join(self.guns)
        return f"keep {who} for {', '.join(self.hexes)}"


@dataclass(frozen=True, slots=True)
class Hide(Order):
    """`hide all`, `hide none`, `hide IT-aCadore`: detachments that show their blank side when they may (3.0)."""

    units: tuple[UnitId, ...] = ()
    is_all: bool = True

    def __str__(self) -> str:
        return "hide all" if self.is_all else f"hide {', '.join(self.units) or NONE}"
