"""A step as it came out when orders were tried."""

from __future__ import annotations

from typing import Any

from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class TriedStep:
    """One step as it came out."""

    label: str
    title: str
    facts: tuple[Fact, ...]
    before: Position
    after: Position
    stopped: str  # the roll for which no die was given

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "label": self.label,
            "title": self.title,
            "facts": [fact.as_json() for fact in self.facts],
            "position": self.after.text(),
            "stopped": self.stopped,
        }
