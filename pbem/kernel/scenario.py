"""A scenario: map, counters, charts and options. It never changes during a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.kernel.chartfile import chart_of
from pbem.kernel.charts import Chart
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.values import dataclass, field

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is printed: everything that the rules read and nothing that they change."""

    game: str
    name: str
    title: str
    map: Map
    units: Mapping[UnitId, Unit]
    charts: Mapping[str, Any]
    card: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[Side, ...] = ()
    templates: str = ""  # a guest's folder of words, laid out as ours is: `ford/facts.j2`
    _memo: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def unit(self, unit_id: UnitId) -> Unit:
        """The counter with this designation."""
        return self.units[unit_id]

    def side_of(self, unit_id: UnitId) -> Side:
        """Who owns the counter."""
        return self.units[unit_id].side

    def others(self, side: Side) -> tuple[Side, ...]:
        """All sides but one."""
        return tuple([other for other in self.sides if other != side])

    def enemy_of(self, side: Side) -> Side:
        """The other side of a game that has two."""
        one, other = self.sides
        return other if side == one else one

    def option(self, name: str) -> str:
        """How a campaign option is set; the empty text if the scenario has no such option."""
        return self.options.get(name, "")

    def chart(self, name: str, keys: Sequence[str] = ()) -> Chart:
        """A results chart of the scenario; `keys` name its rows of odds, if it has others than `columns`."""
        return self.memo(("chart", name), lambda: chart_of(name, self.charts[name], keys))

    def memo(self, key: Any, make: Callable[[], T]) -> T:
        """What `make` gives, computed once per scenario."""
        if key not in self._memo:
            self._memo[key] = make()
        value: T = self._memo[key]
        return value
