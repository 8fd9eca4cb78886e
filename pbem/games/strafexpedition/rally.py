"""21.6, 21.7 Rally, and with replacements the Replacement and Rally Phase of both sides."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition import replacements
from pbem.games.strafexpedition.by_mail.orders_guns import Keep
from pbem.games.strafexpedition.counters import SIDES, is_hq
from pbem.games.strafexpedition.disorganization import disorganization, is_beside_enemy, reorganize
from pbem.games.strafexpedition.supply import is_supplied
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Orders, OrdersBySide

MARCHED = "marched"  # a forced march today (11.3)


def may_rally(board: Board, unit: UnitId) -> bool:
    """21.6 (see 4.0.11, rulings G2, R46, R100): disorganized, in supply now, away from enemies, no forced march."""
    if is_hq(board.unit(unit)) or not disorganization(board, unit):
        return False
    return not board.is_marked(unit, MARCHED) and not is_beside_enemy(board, unit) and is_supplied(board, unit)


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """21.7 (see 21.6, rulings R93, R129): both sides on the position as it stands: replacements first, then all rally.

    Who got a step back tonight does not rally, nor does who is told not to.
    """
    able = {side: [unit for unit in board.on_map(side) if may_rally(board, unit)] for side in SIDES}
    plans = {side: replacements.plan(board, table, orders[side]) for side in SIDES}
    for side in SIDES:
        replacements.carry_out(board, plans[side])
    for side in SIDES:
        replaced = [order.unit for order in plans[side]]
        kept = _kept(board, table, orders[side], able[side])
        for unit in able[side]:
            if unit not in replaced and unit not in kept:
                reorganize(board, unit, "21.6")


def _kept(board: Board, table: Table, orders: Orders, able: list[UnitId]) -> list[UnitId]:
    """See 21.6: rallying is its owner's choice; `keep` names who does not."""
    found: list[UnitId] = []
    for order in orders.items:
        if isinstance(order, Keep):
            with table.attempt(order):
                _check_own(board, orders.side, order)
                found += able if order.is_all else order.units
    return found


def _check_own(board: Board, side: Side, order: Keep) -> None:
    foreign = [unit for unit in order.units if board.unit(unit).side != side]
    if foreign:
        raise Illegal("21.6", f"{foreign[0]} is not yours", found=foreign[0], wanted="own units", advice="leave it out")
