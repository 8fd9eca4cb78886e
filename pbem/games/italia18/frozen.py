"""11.2.10 Reserves of the High Command: units that begin frozen, and what it costs to release them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_move import Release
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.turns import track_turn
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table


def run(board: Board, table: Table, orders: Sequence[Release], side: Side) -> None:
    """See 11.2.10a, 11.2.10b, ruling R132: before anybody moves."""
    for order in orders:
        with table.attempt(order):
            for unit in order.units:
                check(board, unit, side)
            for unit in order.units:
                release(board, unit)


def check(board: Board, unit: UnitId, side: Side) -> None:
    """See 11.2.10a: an own unit under such a marker."""
    if board.unit(unit).side != side or not board.is_marked(unit, FROZEN):
        why = f"{unit} carries no Reserves marker from the set-up"
        raise Illegal("11.2.10a", why, wanted="a frozen unit of yours", advice=f"take {unit} out of the order")


def release(board: Board, unit: UnitId) -> None:
    """11.2.10b (see ruling R13): the marker goes with all that lies under it, for one price, paid to the enemy.

    The mark `frozen=2` names the marker; a unit that was released with another costs nothing more.
    """
    if not board.is_marked(unit, FROZEN):
        return
    lift(board, unit)
    note, points = f"vp.{board.enemy_of(board.unit(unit).side)}", price(board)
    if points:
        board.write(note, board.number(note) + points, "11.2.10b")


def lift(board: Board, unit: UnitId) -> None:
    """See 11.2.10a: the marker is taken off all that lies under it."""
    marker, side = board.mark_of(unit, FROZEN), board.unit(unit).side
    for one in [other for other in board.marked(side) if board.is_marked(other, FROZEN)]:
        if one == unit or (marker and board.mark_of(one, FROZEN) == marker):
            board.unmark(one, FROZEN, "11.2.10a")
            board.note("released", "11.2.10a", unit=one, hex=board.place(one))


def price(board: Board) -> int:
    """See 11.2.10b, ruling R13: one Victory Point a marker, unless the card says otherwise for the turn."""
    found = board.scenario.card.get("reserves", {}).get("vp", 1)
    return int(found[min(board.turn, len(found)) - 1]) if isinstance(found, list) else int(found)


def alarm(board: Board, hex_id: HexId, side: Side) -> None:
    """S1.sp7 (see rulings R71, R132): where the card says so, a combat unit that comes adjacent sets them free."""
    if not board.scenario.card.get("reserves", {}).get("adjacent"):
        return
    for there in board.map.grid.neighbours[hex_id]:
        for unit in board.units_at(there, board.enemy_of(side)):
            if board.is_marked(unit, FROZEN):
                lift(board, unit)


def thaw(board: Board) -> None:
    """See S1.sp7: from the turn on that the card names nobody is held back, and nobody scores for it."""
    first = int(board.scenario.card.get("reserves", {}).get("free_from", 0))
    if first and track_turn(board) >= first:
        for unit in [one for one in board.marked() if board.is_marked(one, FROZEN)]:
            lift(board, unit)
