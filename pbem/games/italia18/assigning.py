"""11.3.2 Assault Troops are assigned to units of their hex as a phase begins."""

from __future__ import annotations

from collections.abc import Container, Sequence

from pbem.errors import Illegal
from pbem.games.italia18.assault_troops import is_assault_troops, may_carry
from pbem.games.italia18.by_mail.orders_combat import Assign
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.losses import WITH
from pbem.games.italia18.stacking import kind_of
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order


def run(board: Board, table: Table, orders: Sequence[Order], side: Side, *, is_start: bool = True) -> None:
    """See 11.3.2a: in the order written, before anything else of the phase; later parts of a phase come too late."""
    taken: dict[UnitId, None] = {}
    for order in orders:
        if isinstance(order, Assign):
            with table.attempt(order):
                if not is_start:
                    why = "Assault Troops are assigned as a phase begins"
                    raise Illegal("11.3.2a", why, found=str(order), advice="wait for the next phase")
                check(board, order, side, taken)
                board.mark(order.troops, f"{WITH}={order.unit}", "11.3.2a")
                taken[order.unit] = None


def check(board: Board, order: Assign, side: Side, taken: Container[UnitId]) -> None:
    """See 11.3.2a, 15.3a: own troops, and a unit of their hex that may take them and was given no others."""
    troops, unit = order.troops, order.unit
    is_own = all(board.unit(one).side == side and board.is_on_map(one) for one in (troops, unit))
    if not is_own or not is_assault_troops(board.unit(troops)) or not is_combat_unit(board.unit(unit)):
        raise Illegal("11.3.2a", "Assault Troops of yours go with a combat unit of yours", found=str(order))
    if board.place(troops) != board.place(unit):
        why = f"{troops} and {unit} do not stand together"
        raise Illegal("11.3.2a", why, found=f"{board.place(troops)} and {board.place(unit)}", wanted="one hex")
    if not may_carry(board.unit(unit), kind_of(board, troops)):
        why = f"{unit} may not have {troops} with it"
        raise Illegal("15.3a", why, found=unit, wanted="a unit of the kind that 15.3 names", advice="name another unit")
    if unit in taken:
        raise Illegal("11.3.2a", f"{unit} has its Assault Troops already", found=str(order), wanted="one for each unit")
