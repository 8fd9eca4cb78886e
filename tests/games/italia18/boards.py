"""Small boards for the tests of italia18: a map and counters from text; even rows stand half a hex east."""

from __future__ import annotations

import tomllib

import pytest

from pbem.games.italia18.counters import COUNTERS, SIDES
from pbem.kernel.board import Board
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from tests.games.italia18.data import text
from tests.games.small import placed_units, small_map

HEAD = (
    "numbering: even rows shifted, rows up\nlegend:\n"
    "  . clear\n  f forest\n  ^ mountain\n  A high-mountain\n  % marsh\n  ~ sea\n  _ none\n"
)
PLAIN = "terrain:\n  04 . . . .\n  03 . . . .\n  02 . . . .\n  01 . . . .\n"


def board(units: str, map: str = PLAIN) -> Board:
    """A board of the first turn of Monte Grappa; behind a unit's hex may stand its steps and marks."""
    placed = placed_units(units, COUNTERS.read_unit, lambda unit: pytest.fail(f"{unit.id} stands nowhere"))
    counters = {unit.id: unit for unit, _ in placed}
    charts = tomllib.loads(text("charts.toml"))
    scenario = Scenario("italia18", "test", "A small board", small_map(map, HEAD), counters, charts, sides=tuple(SIDES))
    return Board(scenario, Position("italia18", 17, "move-1", {unit.id: state for unit, state in placed}))
