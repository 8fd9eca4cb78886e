"""Sides and units: what is printed on a counter and never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

from pbem.values import dataclass, field

Side = NewType("Side", str)
UnitId = NewType("UnitId", str)

# Places of a unit that are not hexes.
WAITING = "waiting"  # a reinforcement that has not come yet
GONE = "gone"  # eliminated
ASIDE = "aside"  # not used in this scenario


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter: who owns it, what kind of unit it is, and its printed figures."""

    id: UnitId
    side: Side
    nation: str
    name: str
    size: str
    type: str
    tags: tuple[str, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    set_up: str = ""
    source: str = ""

    def figure(self, name: str) -> int:
        """A printed figure; 0 where the counter has none."""
        return self.figures.get(name, 0)

    def has(self, tag: str) -> bool:
        """Whether the counter carries the tag (such as `stosstruppen`)."""
        return tag in self.tags
