"""From the data files to a scenario: map, counters, charts and the scenario card."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.durchbruch.counters import COUNTERS, SIDES
from pbem.games.durchbruch.ground import LEVELS
from pbem.kernel.game import Texts
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.loading import charts_of, check_options, check_terrains, file_of, toml_of
from pbem.kernel.scenario import Scenario

CHARTS: dict[str, tuple[str, ...]] = {"assault": (), "barrage": ()}


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    """See 1.6, 6.1-a: the scenario that the texts describe."""
    card = toml_of(texts, f"{name}.toml")
    map = read_map(texts[file_of(card, "map")])
    check_terrains(map, LEVELS, "1.3")
    units = COUNTERS.read(texts[file_of(card, "units")])
    charts = charts_of(texts, card, CHARTS)
    chosen = check_options(card, options)
    return Scenario("durchbruch", name, str(card.get("title", name)), map, units, charts, card, chosen, tuple(SIDES))
