"""The verdict on a record: every fault that a replay found, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the record that does not prove itself."""

    seq: int
    place: str
    what: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {"seq": self.seq, "place": self.place, "what": self.what}

    def __str__(self) -> str:
        return f"entry {self.seq}{f' ({self.place})' if self.place else ''}: {self.what}"


@dataclass(slots=True)
class Verdict:
    """What a replay of the whole record found."""

    campaign: str
    entries: int = 0
    steps: int = 0
    dice: int = 0
    orders: int = 0
    head: str = ""
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # what this computer could not check, as a library is missing

    @property
    def is_good(self) -> bool:
        """Whether every part of the record proves itself."""
        return not self.faults

    @property
    def verdict(self) -> str:
        """replayed (the whole record was played again), unchecked (a library for signatures is missing), or wrong."""
        return "wrong" if self.faults else "unchecked" if self.unchecked else "replayed"

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "verdict": self.verdict,
            "good": self.is_good,
            "entries": self.entries,
            "steps": self.steps,
            "dice": self.dice,
            "orders": self.orders,
            "head": self.head,
            "faults": [fault.as_json() for fault in self.faults],
            "notes": [*self.notes, *self.unchecked],
            "checked": not self.unchecked,
        }
