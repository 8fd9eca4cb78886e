"""Nothing stale: a sample of what boards keep by `derived` is worked out again from nothing and compared.

Each game says by hand whose changes make a kept value stale (`owners`); one owner forgotten is a rule that looks at
yesterday's board. The random player finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.ground.terrain import ByHex

EVERY = 100  # one hit in so many is checked


@contextmanager
def rechecked(every: int = EVERY) -> Iterator[list[Any]]:
    """Check hits of all boards meanwhile; gives the list of the keys that were checked."""
    plain, checked, hits = Board.derived, list[Any](), 0

    def derived(board: Board, key: Any, owners: tuple[str, ...], make: Callable[[], Any]) -> Any:
        nonlocal hits
        is_hit = key in board._kept.get(owners, {})
        value = plain(board, key, owners, make)
        hits += is_hit
        if is_hit and hits % every == 0:
            checked.append(key)
            _compare(key, owners, value, _afresh(board, make, plain))
        return value

    Board.derived = derived  # type: ignore[method-assign, assignment]
    try:
        yield checked
    finally:
        Board.derived = plain  # type: ignore[method-assign]


def _afresh(board: Board, make: Callable[[], Any], plain: Any) -> Any:
    """What `make` gives on a board that keeps nothing yet; inside it nothing is checked again."""
    kept, stale, checking = board._kept, board._stale_with, Board.derived
    board._kept, board._stale_with = {}, {}
    Board.derived = plain  # type: ignore[method-assign]
    try:
        return make()
    finally:
        board._kept, board._stale_with = kept, stale
        Board.derived = checking  # type: ignore[method-assign]


def _compare(key: Any, owners: tuple[str, ...], value: Any, fresh: Any) -> None:
    """A table that is filled as it is asked is compared where it was asked, a pair of them one by one."""
    if isinstance(value, tuple) and any(isinstance(part, ByHex) for part in value):
        for part, other in zip(value, fresh, strict=True):
            _compare(key, owners, part, other)
        return
    if isinstance(value, Board):  # nobody changes it, and it has no equals: what the owners speak of is as it was
        value, fresh = _marks_on_sides(value, owners), _marks_on_sides(fresh, owners)
    if isinstance(value, ByHex):
        fresh = {hex_id: fresh[hex_id] for hex_id in value}
    assert value == fresh, f"{key} is stale: something else than {owners} has changed it"


def _marks_on_sides(board: Board, owners: tuple[str, ...]) -> dict[str, Any]:
    """The markers on hexsides for whose sake a copy of the board is kept: it may be kept for nothing else."""
    names = [owner.removeprefix("side ") for owner in owners if owner.startswith("side ")]
    assert len(names) == len(owners), f"a board is kept for {owners}: compare it by these as well"
    return {name: board.marked_sides(name) for name in names}
