"""The files of scenarios/italia18 as the data tests read them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pbem.games.italia18.counters import COUNTERS
from pbem.games.italia18.set_up import counters_for
from pbem.kernel.ground.mapfile import read_map

FOLDER = Path(__file__).parents[3] / "scenarios" / "italia18"


def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def table(name: str) -> dict[str, Any]:
    return tomllib.loads(text(name))


MAPS = {name: read_map(text(f"{name}.txt")) for name in ("grappa", "caporetto", "piave")}
CARDS = {
    "S0": table("grappa.toml"),
    "S1": table("caporetto.toml"),
    "S2": table("radetzky.toml"),
    "S3": table("albrecht.toml"),
    "S4": table("solstice.toml"),
    "S5": table("vittorio.toml"),
}
CHARTS = table("charts.toml")
RULES = {entry["id"]: entry for entry in table("rules.toml")["rule"]}
RULINGS = {entry["id"]: entry for entry in table("rulings.toml")["ruling"]}
UNITS = {name: COUNTERS.read(text(f"{name}-units.txt")) for name in ("grappa", "caporetto", "solstice", "vittorio")}
SET_UPS = {
    number: counters_for(card, UNITS[card["units"].removesuffix("-units.txt")]) for number, card in CARDS.items()
}
