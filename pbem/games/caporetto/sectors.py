"""3.2 and 3.3: who is set up where: the armies and army groups of the card, and how many of a kind each takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.caporetto.counters import is_support
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.scenario import Scenario
from pbem.values import NamedTuple

Taken = Mapping[UnitId, HexId]


class Sector(NamedTuple):
    """An army or army group: its hexes, the counters that must go there, and how many of each kind it takes."""

    rule: str
    title: str
    hexes: tuple[HexId, ...]
    named: tuple[UnitId, ...]
    counts: Mapping[tuple[str, str], int]  # by nation and kind
    guarded: tuple[HexId, ...] = ()  # 3.2d: hexes that must hold a number of divisions
    guard: int = 0


def area(map: Map, text: str) -> tuple[HexId, ...]:
    """The hexes of an area: one hex, or the name of a feature with its attributes, such as `front sector=1st-army`."""
    if HexId(text) in map.grid:
        return (HexId(text),)
    name, *words = text.split()
    return map.hexes_with(name, **dict(word.split("=") for word in words))


def sectors(scenario: Scenario, side: Side) -> tuple[Sector, ...]:
    """3.2e, 3.2f (see 3.2a, 3.2b, 3.2c, 3.2d, 3.3a, 3.3b): the side's sectors, as the card lists them."""
    return scenario.memo(("sectors", side), lambda: tuple([_sector(scenario, row) for row in _rows(scenario, side)]))


def _rows(scenario: Scenario, side: Side) -> list[Mapping[str, Any]]:
    steps = [step for step in scenario.card.get("setup", ()) if step["side"] == side]
    return [row for step in steps for row in step.get("place", ())]


def _sector(scenario: Scenario, row: Mapping[str, Any]) -> Sector:
    counts = {(entry["nation"], entry["kind"]): int(entry["count"]) for entry in row.get("kinds", ())}
    least = row.get("least")
    guarded = area(scenario.map, least["area"]) if least else ()
    return Sector(
        row["rule"], row["title"], area(scenario.map, row["area"]), tuple(map(UnitId, row.get("units", ()))),
        counts, guarded, int(least["count"]) if least else 0,
    )  # fmt: skip


def kind_of(scenario: Scenario, unit: Unit) -> str:
    """See 3.2, 3.3, ruling R79: what the set-up rules call the unit; assault divisions are infantry divisions."""
    return scenario.memo(("kind", unit.id), lambda: _kind_of(scenario, unit))


def _kind_of(scenario: Scenario, unit: Unit) -> str:
    kinds = scenario.card.get("kinds", {})
    return next((str(name) for name, wanted in kinds.items() if _fits(unit, wanted)), "")


def _fits(unit: Unit, wanted: Mapping[str, Any]) -> bool:
    has_tags = all(unit.has(tag) for tag in wanted.get("tags", ()))
    lacks = not any(unit.has(tag) for tag in wanted.get("without", ()))
    size, types = wanted.get("size", unit.size), wanted.get("types", (unit.type,))
    return has_tags and lacks and unit.size == size and unit.type in types


def starters(scenario: Scenario, side: Side) -> tuple[UnitId, ...]:
    """E.2 (see 3.2, 3.3): the side's ground units that are set up; their lines name the hex of the historical
    set-up."""
    units = [unit for unit in scenario.units.values() if unit.side == side and not is_support(unit)]
    return tuple([unit.id for unit in units if unit.set_up.startswith("at ")])


def historical_hex(scenario: Scenario, unit: UnitId) -> HexId:
    """Where the unit stands in the historical set-up."""
    return HexId(scenario.unit(unit).set_up.split()[1])


# -- who belongs to which sector -----------------------------------------------------------------------------


def open_to(scenario: Scenario, unit: UnitId) -> tuple[Sector, ...]:
    """See 3.2, 3.3: the sectors that may take the unit: the one that names it, else those that ask for its kind."""
    counter = scenario.unit(unit)
    own = sectors(scenario, counter.side)
    naming = [sector for sector in own if unit in sector.named]
    kind = (counter.nation, kind_of(scenario, counter))
    return tuple(naming or [sector for sector in own if kind in sector.counts])


def fits(scenario: Scenario, taken: Taken, unit: UnitId, wanted: Sequence[HexId] = ()) -> bool:
    """See 3.2, 3.3: whether all units of this kind can be shared out so that no sector takes more than its number.

    A hex may belong to two sectors: then others move over, as in any matching. `wanted` are hexes that must still
    get a unit of the kind.
    """
    if _is_named(scenario, unit):
        return True
    kind, side = _kind(scenario, unit), scenario.side_of(unit)
    rivals = [other for other in taken if _kind(scenario, other) == kind and not _is_named(scenario, other)]
    own = [sector for sector in sectors(scenario, side) if kind in sector.counts]
    rooms = [Room(sector, sector.counts[kind], []) for sector in own]
    return all(_seat(rooms, hex_id, []) for hex_id in (*(taken[other] for other in rivals), *wanted))


class Room(NamedTuple):
    """A sector while units are shared out: how many it takes, and the hexes of those that it has."""

    sector: Sector
    most: int
    seated: list[HexId]


def _kind(scenario: Scenario, unit: UnitId) -> tuple[str, str]:
    counter = scenario.unit(unit)
    return counter.nation, kind_of(scenario, counter)


def _is_named(scenario: Scenario, unit: UnitId) -> bool:
    return any(unit in sector.named for sector in sectors(scenario, scenario.side_of(unit)))


def _seat(rooms: Sequence[Room], hex_id: HexId, tried: list[str]) -> bool:
    """One more unit: in a sector with room, or where another can move over to a sector not tried yet."""
    for room in rooms:
        if hex_id not in room.sector.hexes or room.sector.title in tried:
            continue
        tried.append(room.sector.title)
        if len(room.seated) < room.most:
            room.seated.append(hex_id)
            return True
        for index, other in enumerate(room.seated):
            if _seat(rooms, other, tried):
                room.seated[index] = hex_id
                return True
    return False


def guard_missing(sector: Sector, divisions: Mapping[HexId, int]) -> Sequence[HexId]:
    """See 3.2d: the guarded hexes that still want a division, once for each that is missing."""
    return [h for h in sector.guarded for _ in range(max(0, sector.guard - divisions.get(h, 0)))]
