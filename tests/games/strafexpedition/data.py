"""The files of scenarios/strafexpedition as the tests read them."""

from __future__ import annotations

import tomllib
from functools import cache

from pbem.games.strafexpedition.set_up import load
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.scenario import Scenario
from tests.games.small import texts_of

GAME = "strafexpedition"
TEXTS = texts_of(GAME)
CHARTS = tomllib.loads(TEXTS["charts.toml"])
RULES = tomllib.loads(TEXTS["rules.toml"])["rule"]
RULINGS = tomllib.loads(TEXTS["rulings.toml"])["ruling"]
NAMES = ("drive", "asiago", "cengio", "novegno", "campaign")


@cache
def scenario(name: str) -> Scenario:
    return load(TEXTS, name, {})


MAP = scenario("campaign").map


def hexes(text: str) -> list[HexId]:
    return [HexId(word) for word in text.split()]
