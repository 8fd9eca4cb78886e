"""What every game does when it reads its data files: TOML, the options of a campaign, the terrains of its map."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from pbem.errors import Unreadable
from pbem.kernel.ground.terrain import Map
from pbem.kernel.text.words import did_you_mean

Texts = Mapping[str, str]


def toml_of(texts: Texts, name: str) -> dict[str, Any]:
    """One of the texts as TOML; a text that is not there is an empty table."""
    try:
        return tomllib.loads(texts.get(name, ""))
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(
            f"{name} cannot be read: {error}", found=name, wanted="a TOML file", advice="mend that line"
        ) from None


def check_terrains(map: Map, known: Collection[str], rule: str) -> None:
    """A map with terrain that the game does not know is refused."""
    for hex_id, terrain in map.base.items():
        if terrain not in known:
            why = f"hex {hex_id} has the terrain {terrain!r}, which this game does not know"
            raise Unreadable(why, found=terrain, wanted=", ".join(known), rule=rule, advice="mend the map")


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
