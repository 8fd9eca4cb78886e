"""From the data files to a scenario: map, counters, charts, the scenario card and its options."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.caporetto.counters import COUNTERS, SIDES
from pbem.kernel.game import Texts
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.loading import charts_of, check_options, check_terrains, file_of, toml_of
from pbem.kernel.scenario import Scenario

CHARTS: dict[str, tuple[str, ...]] = {"crt": (), "morale_table": ()}
TERRAINS = ("clear", "rough", "mountain", "alpine", "dominant", "marsh", "sea", "lake")


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    """2.0, 2.6 (see 2.1): the scenario that the texts describe, with the campaign's options over the printed
    defaults."""
    card = toml_of(texts, f"{name}.toml")
    map = read_map(texts[file_of(card, "map")])
    check_terrains(map, TERRAINS, "2.1")
    units = COUNTERS.read(texts[file_of(card, "units")])
    charts = charts_of(texts, card, CHARTS)
    chosen = check_options(card, options)
    return Scenario("caporetto", name, str(card.get("title", name)), map, units, charts, card, chosen, tuple(SIDES))
