"""The six scenarios as boards for the tests: the first position, and units put where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from pbem.games.italia18.set_up import initial_position, load
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario
from tests.games.small import texts_of

NAMES = {
    "S0": "grappa",
    "S1": "caporetto",
    "S2": "radetzky",
    "S3": "albrecht",
    "S4": "solstice",
    "S5": "vittorio",
}


@cache
def _loaded(name: str, options: tuple[tuple[str, str], ...]) -> Scenario:
    return load(texts_of("italia18"), name, dict(options))


def scenario(name: str, options: Mapping[str, str] | None = None) -> Scenario:
    """The scenario with its options."""
    return _loaded(name, tuple(sorted((options or {}).items())))


def begin(
    name: str, options: Mapping[str, str] | None = None, *, turn: int = 1, notes: Mapping[str, str] | None = None
) -> Board:
    """Its first position; a later turn and notes may be laid down."""
    found = scenario(name, options)
    start = initial_position(found)
    return Board(found, replace(start, turn=turn, notes={**start.notes, **(notes or {})}))


def put(board: Board, **units: str) -> Board:
    """Units put into hexes: `put(b, AH_4="2024")`."""
    for name, place in units.items():
        board.put(UnitId(name.replace("_", "-")), place, "test")
    return board


def take(board: Board, side: str, hexes: str) -> Board:
    """Hexes that a side has been in last."""
    for one in hexes.split():
        board.mark_hex(HexId(one), f"held={side}", "test")
    return board
