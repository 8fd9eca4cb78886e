"""11.1 and 11.2 A move on paper: who may go, how far, and whom a stack drops; what is forbidden is refused here."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.allowance import MARCH, MOVE
from pbem.games.italia18.assault_troops import is_assault_troops, may_carry
from pbem.games.italia18.by_mail.orders_move import Move
from pbem.games.italia18.costs import is_mobile
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.guns import OFFENSIVE
from pbem.games.italia18.markers import ABOARD, DISENGAGE, FROZEN, RESERVES
from pbem.games.italia18.relief import Phase, check_leave
from pbem.games.italia18.retreat_mode import check_goes_back
from pbem.games.italia18.stacking import kind_of
from pbem.games.italia18.starving import check_heads_for_supply
from pbem.games.italia18.walking import Walk, price, stops, walk, way, why_not
from pbem.kernel import trips
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.trips import Trip
from pbem.values import replace


def plan(
    board: Board, order: Move, phase: Phase, *, is_leaving: bool = False, is_going_on: bool = False
) -> tuple[Trip, ...]:  # fmt: skip
    """11.1.1a (see ruling R116): the trips of a stack that begins in one hex, and of those whom it drops on its way.
    Where more than these trips is to come, its end is looked at later."""
    for number, unit in enumerate(order.units):
        check_unit(board, unit, phase)
        if unit in order.units[:number]:
            raise Illegal("11.1.1a", f"{unit} is named twice in one move", found=str(order), wanted="each unit once")
    start = board.hex_of(order.units[0])
    apart = [unit for unit in order.units if board.hex_of(unit) != start]
    if apart:
        why = f"{', '.join(order.units)} do not stand together, and a stack moves only if it begins in one hex"
        raise Illegal("11.1.1a", why, found=f"{apart[0]} in {board.hex_of(apart[0])}", wanted=f"all in {start}")
    check_leave(board, order.units, phase, order.cover)
    if order.is_march:
        check_march(board, order.units)
    trip, done = Trip(order.units, (start,)), []
    for leg in order.legs:
        trip = go_on(board, trip, leg.hexes, MARCH if order.is_march else MOVE)
        if leg.dropped:
            trip, left = _drop(trip, leg.dropped)
            done.append(left)
    found = tuple([one for one in (*done, trip) if one.units])
    for one in found:
        check_escort(board, one.units)
    if is_going_on:
        return found
    check_heads_for_supply(board, found)
    if not is_leaving:  # ruling R176: off the map is beyond every source
        check_goes_back(board, found)
    return found


def _drop(trip: Trip, dropped: tuple[UnitId, ...]) -> tuple[Trip, Trip]:
    strangers = [unit for unit in dropped if unit not in trip.units]
    if strangers:
        why = f"{strangers[0]} is not in the moving stack and cannot be dropped"
        raise Illegal("11.1.1a", why, found=strangers[0], wanted=f"one of {', '.join(trip.units)}")
    rest = tuple([unit for unit in trip.units if unit not in dropped])
    return replace(trip, units=rest), replace(trip, units=dropped)


def go_on(board: Board, trip: Trip, goals: Sequence[HexId], how: str) -> Trip:
    """See 11.1.1b, 11.2.1: from waypoint to waypoint; between hexes that do not touch the cheapest way is found."""
    if not trip.units:
        raise Illegal("11.1.1a", "nobody is left in the stack to go on", wanted="a unit that was not dropped")
    walking = walk(board, trip.units, how)._replace(start=trip.path[0])
    for goal in trips.waypoints(trip, goals):
        trip = _toward(board, trip, walking, goal)
    return trip


def _toward(board: Board, trip: Trip, walking: Walk, goal: HexId) -> Trip:
    if len(trip.path) > 1 and stops(board, walking, trip.at):
        why = f"{walking.names} must stop in {board.map.called(trip.at)}, in an enemy zone of control or on a Depot"
        raise Illegal("11.2.1", why, found=f"{goal} after it", wanted="the end of the move")
    left = walking.points - trip.spent
    found = trips.toward(
        board.map, trip, goal, left,
        lambda here, there: price(board, walking, here, there),
        lambda here, points, there: way(board, walking, here, points, there),
        is_first=False,
    )  # fmt: skip
    if found is None:
        raise why_not(board, walking, goal, trip.at, left)
    return trip.gone(found)


# -- who may move --------------------------------------------------------------------------------------------


def check_unit(board: Board, unit: UnitId, phase: Phase) -> None:
    """11.1.4a, 11.2.10a, 11.3.1.2 (see 11.3.1.1, 11.3.5): an own unit that can move and has not; never by rail."""
    if board.unit(unit).side != phase.side:
        raise Illegal("11.1.1a", f"{unit} belongs to the enemy", wanted="a unit of yours")
    if not board.is_on_map(unit):
        raise Illegal("11.1.1a", f"{unit} is not on the map", found=board.place(unit), wanted="a unit on the map")
    if unit in phase.moved:
        why = f"{unit} has moved in this phase, or may not move on"
        raise Illegal("11.1.1a", why, wanted="one order for each unit", advice="put the whole way into one line")
    if board.is_marked(unit, FROZEN):
        why = f"{unit} is held by the High Command: its Reserves marker has to go first"
        raise Illegal("11.2.10a", why, advice=f"write `release {unit}`, which costs Victory Points")
    laid = [name for name in (RESERVES, DISENGAGE) if board.is_marked(unit, name)]
    if laid:
        why = f"{unit} has its {laid[0]} marker of this phase already, and stands still"
        raise Illegal("11.2.9", why, advice="leave out the marker or the move")
    if board.mark_of(unit, ABOARD) and board.place(UnitId(board.mark_of(unit, ABOARD))) == board.place(unit):
        why = f"{unit} is aboard {board.mark_of(unit, ABOARD)}, and whoever gets down has moved"
        raise Illegal("11.3.4.1b", why, advice=f"write `drive {board.mark_of(unit, ABOARD)} with {unit} to ...`")
    if board.is_marked(unit, OFFENSIVE):
        why = f"{unit} is in Offensive mode and moves only at the end of the Exploitation Phase"
        raise Illegal("11.3.1.1", why, advice=f"write `displace {unit}` there")
    if not is_mobile(board, unit) and not is_assault_troops(board.unit(unit)):
        raise Illegal("11.3.5", f"{unit} has a movement factor of 0 and stays where it is")


def check_escort(board: Board, units: Sequence[UnitId]) -> None:
    """See 11.3.2a, 15.3b: Assault Troops move under a unit of the stack that may take them, one each."""
    troops = [unit for unit in units if is_assault_troops(board.unit(unit))]
    for kind in dict.fromkeys([kind_of(board, unit) for unit in troops]):
        riding = [unit for unit in troops if kind_of(board, unit) == kind]
        carriers = [unit for unit in units if is_combat_unit(board.unit(unit)) and may_carry(board.unit(unit), kind)]
        if len(riding) > len(carriers):
            why = f"{riding[-1]} has no unit of its own to go with"
            raise Illegal(
                "11.3.2a", why, wanted="one unit that may take it along in the same order and to the same hex"
            )


# -- forced march --------------------------------------------------------------------------------------------


def check_march(board: Board, units: Sequence[UnitId]) -> None:
    """11.2.6a (see rulings R65, R72): combat units in good order double their movement along roads."""
    for unit in units:
        counter = board.unit(unit)
        if not is_combat_unit(counter) and not is_assault_troops(counter):
            raise Illegal("11.2.6a", f"{unit} is a support and cannot make a forced march", wanted="combat units")
        if is_disorganized(board, unit):
            why = f"{unit} is Disorganized or Reorganizing and cannot make a forced march"
            raise Illegal("11.2.6a", why, advice=f"write `move` for {unit}")
