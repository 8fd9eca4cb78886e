"""What can be laid over the board: the values, and what the layers of all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass

if TYPE_CHECKING:
    from pbem.kernel.views.moves import Goal


@dataclass(frozen=True, slots=True)
class Laid:
    """Something laid over the board.

    `hatch` and `outline` of an area, `ring` round single hexes, `path`, `numbers` in hexes, `front` line.
    """

    kind: str
    hexes: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()  # path: several at once, drawn as one net; each ends at its source
    colour: str = "red"  # a line colour of the palette
    legend: str = ""
    numbers: tuple[str, ...] = ()  # numbers: what is written in each of the hexes


@dataclass(frozen=True, slots=True)
class Layer:
    """Something that a game can lay over its board.

    `lay` gets the side or the unit that was named, as `of` allows; nothing where nobody was named and `of` has `all`.
    """

    shows: str  # in a few words: "zones of control"
    of: tuple[str, ...]  # "all", "side", "unit": what it can be asked for
    lay: Callable[[Board, str], Sequence[Laid]]


def sides_meant(whom: str, sides: Mapping[Side, str]) -> tuple[Side, ...]:
    """The side that was named, or all."""
    return (Side(whom),) if whom in sides else tuple(sides)


def unit_on_map(board: Board, whom: str) -> UnitId:
    """The unit that was named; only one that stands in a hex has a layer of its own."""
    unit = UnitId(whom)
    if not board.is_on_map(unit):
        raise UsageError(f"{unit} is not on the map (it is {board.place(unit)}): name a unit that is in a hex")
    return unit


def rings(board: Board, units: Iterable[UnitId], colour: str, legend: str) -> list[Laid]:
    """A ring in each hex where one of the units stands; nothing for no units."""
    hexes = tuple(dict.fromkeys(board.hex_of(unit) for unit in units))
    return [Laid("ring", hexes, colour=colour, legend=legend)] if hexes else []


def by_side_or_unit(
    sides: Mapping[Side, str],
    of_side: Callable[[Board, Side], Sequence[Laid]],
    of_unit: Callable[[Board, UnitId], Sequence[Laid]],
) -> Callable[[Board, str], Sequence[Laid]]:
    """A layer that is asked for a unit, for a side, or for all sides."""

    def lay(board: Board, whom: str) -> Sequence[Laid]:
        if whom in board.scenario.units:
            return of_unit(board, unit_on_map(board, whom))
        return [one for side in sides_meant(whom, sides) for one in of_side(board, side)]

    return lay


def hexes_in_order(board: Board, hexes: Iterable[HexId]) -> tuple[HexId, ...]:
    """Each hex once, in the order of the map."""
    found = dict.fromkeys(hexes)
    return tuple([hex_id for hex_id in board.map.grid.hexes if hex_id in found])


def net(lines: Iterable[Sequence[HexId]], colour: str, legend: str) -> Laid:
    """Lines drawn as one net; a line of a single hex shows nothing."""
    return Laid("path", paths=tuple([tuple(line) for line in lines if len(line) > 1]), colour=colour, legend=legend)


def costs(goals: Sequence[Goal], colour: str, legend: str) -> Laid:
    """What it costs to get there, written in each hex."""
    hexes, numbers = tuple([goal.hex for goal in goals]), tuple([str(goal.cost) for goal in goals])
    return Laid("numbers", hexes, colour=colour, legend=legend, numbers=numbers)
