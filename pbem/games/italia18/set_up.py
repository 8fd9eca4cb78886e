"""From the data files to a scenario, and from its counters to the position in which it begins."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.counters import COUNTERS, SIDES
from pbem.games.italia18.disorder import DG
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.sequence import first_step
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.loading import Texts, charts_of, check_options, check_terrains, file_of, toml_of
from pbem.kernel.pieces import WAITING, Unit
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario

CHARTS: dict[str, tuple[str, ...]] = {"crt": ()}
TERRAINS = ("clear", "forest", "mountain", "high-mountain", "marsh", "sea")
REDUCED, DISORGANIZED, RESERVES = "reduced", "disorganized", "reserves"  # words of `start=`


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    """See 2.1a: the scenario that the texts describe, with the campaign's options over the printed defaults."""
    card = toml_of(texts, f"{name}.toml")
    map = read_map(texts[file_of(card, "map")])
    check_terrains(map, TERRAINS, "2.1a")
    units = COUNTERS.read(texts[file_of(card, "units")])
    charts = charts_of(texts, card, CHARTS)
    chosen = check_options(card, options)
    return Scenario("italia18", name, str(card.get("title", name)), map, units, charts, card, chosen, tuple(SIDES))


def initial_position(scenario: Scenario) -> Position:
    """See S0.set, 11.2.10a: every counter where it starts; the first turn begins with its administration."""
    states = {unit.id: _state(unit) for unit in scenario.units.values()}
    return Position(scenario.game, 1, first_step(scenario), states)


def _state(unit: Unit) -> UnitState:
    """See S0.set: `start=reduced,disorganized` is a step less and a marker, `start=reserves` a frozen unit."""
    words = unit.words.get("start", "").split(",")
    first, _, place = unit.set_up.partition(" ")
    marks = [mark for word, mark in ((DISORGANIZED, DG), (RESERVES, f"{FROZEN}={place}")) if word in words]
    steps = unit.figure("steps") - (1 if REDUCED in words else 0)
    return UnitState(place if first == "at" else WAITING, steps, tuple(sorted(marks)))
