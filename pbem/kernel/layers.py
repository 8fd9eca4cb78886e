"""What the layers of all games share: whose things are laid over the board, and rings round units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId

Laid = Sequence[Mapping[str, Any]]  # what a layer gives to the drawing


def sides_meant(whom: str, sides: Mapping[Side, str]) -> tuple[Side, ...]:
    """The side that was named, or all."""
    return (Side(whom),) if whom in sides else tuple(sides)


def unit_on_map(board: Board, whom: str) -> UnitId:
    """The unit that was named; only one that stands in a hex has a layer of its own."""
    unit = UnitId(whom)
    if not board.is_on_map(unit):
        raise UsageError(f"{unit} is not on the map (it is {board.place(unit)}): name a unit that stands in a hex")
    return unit


def rings(board: Board, units: Iterable[UnitId], colour: str, legend: str) -> list[dict[str, Any]]:
    """A ring in each hex where one of the units stands; nothing for no units."""
    hexes = list(dict.fromkeys(board.hex_of(unit) for unit in units))
    return [{"kind": "ring", "hexes": hexes, "colour": colour, "legend": legend}] if hexes else []
