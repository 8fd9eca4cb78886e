"""From the data files to a scenario, and from its counters to the position in which it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import COUNTERS, SIDES, steps_of_division
from pbem.games.italia18.disorder import DG
from pbem.games.italia18.guns import SILENT
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.sequence import first_step
from pbem.games.italia18.ways import BLOWN
from pbem.kernel.ground.hexes import Hexside, hexside
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Map
from pbem.kernel.loading import Texts, charts_of, check_options, check_terrains, file_of, toml_of
from pbem.kernel.pieces import WAITING, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.values import replace

CHARTS: dict[str, tuple[str, ...]] = {"crt": ()}
TERRAINS = ("clear", "forest", "mountain", "high-mountain", "marsh", "sea", "beyond")
REDUCED, DISORGANIZED, RESERVES, NO_FIRING = "reduced", "disorganized", "reserves", "no-firing"  # words of `start=`
LAST_STANDING = 17  # R86: a bridge over the Piave with an end south of this row begins destroyed


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    """See 2.1a: the scenario that the texts describe, with the campaign's options over the printed defaults."""
    card = toml_of(texts, f"{name}.toml")
    map = read_map(texts[file_of(card, "map")])
    check_terrains(map, TERRAINS, "2.1a")
    units = counters_for(card, COUNTERS.read(texts[file_of(card, "units")]))
    charts = charts_of(texts, card, CHARTS)
    chosen = check_options(card, options)
    return Scenario("italia18", name, str(card.get("title", name)), map, units, charts, card, chosen, tuple(SIDES))


def counters_for(card: Mapping[str, Any], units: Mapping[UnitId, Unit]) -> dict[UnitId, Unit]:
    """S2.set, S3.set, S4.set (see ruling R3): of an aid for several scenarios those that fight in this one.

    `scenario=S3,S4` names them; `at_S4`, `morale_S4` say what one of them prints instead.
    """
    number = str(card.get("number", ""))
    used = [unit for unit in units.values() if number in unit.words.get("scenario", number).split(",")]
    return {unit.id: _as_printed(unit, number) for unit in used}


def _as_printed(unit: Unit, number: str) -> Unit:
    place, morale = unit.words.get(f"at_{number}"), unit.words.get(f"morale_{number}")
    if place:
        unit = replace(unit, set_up=f"at {place}")
    if morale:
        figures = {**unit.figures, "morale": int(morale), "steps": steps_of_division(int(morale))}
        unit = replace(unit, figures=figures)
    return unit


def initial_position(scenario: Scenario) -> Position:
    """See S0.set, 11.2.10a: every counter where it starts; the first turn begins with its administration."""
    states = {unit.id: _state(unit) for unit in scenario.units.values()}
    down = dict.fromkeys(blown_bridges(scenario), (f"bridge={BLOWN}",))
    return Position(scenario.game, 1, first_step(scenario), states, sides=down)


def _state(unit: Unit) -> UnitState:
    """See S0.set, S1.sp6: `start=reduced,disorganized` is a step less and a marker, `start=reserves` a frozen unit."""
    words = unit.words.get("start", "").split(",")
    first, _, place = unit.set_up.partition(" ")
    laid = ((DISORGANIZED, DG), (RESERVES, f"{FROZEN}={place}"), (NO_FIRING, SILENT))
    marks = [mark for word, mark in laid if word in words]
    steps = unit.figure("steps") - (1 if REDUCED in words else 0)
    return UnitState(place if first == "at" else WAITING, steps, tuple(sorted(marks)))


def blown_bridges(scenario: Scenario) -> tuple[Hexside, ...]:
    """S3.len, S4.len (see S5.len, ruling R86): where the card says so, the bridges over the Piave below row 17."""
    if "bridges" not in scenario.card:
        return ()
    sides = _bridges(scenario.map, "Piave")
    return tuple([side for side in sides if _southern_row(scenario.map, side) < LAST_STANDING])


def _bridges(map: Map, river: str) -> list[Hexside]:
    spans = [pair for pair, found in map.on_side.items() if any(one.fits("bridge", {"river": river}) for one in found)]
    return sorted(dict.fromkeys([hexside(*pair) for pair in spans]))


def _southern_row(map: Map, side: Hexside) -> int:
    return min([map.grid.numbering.cell(end)[0] for end in (side.a, side.b)])
