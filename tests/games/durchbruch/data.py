"""The files of scenarios/durchbruch as the tests read them."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pbem.games.durchbruch.counters import COUNTERS
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.pieces import Unit

FOLDER = Path(__file__).parents[3] / "scenarios" / "durchbruch"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.suffix in (".txt", ".toml")}
MAP = read_map(TEXTS["map.txt"])
UNITS = COUNTERS.read(TEXTS["units.txt"])
CHARTS = tomllib.loads(TEXTS["charts.toml"])
RULES = tomllib.loads(TEXTS["rules.toml"])["rule"]
RULINGS = tomllib.loads(TEXTS["rulings.toml"])["ruling"]
CARDS = {name: tomllib.loads(TEXTS[f"{name}.toml"]) for name in ("oct24", "oct25", "campaign")}
AT_START = [unit for unit in UNITS.values() if not unit.set_up.startswith("turn")]
WAYS = set(MAP.line_from("road")) | set(MAP.line_from("trail"))


def place(unit: Unit) -> HexId:
    """Where the unit begins or enters."""
    return HexId(unit.set_up.split()[-1])


def level(hex_id: str) -> int:
    """The level of a hex, 1 to 4."""
    return int(MAP.base[HexId(hex_id)].removeprefix("level-"))


def first_line(owner: str) -> tuple[HexId, ...]:
    """The first-line trench hexes of a side."""
    return MAP.hexes_with("trench", owner=owner, line="first")
