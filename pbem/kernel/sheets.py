"""What the order sheets of all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId

_Thing = TypeVar("_Thing")


def by_nation(
    board: Board, side: Side, names: Mapping[str, str], show: Callable[[UnitId], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The side's units on the map, one group for each nation that has some there."""
    found = []
    for nation, title in names.items():
        units = [show(unit) for unit in board.on_map(side) if board.unit(unit).nation == nation]
        if units:
            found.append({"title": title, "units": units})
    return found


def not_refused(things: Iterable[_Thing], check: Callable[[_Thing], None]) -> tuple[_Thing, ...]:
    """Those that the check lets pass."""
    return tuple([thing for thing in things if _passes(thing, check)])


def _passes(thing: _Thing, check: Callable[[_Thing], None]) -> bool:
    try:
        check(thing)
    except Illegal:
        return False
    return True
