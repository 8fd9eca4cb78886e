"""4.0.6 The Artillery Phase of a side: modes, guns and fortresses blown up, trenches taken down, the bridge."""

from __future__ import annotations

from pbem.games.strafexpedition import roana
from pbem.games.strafexpedition.artillery import blow_up, turn
from pbem.games.strafexpedition.by_mail.orders_command import Emplace
from pbem.games.strafexpedition.by_mail.orders_guns import BlowBridge, BlowUp, Reduce
from pbem.games.strafexpedition.trenches import reduce
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """4.0.6 (see 18.6, 19.1, 19.5, 20.7, S5.sp6): as ordered, unit by unit; what no order names stays as it is."""
    for order in orders[side].items:
        if isinstance(order, Emplace):
            for unit in order.units:
                with table.attempt(order):
                    turn(board, side, unit, order.mode)
        elif isinstance(order, BlowUp):
            for unit in order.units:
                with table.attempt(order):
                    blow_up(board, side, unit)
        elif isinstance(order, Reduce):
            for hex_id in order.hexes:
                with table.attempt(order):
                    reduce(board, hex_id, side)
        elif isinstance(order, BlowBridge):
            with table.attempt(order):
                roana.blow(board, table, side)
