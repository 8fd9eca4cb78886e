"""The orders of the Combat and Exploitation Phases as values. `str(order)` is the canonical text."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.games.italia18.battle import Attack
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order


@dataclass(frozen=True, slots=True)
class Assault(Order):
    """`attack 2024 with AH-22Sch, AH-94 guns GE-A14, AH-Krauss cb 1 lead AH-22Sch assault AH-sb1` (12.2)."""

    target: HexId
    units: tuple[UnitId, ...]
    guns: tuple[UnitId, ...] = ()
    counter_battery: int = 0
    leads: tuple[UnitId, ...] = ()
    assault: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        named = (("guns", self.guns), ("lead", self.leads), ("assault", self.assault))
        lists = {word: f" {word} {', '.join(units)}" if units else "" for word, units in named}
        turned = f" cb {self.counter_battery}" if self.counter_battery else ""
        with_ = ", ".join(self.units)
        return f"attack {self.target} with {with_}{lists['guns']}{turned}{lists['lead']}{lists['assault']}"

    def declared(self, side: Side, *, is_exploitation: bool = False) -> Attack:
        """What the rules make of it."""
        return Attack(
            side, self.target, self.units, self.guns, self.counter_battery, self.assault, self.leads, is_exploitation
        )


@dataclass(frozen=True, slots=True)
class Leave(Order):
    """`leave 2024 by IT-56`: the marked units of a hex disengage, by the morale of one of them (13.0)."""

    hex: HexId
    morale_of: UnitId | None = None

    def __str__(self) -> str:
        return f"leave {self.hex}{f' by {self.morale_of}' if self.morale_of else ''}"


@dataclass(frozen=True, slots=True)
class Exploit(Order):
    """`exploit GE-Leib to 2025-1925`: a unit under an Exploitation or Reserves marker goes on (14.2)."""

    unit: UnitId
    hexes: tuple[HexId, ...]

    def __str__(self) -> str:
        return f"exploit {self.unit} to {'-'.join(self.hexes)}"


@dataclass(frozen=True, slots=True)
class Drop(Order):
    """`drop GE-Leib`: it gives its Exploitation marker up (14.0)."""

    unit: UnitId

    def __str__(self) -> str:
        return f"drop {self.unit}"
