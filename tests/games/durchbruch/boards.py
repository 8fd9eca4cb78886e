"""Boards for tests: the game's own map with a few of its counters, `board("IT-87 1619", "AH-R14 1717 pinned")`."""

from __future__ import annotations

from functools import cache

from pbem.games.durchbruch.loading import load
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from tests.games.durchbruch.data import TEXTS


@cache
def scenario(name: str = "campaign") -> Scenario:
    """A scenario of the game, read once."""
    return load(TEXTS, name, {})


def board(*placed: str, turn: int = 2) -> Board:
    """A board with these counters, each with its hex and its marks; all others are put aside."""
    found = scenario()
    states = {unit: UnitState(ASIDE, counter.figure("steps"), ()) for unit, counter in found.units.items()}
    for line in placed:
        name, hex_id, *marks = line.split()
        unit = UnitId(name)
        states[unit] = UnitState(hex_id, found.units[unit].figure("steps"), tuple(sorted(marks)))
    return Board(found, Position("durchbruch", turn, "corps", states))
