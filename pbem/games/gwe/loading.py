"""From the data files to a scenario: map, counters, charts, the scenario card and its options."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from pbem.errors import Unreadable
from pbem.games.gwe.counters import read_manifest
from pbem.kernel.game import Texts
from pbem.kernel.mapfile import read_map
from pbem.kernel.scenario import Scenario
from pbem.kernel.terrain import Map
from pbem.kernel.words import did_you_mean

FILES = ("map.txt", "units.txt", "charts.toml", "tyrol.toml")
TERRAINS = ("clear", "mountain", "swamp", "sea", "lagoon", "lake")


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    """The scenario that the texts describe, with the campaign's options over the printed defaults."""
    card = _toml(texts, f"{name}.toml")
    chart = read_map(texts["map.txt"])
    check_terrain(chart)
    units = read_manifest(texts["units.txt"])
    charts = _toml(texts, "charts.toml")
    if name != "tyrol":
        card["tyrol"] = _toml(texts, "tyrol.toml")  # App.B borrows a side's forces from it
    chosen = check_options(card, options)
    return Scenario("gwe", name, str(card.get("title", name)), chart, units, charts, card, chosen)


def _toml(texts: Texts, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(texts.get(name, ""))
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(
            f"{name} cannot be read: {error}", found=name, wanted="a TOML file", advice="mend that line"
        ) from None


def check_terrain(chart: Map) -> None:
    """5.4.other: forest, broken and rough belong to other games of the series and never occur here."""
    for hex_id, terrain in chart.base.items():
        if terrain not in TERRAINS:
            why = f"hex {hex_id} has the terrain {terrain!r}, which this game does not know"
            raise Unreadable(why, found=terrain, wanted=", ".join(TERRAINS), rule="5.4.other", advice="mend the map")


def check_options(card: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the card, as the campaign sets it or by its default."""
    known = card.get("options", {})
    for name, value in options.items():
        if known and name not in known:
            advice = did_you_mean(name, list(known))
            raise Unreadable(f"the scenario has no option {name!r}", found=name, wanted=", ".join(known), advice=advice)
        if known and value not in known[name]["values"]:
            allowed = ", ".join(known[name]["values"])
            raise Unreadable(f"the option {name!r} cannot be {value!r}", found=value, wanted=allowed)
    return {name: str(entry["default"]) for name, entry in known.items()} | dict(options)
