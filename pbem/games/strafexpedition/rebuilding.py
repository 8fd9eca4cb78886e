"""S5.re.ah.0601 The brigades that are withdrawn on June 1 and come back rebuilt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from pbem.games.strafexpedition import brusilov
from pbem.games.strafexpedition.disorganization import SURRENDERED
from pbem.games.strafexpedition.supply import is_supplied
from pbem.kernel.board import Board
from pbem.kernel.pieces import WAITING, Side, UnitId

RULE = "S5.re.ah.0601"


class Line(Protocol):
    """A line of the schedule."""

    @property
    def side(self) -> Side:
        """Whose it is."""

    @property
    def turn(self) -> int:
        """When."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Who."""

    @property
    def row(self) -> Mapping[str, Any]:
        """As the card has it."""


def lost_note(side: Side) -> str:
    """See 23.2: the note with steps of a side that have surrendered and stand on the map again."""
    return f"prisoners.{side}"


def lift(board: Board, lines: Iterable[Line]) -> None:
    """S5.re.ah.0601 (see 22.0, rulings R25, T3, T32): the brigades of the line leave wherever they are, and are whole.

    Who is out of supply counts as surrendered, and so does who has surrendered before. After the second Russian
    success nobody is lifted.
    """
    for line in lines:
        if line.row.get("rebuilt") and line.turn == board.turn and not brusilov.is_cut_off(board, line.side):
            lost = [unit for unit in line.units if _is_lost(board, unit)]
            for unit in line.units:
                _restore(board, unit)
            if lost:
                count = board.number(lost_note(line.side)) + _steps(board, lost)
                board.write(lost_note(line.side), count, RULE)
            board.note("rebuilt", RULE, side=line.side, units=list(line.units), lost=lost)


def _is_lost(board: Board, unit: UnitId) -> bool:
    if board.place(unit) == SURRENDERED:
        return True
    return board.is_on_map(unit) and not is_supplied(board, unit)


def _steps(board: Board, units: Iterable[UnitId]) -> int:
    return sum(int(board.scenario.charts["victory"]["battalion"]) for _ in units)


def _restore(board: Board, unit: UnitId) -> None:
    for mark in [mark.partition("=")[0] for mark in board.marks(unit)]:
        board.unmark(unit, mark, RULE)
    missing = board.unit(unit).figure("steps") - board.steps(unit)
    if missing:
        board.regain(unit, missing, RULE, how="rebuilt")
    if board.place(unit) != WAITING:
        board.put(unit, WAITING, RULE, how="rebuilt")
