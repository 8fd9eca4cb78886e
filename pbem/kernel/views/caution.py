"""What a player should hear in time: an order that will do nothing, a unit that the next check may cost."""

from __future__ import annotations

from pbem.errors import Spot
from pbem.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Caution:
    """One such thing in words, its rule, and the line of the order that it is about; 0 where it is about none."""

    words: str
    rule: str
    line: int = 0

    def at(self, spot: Spot | None) -> Caution:
        """The same beside an order."""
        return replace(self, line=spot.line) if spot else self

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.words} [{self.rule}]"
