"""4.0.8 What a check on receipt can say of an Action before its dice: units that cannot dig."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import digging
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Move
from pbem.games.strafexpedition.by_mail.orders_guns import Dig
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order


def look_ahead(board: Board, table: Table, action: Action, orders: Sequence[Order]) -> None:
    """See 4.0.8.steps, 18.1: on receipt, digging is looked at too, though it comes after the enemy's questions."""
    busy = [unit for order in orders if isinstance(order, Move | Assault) for unit in order.units]
    for order, looking in table.previewed([one for one in orders if isinstance(one, Dig)]):
        with looking:
            for unit in order.units:
                check_digger(board, action, unit, busy)


def check_digger(board: Board, action: Action, unit: UnitId, busy: Collection[UnitId]) -> None:
    """See 18.1: infantry of the Action that neither moves nor assaults in it, where a trench can be dug."""
    if unit not in action.units or unit in busy:
        found = "it moves or assaults" if unit in busy else board.place(unit)
        wanted = f"a unit of {action.brigade} in Command that neither moves nor assaults"
        raise Illegal("18.1", f"{unit} cannot dig in this Action", found=found, wanted=wanted, advice="leave it out")
    digging.check(board, unit, 0)
