"""11.0 Movement Phase: reliefs, then moves, one order after the other, then the markers of its end."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18 import bridges, frozen, pontoons, reinforcements, reserves
from pbem.games.italia18.allowance import MARCH, MOVE
from pbem.games.italia18.by_mail.orders_move import Arrive, Leg, Move, Release, Relieve, Unbridge
from pbem.games.italia18.costs import shown
from pbem.games.italia18.crossing import move_and_build
from pbem.games.italia18.disorder import disorganize
from pbem.games.italia18.entering import go
from pbem.games.italia18.offensive import is_offensive
from pbem.games.italia18.planning import check_unit, plan
from pbem.games.italia18.relief import Phase, begin, check_relief
from pbem.games.italia18.stacking import settle
from pbem.games.italia18.walking import walk
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hold, Order, OrdersBySide


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 7.0c, 11.2.2b, 11.1.5, 4.0d, ruling R137: arrivals, reliefs, moves, bridges, markers, stacking."""
    given: list[Order] = []
    phase = Phase(side)
    for number, batch in table.parts(side, "movement", orders[side].items):
        given += batch
        if number == 1:
            pontoons.take_up(board, table, [one for one in batch if isinstance(one, Unbridge)], side)
            frozen.run(board, table, [one for one in batch if isinstance(one, Release)], side)
            arrived = reinforcements.run(board, table, [one for one in batch if isinstance(one, Arrive)], side)
            phase = begin(board, side)
            phase.moved |= dict.fromkeys([unit for unit in arrived if unit in phase.pinned])  # ruling R112
        for order in sorted(batch, key=lambda one: not isinstance(one, Relieve)):
            if isinstance(order, Relieve | Move | Hold):
                with table.attempt(order):
                    _carry_out(board, table, order, phase)
    bridges.run(board, table, given, side)
    reserves.run(board, table, given, phase)
    settle(board, table, "movement")


def _carry_out(board: Board, table: Table, order: Relieve | Move | Hold, phase: Phase) -> None:
    if isinstance(order, Relieve):
        relieve(board, table, order, phase)
    elif isinstance(order, Move):
        move(board, table, order, phase)
    else:
        for unit in order.units:
            check_unit(board, unit, phase)


def relieve(board: Board, table: Table, order: Relieve, phase: Phase) -> None:
    """See 11.2.2a, 11.2.2b, ruling R137: the relieving units go into the hex and stop there; all it held are free."""
    check_unit(board, order.unit, phase)
    check_relief(board, order.unit, order.by, phase)
    goal = board.hex_of(order.unit)
    move(board, table, Move(order.by, (Leg((*order.via, goal)),)), phase)
    phase.relieved[goal] = None


def move(board: Board, table: Table, order: Move, phase: Phase) -> None:
    """See 11.1.1a, 11.2.2d, 11.2.6b: check the whole move with all whom it drops, then make it."""
    if any(leg.span for leg in order.legs):
        move_and_build(board, table, order, phase)
        return
    how = MARCH if order.is_march else MOVE
    done = plan(board, order, phase)
    points = shown(walk(board, order.units, how).points)
    for trip in done:
        phase.moved |= dict.fromkeys(trip.units)
        if len(trip.path) > 1:
            go(board, trip.units, trip.path, "11.1.1a", how=how, cost=shown(trip.spent), allowance=points)
        if order.is_march:
            tire(board, trip.units)
    if order.cover:
        board.eliminate(order.cover, "11.2.2d", why="left behind to cover a withdrawal")


def tire(board: Board, units: Sequence[UnitId]) -> None:
    """11.2.6b: while an Offensive is in progress whoever has marched is Disorganized."""
    if not is_offensive(board):
        return
    for unit in units:
        disorganize(board, unit, "11.2.6b")
