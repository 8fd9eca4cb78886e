"""11.0 Movement Phase: reliefs, then moves, one order after the other, then the markers of its end."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import assigning, bridges, depots, frozen, pontoons, reinforcements, reserves, retreat_mode
from pbem.games.italia18.allowance import MARCH, MOVE
from pbem.games.italia18.by_mail.orders_combat import Assign
from pbem.games.italia18.by_mail.orders_move import (
    Arrive,
    Disengage,
    Leg,
    Move,
    Release,
    Relieve,
    Reserve,
    Unbridge,
)
from pbem.games.italia18.by_mail.orders_retreat import Burn, Drive, RetreatMode, TryExit
from pbem.games.italia18.by_mail.orders_special import Exit, Fly, RetreatOrder, Withdraw
from pbem.games.italia18.costs import shown
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.crossing import move_and_build
from pbem.games.italia18.detachments import after_moving
from pbem.games.italia18.disorder import RETREAT_MODE, disorganize
from pbem.games.italia18.entering import go
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.offensive import is_offensive
from pbem.games.italia18.options import EARLY, is_agreed
from pbem.games.italia18.planning import check_unit, plan
from pbem.games.italia18.relief import Phase, begin, check_relief
from pbem.games.italia18.stacking import settle
from pbem.games.italia18.trucks import drive
from pbem.games.italia18.walking import walk
from pbem.games.italia18.west_edge import leave
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hold, Order, OrdersBySide
from pbem.values import replace

OPENING = (Arrive, Assign, Fly, Release, RetreatMode, RetreatOrder, TryExit, Unbridge, Withdraw)
MARKERS = (Disengage, Reserve)


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 7.0c, 11.2.2b, 11.1.5, 4.0d, ruling R137: arrivals, reliefs, moves, bridges, markers, stacking."""
    given: list[Order] = []
    phase, is_early = Phase(side), is_agreed(board, EARLY)
    for number, batch in table.parts(side, "movement", orders[side].items):
        if number == 1:
            phase = open_phase(board, table, batch, side)
            lay_early(board, table, batch, phase, is_early=is_early)
        else:
            batch = refuse_late(table, batch, is_early=is_early)
        given += batch
        for order in sorted(batch, key=lambda one: not isinstance(one, Relieve)):
            if isinstance(order, Relieve | Move | Hold | Drive | TryExit | Exit):
                with table.attempt(order):
                    _carry_out(board, table, order, phase)
    fall_back(board, phase)
    bridges.run(board, table, given, side)
    depots.run(board, table, [one for one in given if isinstance(one, Burn)], side)
    reserves.run(board, table, [] if is_early else given, phase)
    settle(board, table, "movement")
    after_moving(board, replace(orders[side], items=tuple(given)), side)


def open_phase(board: Board, table: Table, orders: Sequence[Order], side: Side) -> Phase:
    """See 11.2.4d, 11.2.10a, 11.3.2a, 11.4a, 11.4c, 11.1.5: what comes before anybody moves."""
    assigning.run(board, table, orders, side)
    pontoons.take_up(board, table, [one for one in orders if isinstance(one, Unbridge)], side)
    frozen.run(board, table, [one for one in orders if isinstance(one, Release)], side)
    retreat_mode.enter(board, table, [one for one in orders if isinstance(one, RetreatMode)], side)
    retreat_mode.roll_exits(board, table, [one for one in orders if isinstance(one, TryExit)], side)
    arrived = reinforcements.run(board, table, [one for one in orders if isinstance(one, Arrive)], side)
    phase = begin(board, side)
    phase.moved |= dict.fromkeys([unit for unit in arrived if unit in phase.pinned])  # ruling R112
    return phase


def refuse_late(table: Table, orders: Sequence[Order], *, is_early: bool) -> list[Order]:
    """See 11.1.5, 11.2.9, 11.2.10a, 11.4a: after `more` the phase is open, and what comes before it comes too late."""
    late = OPENING + (MARKERS if is_early else ())
    for order in [order for order in orders if isinstance(order, late)]:
        with table.attempt(order):
            why = "this is done as the Movement Phase begins, before anybody moves"
            raise Illegal("11.0", why, found=str(order), advice="write it in the first part of the section")
    return [order for order in orders if not isinstance(order, late)]


def lay_early(board: Board, table: Table, orders: Sequence[Order], phase: Phase, *, is_early: bool) -> None:
    """11.2.9 (see 11.2.7, 11.2.8a): by agreement markers are laid before anybody moves; who has one stands still."""
    if is_early:
        reserves.run(board, table, orders, phase)


def _carry_out(board: Board, table: Table, order: Relieve | Move | Hold | Drive | TryExit | Exit, phase: Phase) -> None:
    if isinstance(order, Relieve):
        relieve(board, table, order, phase)
    elif isinstance(order, Move):
        move(board, table, order, phase)
    elif isinstance(order, Drive):
        drive(board, order, phase)
    elif isinstance(order, Exit):
        leave(board, order, phase)
    elif isinstance(order, TryExit):
        go_by_result(board, table, order, phase)
    else:
        for unit in order.units:
            check_unit(board, unit, phase)


def go_by_result(board: Board, table: Table, order: TryExit, phase: Phase) -> None:
    """See 11.4c: after its die a unit goes one of two ways, if the order names it."""
    path = order.otherwise if board.is_marked(order.unit, RETREAT_MODE) else order.then
    if path:
        units = (order.unit, *(riding_with(board, order.unit) if is_combat_unit(board.unit(order.unit)) else ()))
        move(board, table, Move(units, (Leg(path),)), phase)


def fall_back(board: Board, phase: Phase) -> None:
    """See 11.4b, ruling R151: who is in Retreat mode and was not moved goes back by himself, as far as he can."""
    for unit in board.on_map(phase.side):
        if not board.is_marked(unit, RETREAT_MODE) or unit in phase.moved:
            continue
        units = (unit, *(riding_with(board, unit) if is_combat_unit(board.unit(unit)) else ()))
        for goal in retreat_mode.nearer(board, units):
            try:
                trips = plan(board, Move(units, (Leg((goal,)),)), phase)
            except Illegal:
                continue  # somebody must hold the hex, or the way leads over the limit of what it may do
            go(board, units, trips[-1].path, "11.4b", how=MOVE, cost=shown(trips[-1].spent))
            phase.moved |= dict.fromkeys(units)
            break


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
