"""S2.sp3 The bombardment before the first day."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition.artillery import FIRED
from pbem.games.strafexpedition.bombardment import BOMBARDED, Salvo, check, check_once
from pbem.games.strafexpedition.bombardment import run as fire
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard
from pbem.games.strafexpedition.counters import is_artillery
from pbem.games.strafexpedition.observation import observed_from, observers
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

RULE = "S2.sp3"


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """S2.sp3 (see 13.2, ruling R65): all guns of the side fire once, free of points, headquarters and attachment.

    Any hex with an own unit and no enemy zone observes. All targets are named before the first die, and no marker is
    left when the first day begins.
    """
    wanted = [order for order in orders[side].items if isinstance(order, Bombard)]
    own = [unit for unit in board.on_map(side) if is_artillery(board.unit(unit))]
    is_seen = observed_from(board, observers(board, side, dict.fromkeys(board.hex_of(u) for u in board.on_map(side))))
    salvos: list[Salvo] = []
    for order in wanted:
        with table.attempt(order):
            check_allowed(board, side)
            salvo = Salvo(order.target, order.guns)
            check(board, side, salvo, own, is_seen)
            check_once([*salvos, salvo])
            salvos.append(salvo)
    fire(board, table, side, salvos)
    for unit in own:
        board.unmark(unit, FIRED, RULE)
    for hex_id in board.marked_hexes(BOMBARDED):
        board.unmark_hex(hex_id, BOMBARDED, RULE)


def check_allowed(board: Board, side: Side) -> None:
    """See S2.sp3: only Austria-Hungary, and only before Asiago."""
    if board.scenario.card.get("preliminary", {}).get("side") != side:
        why, wanted = "nobody bombards before the first day", "Austria-Hungary in the scenario asiago"
        raise Illegal(RULE, why, found="set-up", wanted=wanted, advice="bombard in an Action")
