"""Victory points, line by line: what was counted, by which rule, and what it gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbem.kernel.pieces import Side


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the score: what was counted, how often, and the points for it; `units` are units or hexes."""

    side: Side
    rule: str
    what: str
    count: int
    points: int
    units: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "side": self.side, "rule": self.rule, "what": self.what,
            "count": self.count, "points": self.points, "units": list(self.units),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Score:
    """All entries of both sides, those that give nothing included."""

    lines: tuple[Line, ...]

    def total(self, side: Side) -> int:
        """The points of one side."""
        return sum(line.points for line in self.lines if line.side == side)

    def as_json(self, sides: Iterable[Side]) -> dict[str, Any]:
        """Totals and entries."""
        return {"totals": {side: self.total(side) for side in sides}, "lines": [line.as_json() for line in self.lines]}
