"""Small boards for the tests of italia18: a map and counters from text; even rows stand half a hex east."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import COUNTERS, SIDES
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId, hexside
from pbem.kernel.pieces import WAITING, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from tests.games.italia18.data import text
from tests.games.small import Placed, placed_units, small_map

HEAD = (
    "numbering: even rows shifted, rows up\nlegend:\n"
    "  . clear\n  f forest\n  ^ mountain\n  A high-mountain\n  % marsh\n  ~ sea\n  x beyond\n  _ none\n"
)
PLAIN = "terrain:\n  04 . . . .\n  03 . . . .\n  02 . . . .\n  01 . . . .\n"


CARD: Mapping[str, Any] = {"first": "CP", "first_turn": 17, "turns": 2}


def board(
    units: str,
    map: str = PLAIN,
    *,
    card: Mapping[str, Any] | None = None,
    notes: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    turn: int = 1,
    options: Mapping[str, str] | None = None,
) -> Board:
    """A board of the first turn of Monte Grappa; behind a unit's hex may stand its steps and marks.

    `sides` are markers of hexsides: `{"0101/0102": "bridge=blown"}`.
    """
    placed = placed_units(units, COUNTERS.read_unit, _elsewhere)
    counters = {unit.id: unit for unit, _ in placed}
    charts = tomllib.loads(text("charts.toml"))
    scenario = Scenario(
        "italia18", "test", "A small board", small_map(map, HEAD), counters, charts, {**CARD, **(card or {})},
        options or {}, tuple(SIDES),
    )  # fmt: skip
    marks = {hexside(*(HexId(one) for one in side.split("/"))): (mark,) for side, mark in (sides or {}).items()}
    states = {unit.id: state for unit, state in placed}
    return Board(scenario, Position("italia18", turn, "cp-move-1", states, {}, dict(notes or {}), marks))


def _elsewhere(unit: Unit) -> Placed:
    """A reinforcement, `turn 17.2`, waits."""
    return unit, UnitState(WAITING, unit.figure("steps"), ())


def flat(rows: int, columns: int, features: str = "", letter: str = ".") -> str:
    """A map of one terrain."""
    lines = [f"  {row:02} " + " ".join(letter * columns) for row in range(rows, 0, -1)]
    return "terrain:\n" + "\n".join(lines) + "\n" + textwrap.dedent(features)


def hexes(text: str) -> tuple[HexId, ...]:
    """Hexes by their numbers."""
    return tuple(HexId(word) for word in text.split())


def units(text: str) -> tuple[UnitId, ...]:
    """Units by their names."""
    return tuple(UnitId(word) for word in text.split())
