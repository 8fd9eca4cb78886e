"""11.4 The Cadorna Line, where Retreat mode ends."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.counters import EN
from pbem.games.italia18.disorder import RETREAT_MODE
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import UnitId

PIAVE = "Piave"


def is_cadorna_line(map: Map, hex_id: HexId) -> bool:
    """See 3.0g, 11.4d, ruling R17: a hex of the line, or of the trenches along the Piave below it."""
    if map.has(hex_id, "cadorna-line"):
        return True
    trench = map.feature(hex_id, "trench")
    sides = [one for there in map.grid.neighbours[hex_id] for one in map.hexside(hex_id, there)]
    return trench is not None and trench.get("owner") == EN and any(one.get("name") == PIAVE for one in sides)


def rally(board: Board, units: Sequence[UnitId], hex_id: HexId) -> None:
    """11.4d (see ruling R17): units of the Entente leave the mode as soon as they come to the Cadorna Line."""
    bound = [unit for unit in units if board.unit(unit).side == EN and board.is_marked(unit, RETREAT_MODE)]
    if bound and is_cadorna_line(board.map, hex_id):
        for unit in bound:
            board.unmark(unit, RETREAT_MODE, "11.4d")
            board.note("rallied", "11.4d", unit=unit, hex=hex_id)
