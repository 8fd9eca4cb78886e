"""S1: the order to retreat, what it costs, and guns that are taken off under it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_special import RetreatOrder, Withdraw
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.guns import is_gun
from pbem.games.italia18.retreat_mode import ORDER
from pbem.games.italia18.turns import sequence, track_turn
from pbem.games.italia18.victory_caporetto import EXITED, ORDER_NOTE, points_so_far
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order

WITHDRAWN = "withdrawn"  # the note of the sequence in which the last gun was taken off


def run(board: Board, table: Table, orders: Sequence[Order], side: Side) -> None:
    """See S1.sp12, ruling R132: as an Entente Movement Phase opens, the order first."""
    for order in orders:
        if isinstance(order, RetreatOrder):
            with table.attempt(order):
                give(board, side)
    for order in orders:
        if isinstance(order, Withdraw):
            with table.attempt(order):
                withdraw(board, order.unit, side)


def give(board: Board, side: Side) -> None:
    """S1.sp12: from turn 2 on, once and for good."""
    first = int(board.scenario.card.get("retreat_order", {}).get("from_turn", 0))
    if not first or side != EN:
        raise Illegal(
            "S1.sp12", "only the Italians at Caporetto can be ordered to retreat", advice="leave the line out"
        )
    if track_turn(board) < first:
        why = f"the order to retreat is not given before turn {first}"
        raise Illegal("S1.sp12", why, found=f"turn {track_turn(board)}", advice="wait")
    if board.noted(ORDER):
        raise Illegal("S1.sp12", "the order to retreat stands already", advice="leave the line out")
    points = price(board)
    board.write(ORDER, side, "S1.sp12")
    board.write(ORDER_NOTE, points, "S1.sp13")
    board.note("retreat-order", "S1.sp12", side=side, points=points, enemy=CP)


def price(board: Board) -> int:
    """S1.sp13 (see ruling R83): by the turn, and on turn 2 by what the CP have at this moment."""
    card = board.scenario.card["retreat_order"]
    few, many = card["vp"][str(track_turn(board))]
    return int(few if points_so_far(board) < int(card["threshold"]) else many)


def withdraw(board: Board, gun: UnitId, side: Side) -> None:
    """See S1.sp12, rulings R80, R132: one Artillery support a sequence, from wherever it stands."""
    if board.noted(ORDER) != side:
        raise Illegal("S1.sp12", "no order to retreat has been given", wanted="`retreat-order` first", found=gun)
    if board.unit(gun).side != side or not board.is_on_map(gun) or not is_gun(board, gun):
        raise Illegal("S1.sp12", f"{gun} is no Artillery of yours on the map", found=board.place(gun))
    now = f"{board.turn}.{sequence(board)}"
    if board.noted(WITHDRAWN) == now:
        why = "one Artillery support has been taken off in this sequence"
        raise Illegal("S1.sp12", why, found=gun, wanted="one a sequence", advice="wait for the next")
    board.write(WITHDRAWN, now, "S1.sp12")
    board.put(gun, EXITED, "S1.sp12", how="withdrawn")
