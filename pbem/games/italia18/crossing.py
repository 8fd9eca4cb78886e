"""11.2.4 A move with a pontoon in its middle: to the river, the dice, and one of two ways on."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import pontoons
from pbem.games.italia18.allowance import MOVE
from pbem.games.italia18.by_mail.orders_move import Again, Leg, Move, Span
from pbem.games.italia18.costs import WHOLE, shown
from pbem.games.italia18.entering import go
from pbem.games.italia18.planning import check_unit, go_on, plan
from pbem.games.italia18.relief import Phase, check_leave
from pbem.games.italia18.retreat_mode import check_goes_back
from pbem.games.italia18.starving import check_heads_for_supply, check_obeys
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table
from pbem.kernel.trips import Trip
from pbem.values import NamedTuple, replace


def move_and_build(board: Board, table: Table, order: Move, phase: Phase) -> None:
    """See 11.2.4a: go to the river, try, and go on over the pontoon, or where `else` says."""
    at = next(number for number, leg in enumerate(order.legs) if leg.span)
    span, later = order.legs[at].span, order.legs[at + 1 :]
    if span is None or order.is_march or order.cover or any(leg.dropped or leg.span for leg in order.legs[:at] + later):
        why = "a move with a pontoon has one pontoon, no drops, no cover, and is no forced march"
        raise Illegal("11.2.4a", why, advice="write the other units' moves as lines of their own")
    first = Move(order.units, (Leg((*(hex_id for leg in order.legs[:at] for hex_id in leg.hexes),)),))
    trip = (
        plan(board, first, phase, is_going_on=True)[0] if first.legs[0].hexes else _at_start(board, order.units, phase)
    )
    ahead = tuple([hex_id for leg in later for hex_id in leg.hexes])
    build_and_go_on(board, table, trip, Crossing(span, ahead, order.otherwise, order.again), phase)


class Crossing(NamedTuple):
    """A pontoon to be built, where to go over it, and what to do if it does not lie."""

    span: Span
    ahead: tuple[HexId, ...]
    otherwise: tuple[HexId, ...] = ()
    again: Again | None = None

    @property
    def second(self) -> Crossing | None:
        """The try at another hexside, once the units have gone where `otherwise` says."""
        return Crossing(self.again.span, self.again.onward, self.again.otherwise) if self.again else None


def build_and_go_on(
    board: Board, table: Table, trip: Trip, crossing: Crossing, phase: Phase, how: str = MOVE, rule: str = "11.1.1a"
) -> None:
    """See 11.2.4a, 14.2: the rest of a trip that has come to the river, in either phase."""
    check(board, trip, crossing, phase, how)
    phase.moved |= dict.fromkeys(trip.units)
    if len(trip.path) > 1:
        go(board, trip.units, trip.path, rule, how=how, cost=shown(trip.spent))
    _build(board, table, trip, crossing, phase, how, rule)


def _build(
    board: Board, table: Table, trip: Trip, crossing: Crossing, phase: Phase, how: str, rule: str
) -> None:  # fmt: skip
    tries = pontoons.build(board, table, trip.units, crossing.span, phase)
    goals = crossing.ahead if tries.done else crossing.otherwise
    done = _go_on_from(board, pontoons.paid(trip, tries.number), goals, phase, how, rule)
    if crossing.second and not tries.done:
        _build(board, table, done, crossing.second, phase, how, rule)


def check(board: Board, trip: Trip, crossing: Crossing, phase: Phase, how: str) -> None:
    """See 11.2.4a, 9.2b, 11.4b: all branches before the first die: over the pontoon with one try, the other with all.
    Who is out of supply or in Retreat mode obeys in each of them."""
    span = crossing.span
    pontoons.check(board, trip, span, phase, how)
    built = board.copy()
    pontoons.lay(built, span, phase.side)
    _check_end(built, _branch(built, pontoons.paid(trip, 1), crossing.ahead, phase, how), how, less=WHOLE)
    left = _branch(board, pontoons.paid(trip, span.tries), crossing.otherwise, phase, how)
    if crossing.second:
        tries = pontoons.counted(board, trip.units, span, phase, span.tries)
        check(board, left, crossing.second, replace(phase, tries=tries), how)
    else:
        _check_end(board, left, how)


def _check_end(board: Board, trip: Trip, how: str, *, less: int = 0) -> None:
    check_heads_for_supply(board, (trip,), how, less=less)
    if how == MOVE:
        check_goes_back(board, (trip,))


def _at_start(board: Board, units: Sequence[UnitId], phase: Phase) -> Trip:
    for unit in units:
        check_unit(board, unit, phase)
    return Trip(tuple(units), (board.hex_of(units[0]),))


def _branch(board: Board, trip: Trip, goals: Sequence[HexId], phase: Phase, how: str) -> Trip:
    """The rest of a move on paper; who began in an enemy zone leaves it only as 11.2.2 allows."""
    if goals and len(trip.path) == 1:
        check_leave(board, trip.units, phase, None)
    done = go_on(board, trip, goals, how)
    check_obeys(board, done)
    return done


def _go_on_from(board: Board, trip: Trip, goals: Sequence[HexId], phase: Phase, how: str, rule: str) -> Trip:
    """After a second try the points may not reach as far as with one: the units then go as far as they can."""
    for number in range(len(goals), 0, -1):
        try:
            done = _branch(board, trip, goals[:number], phase, how)
        except Illegal:
            continue
        go(board, done.units, done.path[len(trip.path) - 1 :], rule, how=how, cost=shown(done.spent))
        return done
    return trip
