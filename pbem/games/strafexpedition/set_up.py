"""5.0 Set-up: the lines of a scenario, Italy first, and a placement for whoever wants to begin at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pbem.errors import Unreadable
from pbem.games.strafexpedition.counters import AH, COUNTERS, SIDES, brigade_of, is_battery, is_fortress, is_infantry
from pbem.games.strafexpedition.stacking import limit
from pbem.games.strafexpedition.terrain import TERRAINS, front, is_crag_hex
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.loading import Texts, charts_of, check_options, check_terrains, file_of, toml_of
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario
from pbem.values import NamedTuple

CHARTS: dict[str, tuple[str, ...]] = {
    "assault": (), "bombardment": (), "defensive_fire": (), "star": (),
    "event_main": (), "event_italian": (), "event_austro_hungarian": (),
}  # fmt: skip
Room = Mapping[HexId, int]  # how many more units a hex takes
# What a case has that brings no scenario: no set-up and no schedule, clear weather, an end that is far away.
BARE: Mapping[str, Any] = {
    "first_day": 1, "turns": 32, "dates": [f"day {day}" for day in range(1, 33)], "setup": [],
    "trenches": {"fronts": 0}, "logistics": {"start": {"IT": 0, "AH": 0}, "IT": [0] * 32, "AH": [0] * 32},
    "events": {"none": True}, "victory": {"objectives": [], "draw_objectives": [], "ah_needs": 1},
}  # fmt: skip
BATTERY_DEPTH = 3  # how far behind the front the proposal likes its guns


class Line(NamedTuple):
    """A line of the set-up: which units go where."""

    side: Side
    units: tuple[UnitId, ...]
    zone: str
    is_reduced: bool = False
    mode: str = ""


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    """2.1.1 (see 5.0): the scenario that the texts describe; its turns are days."""
    card = {**BARE, **toml_of(texts, f"{name}.toml")}
    map = read_map(texts[file_of(card, "map")])
    check_terrains(map, TERRAINS, "2.1")
    units = COUNTERS.read(texts[file_of(card, "units")])
    charts = charts_of(texts, card, CHARTS)
    chosen = check_options(card, options)
    title = str(card.get("title", name))
    return Scenario("strafexpedition", name, title, map, units, charts, card, chosen, tuple(SIDES))


def lines(scenario: Scenario, side: Side | None = None) -> tuple[Line, ...]:
    """S0.notation (see 5.0): the lines of the set-up as printed, battalion by battalion."""
    found = [_line(scenario, row) for row in scenario.card["setup"]]
    return tuple([line for line in found if side in (None, line.side)])


def _line(scenario: Scenario, row: Mapping[str, Any]) -> Line:
    units = tuple(UnitId(unit) for unit in row["units"])
    for unit in units:
        if unit not in scenario.units:
            raise Unreadable("the set-up names a unit that has no counter", found=unit, wanted="a line of units.txt")
    return Line(Side(row["side"]), units, row["zone"], bool(row.get("reduced")), row.get("mode", ""))


def brigades(scenario: Scenario) -> Mapping[tuple[Side, str], None]:
    """See S0.notation, 8.2: the brigades that are set up or come later, by side; independents are the one without name.

    A case may bring its units along: then nobody can tell before it is played, and all counters are present.
    """
    return scenario.memo("brigades", lambda: _brigades(scenario))


def _brigades(scenario: Scenario) -> dict[tuple[Side, str], None]:
    rows = (*scenario.card.get("setup", ()), *scenario.card.get("reinforcement", ()))
    named = [UnitId(unit) for row in rows for unit in row.get("units", ())]
    placed = [unit for unit, counter in scenario.units.items() if counter.set_up]
    units = [scenario.unit(unit) for unit in (*named, *placed)] if rows else scenario.units.values()
    return dict.fromkeys((unit.side, brigade_of(unit)) for unit in units)


# -- a placement for whoever wants to begin at once -----------------------------------------------------------


def proposal(scenario: Scenario, side: Side) -> dict[UnitId, HexId]:
    """See 5.0, 12.1, 12.2: every unit of the side somewhere in its zone, within the stacking limits."""
    return scenario.memo(("proposal", side), lambda: _proposal(scenario, side))


def _proposal(scenario: Scenario, side: Side) -> dict[UnitId, HexId]:
    placed: dict[UnitId, HexId] = {}
    for line in lines(scenario, side):
        stands = [there for unit, there in placed.items() if is_infantry(scenario.unit(unit))]
        zone = hexes_of(scenario.map, side, line.zone, stands)
        for unit, there in zip(line.units, _spots(scenario, line, zone, placed), strict=True):
            placed[unit] = there
    return placed


def _spots(scenario: Scenario, line: Line, zone: Sequence[HexId], placed: Mapping[UnitId, HexId]) -> tuple[HexId, ...]:
    """One hex for each unit of the line: infantry along the front, guns some way behind it."""
    if is_fortress(scenario.unit(line.units[0])):
        return (zone[0],)
    taken = [there for unit, there in placed.items() if not is_fortress(scenario.unit(unit))]
    usable = [there for there in zone if not is_crag_hex(scenario.map, there)]
    room = {there: limit(scenario, there) - taken.count(there) for there in usable}
    are_guns = is_battery(scenario.unit(line.units[0]))
    order = _guns(scenario, line, room, placed) if are_guns else _infantry(scenario, line, room)
    twice = [there for there in order if room[there] > 0] + [there for there in order if room[there] > 1]
    if len(twice) < len(line.units):
        wanted = f"room for {len(line.units)} units"
        raise Unreadable("the zone of a set-up line is too small", found=line.zone, wanted=wanted, rule="5.0")
    return tuple(twice[: len(line.units)])


def _guns(scenario: Scenario, line: Line, room: Room, placed: Mapping[UnitId, HexId]) -> list[HexId]:
    """Some way behind the front; where the zone knows no front, just behind the infantry."""
    if "behind" in line.zone:
        depth = _away(scenario, room, front(scenario.map, line.side))
        return sorted(room, key=lambda there: (abs(depth[there] - BATTERY_DEPTH), there))
    infantry = [there for unit, there in placed.items() if is_infantry(scenario.unit(unit))]
    near = _away(scenario, room, infantry)
    back = sorted(room, reverse=line.side == AH)  # the Italian rear is in the south
    return sorted(back, key=lambda there: abs(near[there] - 1))


def _infantry(scenario: Scenario, line: Line, room: Room) -> list[HexId]:
    """Evenly over the hexes nearest to the front of the zone, as many as there are units; then the others."""
    first = hexes_of(scenario.map, line.side, line.zone.split("|")[0])
    stretch = line.zone.removeprefix("behind").split() if line.zone.startswith("behind ") else []
    ahead = hexes_of(scenario.map, line.side, f"front {' '.join(stretch)}") if stretch else first
    depth = _away(scenario, room, ahead)
    free = sorted([there for there, count in room.items() if count > 0], key=lambda there: (depth[there], there))
    wanted = min(len(free), len(line.units))
    reach = depth[free[wanted - 1]] if wanted else 0
    near = sorted(there for there in free if depth[there] <= reach)
    evenly = [near[index * len(near) // wanted] for index in range(wanted)]
    return [*evenly, *(there for there in free if there not in evenly)]


def _away(scenario: Scenario, hexes: Iterable[HexId], goals: Collection[HexId]) -> dict[HexId, int]:
    """How far each hex is from the nearest of the goals."""
    distance = scenario.map.grid.distance
    return {here: min([distance(here, there) for there in goals], default=0) for here in hexes}
