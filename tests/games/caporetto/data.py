"""The files of scenarios/caporetto as the data tests read them: with the kernel and the standard library alone."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map

FOLDER = Path(__file__).parents[3] / "scenarios" / "caporetto"
MAP = read_map((FOLDER / "map.txt").read_text(encoding="utf-8"))
CHARTS = tomllib.loads((FOLDER / "charts.toml").read_text(encoding="utf-8"))
CARD = tomllib.loads((FOLDER / "historical.toml").read_text(encoding="utf-8"))
RULES = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))["rule"]
RULINGS = tomllib.loads((FOLDER / "rulings.toml").read_text(encoding="utf-8"))["ruling"]
SIDES = {"IT": "AL", "UK": "AL", "FR": "AL", "CZ": "AL", "GE": "CP", "AH": "CP"}
NATIONS = tuple(SIDES)
GROUND = ("infantry", "mountain", "cavalry", "hq")
SUPPORT = ("artillery", "air", "naval")


class Counter228(NamedTuple):
    """A line of units.txt."""

    id: str
    size: str
    values: str
    type: str
    tags: tuple[str, ...]
    keys: dict[str, str]
    set_up: tuple[str, ...]
    source: str

    @property
    def nation(self) -> str:
        return self.id.partition("-")[0]

    @property
    def hex(self) -> HexId:
        return HexId(self.set_up[1])


def _read(row: str) -> Counter228:
    text, _, source = row.partition(";")
    name, size, values, kind, *rest = text.split()
    start = next(k for k, word in enumerate(rest) if word in ("at", "turn", "support", "pool", "box"))
    keys = dict(word.split("=") for word in rest[:start] if "=" in word)
    tags = tuple(word for word in rest[:start] if "=" not in word)
    return Counter228(name, size, values, kind, tags, keys, tuple(rest[start:]), source.strip())


_LINES = (FOLDER / "units.txt").read_text(encoding="utf-8").splitlines()
COUNTERS = [_read(row) for row in _LINES if row.strip() and not row.startswith("#")]
BY_ID = {one.id: one for one in COUNTERS}
AT_START = [one for one in COUNTERS if one.set_up[0] == "at"]


def limit(hex_id: HexId) -> int:
    """How many units the hex holds by the terrain chart."""
    return int(CHARTS["terrain"][MAP.base[hex_id]]["stack"])


def area(text: str) -> tuple[HexId, ...]:
    """The hexes of a set-up area of the card."""
    name, *words = text.split()
    if name.isdecimal():
        return (HexId(name),)
    return MAP.hexes_with(name, **dict(word.split("=") for word in words))


def is_of_kind(one: Counter228, kind: str) -> bool:
    """Whether the counter is what the card calls by this kind."""
    wanted: dict[str, Any] = CARD["kinds"][kind]
    return (
        one.size == wanted.get("size", one.size)
        and one.type in wanted.get("types", [one.type])
        and all(tag in one.tags for tag in wanted.get("tags", ()))
        and not any(tag in one.tags for tag in wanted.get("without", ()))
    )
