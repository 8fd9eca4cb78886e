"""16 Who holds the objectives: whoever was the last to stand in them or to pass through."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from pbem.games.durchbruch.counters import AG, corps_of
from pbem.games.durchbruch.marks import HELD
from pbem.games.durchbruch.passages import is_along_their_line, lay
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId


def objectives(map: Map) -> Mapping[HexId, None]:
    """See 16-ctrl, 8.1.2, ruling R51: the places that score, Rombon, and where Italian reinforcements come in."""
    names = ("vp", "rombon", "entry")
    return map.memo("objectives", lambda: {h: None for name in names for h in map.hexes_with(name)})


def go(board: Board, units: Sequence[UnitId], path: Sequence[HexId], rule: str, **about: object) -> None:
    """See 16-ctrl: units go along a path; what they pass is theirs from now on. Paths begin where they stand."""
    for unit in units:
        board.move(unit, path, rule, **about)
    take(board, units, path[1:])


def take(board: Board, units: Sequence[UnitId], hexes: Sequence[HexId]) -> None:
    """16-ctrl, rulings R142 and R177 (see 16.1): the side that last passed holds a place, with counters face down too;
    of a corps that found it in own hands nothing is written."""
    side, corps = board.unit(units[0]).side, corps_of(board.unit(units[0]))
    for hex_id in hexes:
        if hex_id not in objectives(board.map):
            continue
        if side != AG:
            board.unmark_hex(hex_id, HELD, "16-ctrl")
        elif not board.hex_mark(hex_id, HELD):
            board.mark_hex(hex_id, f"{HELD}={corps}", "16-ctrl")


def open_trenches(board: Board, side: Side, path: Sequence[HexId], rule: str) -> None:
    """See 1.4-a4: whoever follows the enemy's first line leaves passages behind."""
    for here, there in itertools.pairwise(path):
        if is_along_their_line(board, side, here, there):
            lay(board, there, side, rule)


def is_theirs(board: Board, hex_id: HexId) -> bool:
    """See 16-ctrl: whether the Austro-Germans hold an objective."""
    return bool(board.hex_mark(hex_id, HELD))
