"""4.0.6 The Artillery Phase of a side: modes, guns and fortresses blown up, trenches taken down, the bridge."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import roana
from pbem.games.strafexpedition.artillery import blow_up, turn
from pbem.games.strafexpedition.by_mail.orders_command import Emplace
from pbem.games.strafexpedition.by_mail.orders_guns import BlowBridge, BlowUp, Reduce
from pbem.games.strafexpedition.trenches import reduce
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """4.0.6 (see 18.6, 19.1, 19.5, 20.7, S5.sp6): as ordered, unit by unit; what no order names stays as it is."""
    levelled: list[HexId] = []
    treated: list[UnitId] = []
    attempts = 0
    for order in orders[side].items:
        if isinstance(order, Emplace):
            for unit in order.units:
                with table.attempt(order):
                    _check_untreated(unit, treated)
                    turn(board, side, unit, order.mode)
                    treated.append(unit)
        elif isinstance(order, BlowUp):
            for unit in order.units:
                with table.attempt(order):
                    _check_untreated(unit, treated)
                    blow_up(board, side, unit)
                    treated.append(unit)
        elif isinstance(order, Reduce):
            for hex_id in order.hexes:
                with table.attempt(order):
                    _check_once(hex_id, levelled)
                    reduce(board, hex_id, side)
                    levelled.append(hex_id)
        elif isinstance(order, BlowBridge):
            with table.attempt(order):
                roana.check_once(attempts)
                attempts += 1
                roana.blow(board, table, side)


def _check_untreated(unit: UnitId, treated: Sequence[UnitId]) -> None:
    """See 19.1, 19.5: a battery gets one condition for the whole turn, or is blown up instead."""
    if unit in treated:
        why = f"{unit} has been dealt with in this phase"
        wanted = "one line for each battery"
        raise Illegal("19.1", why, found="a second order", wanted=wanted, advice="leave one of the two out")


def _check_once(hex_id: HexId, levelled: Sequence[HexId]) -> None:
    """See 18.6: a trench loses one level in the phase."""
    if hex_id in levelled:
        why = f"the trench in {hex_id} has lost its level of this phase"
        raise Illegal("18.6", why, found="a second level", wanted="one level a day", advice="leave it out")
