"""Small boards for the tests of every game: a map, counters and a position from text."""

from __future__ import annotations

import pickle
import textwrap
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario

BOTH = (Side("CP"), Side("AL"))
FOLDER = Path(__file__).parents[2] / "scenarios"
Placed = tuple[Unit, UnitState]
Elsewhere = Callable[[Unit], Placed]  # where a unit is that its line puts in no hex


@cache
def texts_of(game: str) -> Mapping[str, str]:
    """The data files as they lie in the scenario folder."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / game).iterdir()) if path.is_file()}


def charts_of(game: str) -> dict[str, Any]:
    """The charts of the game, a fresh copy each time: tests change them."""
    found: dict[str, Any] = pickle.loads(_packed_charts(game))
    return found


@cache
def _packed_charts(game: str) -> bytes:
    return pickle.dumps(tomllib.loads(texts_of(game)["charts.toml"]))


def small_map(text: str, head: str) -> Map:
    """A map from indented text; the game's head is added where it has no legend."""
    text = textwrap.dedent(text).strip("\n") + "\n"
    return read_map(text if "legend:" in text else head + text)


def placed_units(text: str, read_unit: Callable[[str], Unit], elsewhere: Elsewhere) -> list[Placed]:
    """Counters and where they stand, from lines of the manifest."""
    rows = [row.strip() for row in text.splitlines() if row.split("#")[0].strip()]
    return [_placed(read_unit(row), elsewhere) for row in rows]


def _placed(unit: Unit, elsewhere: Elsewhere) -> Placed:
    """Behind the hex may stand the steps that are left, and any marks."""
    first, *rest = unit.set_up.split() or [""]
    if first != "at":
        return elsewhere(unit)
    place, *rest = rest
    steps = unit.figure("steps")
    if rest and rest[0].isdigit():
        steps, rest = int(rest[0]), rest[1:]
    return replace(unit, set_up=f"at {place}"), UnitState(place, steps, tuple(sorted(rest)))


def small_board(
    game: str,
    map: Map,
    placed: list[Placed],
    charts: Mapping[str, Any],
    turn: int,
    step: str,
    *,
    card: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    hexes: Mapping[str, tuple[str, ...]] | None = None,
    notes: Mapping[str, str] | None = None,
) -> Board:
    """A board with this map and these units."""
    units: dict[UnitId, Unit] = {unit.id: unit for unit, _ in placed}
    states = {unit.id: state for unit, state in placed}
    scenario = Scenario(game, "test", "A small board", map, units, charts, card or {}, options or {}, BOTH)
    marks = {HexId(hex_id): tuple(sorted(found)) for hex_id, found in (hexes or {}).items()}
    return Board(scenario, Position(game, turn, step, states, marks, dict(notes or {})))
