"""Formations: which units belong to a corps, a brigade, an army, who leads it, and who stands above it.

A counter names its formations in the manifest, `brigade=Sassari corps=XII`; a headquarters says what it leads,
`corps=XII leads=corps`. What no counter says stands once on the scenario card:

    [formations.corps.XII]
    army = "1"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.scenario import Scenario

Members = Mapping[str, tuple[UnitId, ...]]


def of(unit: Unit, level: str) -> str:
    """The formation of that level which the counter names; the empty text where it names none."""
    return unit.words.get(level, "")


def members(scenario: Scenario, level: str) -> Members:
    """By formation its units, headquarters included, in the order of the manifest."""
    return scenario.memo(("formations", level), lambda: _members(scenario, level))


def _members(scenario: Scenario, level: str) -> Members:
    found: dict[str, list[UnitId]] = {}
    for unit in scenario.units.values():
        if name := of(unit, level):
            found.setdefault(name, []).append(unit.id)
    return {name: tuple(units) for name, units in found.items()}


def leader(scenario: Scenario, level: str, name: str) -> UnitId | None:
    """The headquarters that leads the formation, if it has one."""
    units = members(scenario, level).get(name, ())
    return next((unit for unit in units if scenario.units[unit].words.get("leads") == level), None)


def chain(scenario: Scenario, unit: UnitId, levels: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The formations above a unit, from the lowest level to the highest, as far as it has them: `("corps", "XII")`.

    A level that the counter does not name is looked up on the card, under the formations that it has so far.
    """
    counter, found = scenario.units[unit], list[tuple[str, str]]()
    for level in levels:
        name = of(counter, level) or next((up for below in found if (up := _above(scenario, *below, level))), "")
        if name:
            found.append((level, name))
    return tuple(found)


def _above(scenario: Scenario, level: str, name: str, upper: str) -> str:
    """What the scenario card says of a formation: the one of the upper level that it belongs to."""
    entry = scenario.card.get("formations", {}).get(level, {}).get(name, {})
    return str(entry.get(upper, ""))


def commanders(scenario: Scenario, unit: UnitId, levels: Sequence[str]) -> tuple[UnitId, ...]:
    """The headquarters above a unit, the nearest first; never the unit itself."""
    led = (leader(scenario, level, name) for level, name in chain(scenario, unit, levels))
    return tuple(hq for hq in led if hq is not None and hq != unit)
