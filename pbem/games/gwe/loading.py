"""From the data files to a scenario: map, counters, charts, the scenario card and its options."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.gwe.counters import COUNTERS, SIDES
from pbem.kernel.game import Texts
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Map
from pbem.kernel.loading import charts_of, check_options, check_terrains, file_of, toml_of
from pbem.kernel.scenario import Scenario

RATINGS = ("tcr1", "tcr23", "tcr4")  # the rows of odds over the columns of the Combat Results Table
CHARTS = {"crt": RATINGS}
TERRAINS = ("clear", "mountain", "swamp", "sea", "lagoon", "lake")


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    """The scenario that the texts describe, with the campaign's options over the printed defaults."""
    card = toml_of(texts, f"{name}.toml")
    map = read_map(texts[file_of(card, "map")])
    check_terrain(map)
    units = COUNTERS.read(texts[file_of(card, "units")])
    charts = charts_of(texts, card, CHARTS)
    if name != "tyrol":
        card["tyrol"] = toml_of(texts, "tyrol.toml")  # App.B borrows a side's forces from it
    chosen = check_options(card, options)
    return Scenario("gwe", name, str(card.get("title", name)), map, units, charts, card, chosen, tuple(SIDES))


def more_files(scenario: str) -> tuple[str, ...]:
    """See App.B: a scenario borrows a side's forces from the Tyrol card."""
    return ("tyrol.toml",)


def check_terrain(map: Map) -> None:
    """5.4.other: forest, broken and rough belong to other games of the series and never occur here."""
    check_terrains(map, TERRAINS, "5.4.other")
