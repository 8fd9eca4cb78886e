"""Victory points, line by line: what was counted, by which rule, and what it gives."""

from __future__ import annotations

from typing import Any

from pbem.kernel.pieces import Side
from pbem.kernel.views.plain import plain
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One entry of the score: what was counted, how often, and the points for it; `units` are units or hexes."""

    side: Side
    rule: str
    what: str
    count: int
    points: int
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """All entries of both sides, those that give nothing included."""

    lines: tuple[ScoreLine, ...]
    sides: tuple[Side, ...]

    def total(self, side: Side) -> int:
        """The points of one side."""
        return sum(line.points for line in self.lines if line.side == side)

    def totals(self) -> dict[Side, int]:
        """The points of every side."""
        return {side: self.total(side) for side in self.sides}

    def as_json(self) -> dict[str, Any]:
        """Totals and entries."""
        return {"totals": self.totals(), "lines": plain(self.lines)}
