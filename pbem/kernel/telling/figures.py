"""The step in figures, and the stacks as it left them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.kernel.facts import Fact, steps_lost
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.habits import Telling
from pbem.values import dataclass, field, fields

BySide = dict[Side, int]


@dataclass(slots=True)
class Sums:
    """Combats, and by side the units moved by order, steps lost and regained, units eliminated."""

    combats: int = 0
    moved: BySide = field(default_factory=dict)
    lost: BySide = field(default_factory=dict)
    regained: BySide = field(default_factory=dict)
    eliminated: BySide = field(default_factory=dict)

    @property
    def sides(self) -> list[Side]:
        """The sides of which there is something to count."""
        return list(dict.fromkeys((*self.moved, *self.lost, *self.regained, *self.eliminated)))

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        counts = {one.name: getattr(self, one.name) for one in fields(self)}
        return {**counts, "sides": self.sides}


def sums(facts: Iterable[Fact], scenario: Scenario, telling: Telling) -> Sums:
    """The step in figures."""
    found = Sums()
    moved: dict[UnitId, None] = {}
    for fact in facts:
        unit = scenario.units.get(fact.get("unit", ""))
        if fact.kind == telling.whole:
            found.combats += 1
        elif unit is None:
            continue
        elif fact.kind in ("lost", "eliminated"):
            _count(found.lost, unit.side, steps_lost(fact))
            _count(found.eliminated, unit.side, 1 if fact.kind == "eliminated" else 0)
        elif fact.kind == "regained":
            _count(found.regained, unit.side, int(fact.get("steps", 0)))
        elif fact.kind == "moved" and not telling.how_of(fact) and unit.id not in moved:
            moved[unit.id] = None
            _count(found.moved, unit.side, 1)
    return found


def _count(into: BySide, side: Side, number: int) -> None:
    if number:
        into[side] = into.get(side, 0) + number


def stacks(
    scenario: Scenario, before: Position | None, after: Position, only_changed: bool = True
) -> list[dict[str, Any]]:
    """The stacks after the step, hex by hex: all, or those that it changed, emptied hexes among them."""
    old, new = _by_hex(scenario, before), _by_hex(scenario, after)
    hexes = sorted({**old, **new})
    wanted = [h for h in hexes if not only_changed or old.get(h) != new.get(h)]
    return [{"hex": h, "units": new.get(h, [])} for h in wanted if h in new or only_changed]


def _by_hex(scenario: Scenario, position: Position | None) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for unit, counter in scenario.units.items():
        state = position.units.get(unit) if position else None
        if state and state.place in scenario.map.grid:
            entry = {"unit": unit, "steps": state.steps, "whole": counter.figure("steps")}
            found.setdefault(state.place, []).append(entry)
    return found
