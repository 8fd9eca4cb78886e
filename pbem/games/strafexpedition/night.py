"""4.0.11, 4.0.12 The end of the day: headquarters and markers off the map, overstacking, victory."""

from __future__ import annotations

from pbem.games.strafexpedition import artillery, declaration, digging, events, plans, victory
from pbem.games.strafexpedition.activation import ACTED, UNCOMMANDED
from pbem.games.strafexpedition.command import HQ_BOX
from pbem.games.strafexpedition.counters import SIDES, is_hq
from pbem.games.strafexpedition.movement import MARCHED, MOVED
from pbem.games.strafexpedition.reinforcements import is_rebuilt
from pbem.games.strafexpedition.stacking import overstack
from pbem.kernel.board import Board
from pbem.kernel.clearing import take_off
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

OF_THE_DAY = (
    ACTED, UNCOMMANDED, MOVED, MARCHED, "overstacked", "halved", "held", digging.DUG, declaration.MARK,
    *artillery.OF_THE_DAY,
)  # fmt: skip


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.0.11, 4.0.12 (see 21.2, rulings R39, R129): what is left of phase 11 after rally and replacements; phase 12.

    Headquarters go back to their box. Who still stands over the limit suffers for it, too late to rally.
    """
    clear_hqs(board)
    punish_crowds(board)
    clear_markers(board)
    events.forget(board)
    victory.decide(board)


def punish_crowds(board: Board) -> None:
    """See 6.1, 12.7, ruling R39: hexes that reinforcements or retreats have left over the limit.

    Where brigades were rebuilt today nobody suffers before tomorrow night: they could neither wait nor move.
    """
    for side in SIDES:
        for hex_id in dict.fromkeys(board.hex_of(unit) for unit in board.on_map(side)):
            if not any(is_rebuilt(board, unit) for unit in board.units_at(hex_id, side)):
                overstack(board, hex_id, side, "6.1")


def clear_markers(board: Board) -> None:
    """See 4.0.11: the markers and notes of the day."""
    for side in SIDES:
        plans.forget(board, side)
        for note in (f"spent.{side}", f"actions.{side}", f"closed.{side}"):
            board.write(note, "", "4.0.11")
    take_off(board, OF_THE_DAY, "4.0.11")


def clear_hqs(board: Board) -> None:
    """See 4.0.11, ruling R105: all headquarters leave the map, wherever the enemy has gone."""
    for unit in [one for one in board.on_map() if is_hq(board.unit(one))]:
        board.put(unit, HQ_BOX, "4.0.11", how="night")
