"""3.0 Divisions with a display: regiments that count as one division while they are together."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_special import Display
from pbem.games.italia18.counters import EN
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order

NOTE = "display"  # the display that the Entente chose in the set-up of S2


def in_play(board: Board) -> tuple[str, ...]:
    """See 3.0h, S5.set, S2.opt1: the displays of the scenario, and the one that was chosen."""
    printed = board.scenario.card.get("displays", {}).get("in_play", ())
    chosen = board.noted(NOTE)
    return (*map(str, printed), *((chosen,) if chosen else ()))


def division_of(board: Board, unit: UnitId) -> str:
    """3.0h (see 2.2.1b, rulings R68, R127): the division to which a regiment belongs; nothing if it goes alone.

    A display is membership: its regiments stand in the hex, each for itself, and are one division for Reserves,
    Exploitation and Trucks while they share it.
    """
    words = board.unit(unit).words
    display = words.get("display", "")
    return f"{display}DF" if display and display in in_play(board) else words.get("division", "")


def choose(board: Board, table: Table, orders: Sequence[Order], side: Side) -> None:
    """S2.opt1 (see ruling R127): in the set-up the Entente may make the Alpini of W1621 a division with a display."""
    for order in orders:
        if isinstance(order, Display):
            with table.attempt(order):
                offered = [str(one) for one in board.scenario.card.get("displays", {}).get("offered", ())]
                if side != EN or order.division not in offered:
                    why = f"the division {order.division} has no display to choose"
                    wanted = ", ".join(offered) or "no display in this scenario"
                    raise Illegal("S2.opt1", why, found=order.division, wanted=wanted)
                board.write(NOTE, order.division, "S2.opt1")
                board.note("display", "S2.opt1", division=order.division)
