"""11.3.4.1 and 15.4 Trucks and what they carry."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.by_mail.orders_retreat import Drive
from pbem.games.italia18.costs import WHOLE, is_barge, is_gun, shown
from pbem.games.italia18.counters import EN, is_combat_unit, is_detachment, is_division
from pbem.games.italia18.disorder import disorganize
from pbem.games.italia18.displays import division_of
from pbem.games.italia18.entering import go
from pbem.games.italia18.markers import ABOARD
from pbem.games.italia18.planning import check_escort, check_unit, go_on
from pbem.games.italia18.relief import Phase, check_leave
from pbem.games.italia18.retreat_mode import check_goes_back
from pbem.games.italia18.starving import check_heads_for_supply
from pbem.games.italia18.walking import walk
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.trips import Trip
from pbem.values import replace

HOW = "drive"
BRIGADES, REGIMENTS, TROOPS = 2, 4, 1  # the most of them on one load


def is_aboard(board: Board, unit: UnitId) -> bool:
    """See 11.3.4.1b, ruling R117: still on the Trucks on which it ended its last ride."""
    trucks = board.mark_of(unit, ABOARD)
    return bool(trucks) and board.place(UnitId(trucks)) == board.place(unit)


# -- what they take ------------------------------------------------------------------------------------------


def check_load(board: Board, order: Drive, phase: Phase) -> None:
    """11.3.4.1a, 15.4 (see ruling R117): Trucks of the Entente, and one load that begins the phase with them."""
    trucks = board.unit(order.trucks)
    check_unit(board, order.trucks, phase)
    if trucks.type != "trucks" or trucks.side != EN:
        raise Illegal("15.4", f"{order.trucks} carries nobody", found=trucks.type, wanted="Trucks of the Entente")
    for unit in order.load:
        check_passenger(board, unit, order.trucks, phase)
    if not is_one_load(board, order.load):
        why = f"{', '.join(order.load)} are too much for the Trucks, or no load at all"
        wanted = "an infantry division, a gun, two independent Italian brigades or four such regiments"
        raise Illegal("11.3.4.1a", why, wanted=f"{wanted}, with one Assault Troops at most")


def check_passenger(board: Board, unit: UnitId, trucks: UnitId, phase: Phase) -> None:
    """See 11.3.4.1a, 15.4, ruling R117: infantry or Artillery that begins here; no cavalry, no detachment, no barge."""
    counter = board.unit(unit)
    if not is_aboard(board, unit):
        check_unit(board, unit, phase)
    elif unit in phase.moved:
        raise Illegal("11.3.4.1b", f"{unit} has ridden in this phase already", wanted="one ride a phase")
    if board.place(unit) != board.place(trucks):
        why = f"{unit} does not begin the phase with the Trucks, which collect nobody on the road"
        raise Illegal("11.3.4.1a", why, found=board.place(unit), wanted=board.place(trucks))
    is_infantry = is_combat_unit(counter) and counter.type != "cavalry" and not is_detachment(counter)
    if not (is_infantry or is_assault_troops(counter) or (is_gun(counter) and not is_barge(counter))):
        why = f"{unit} does not ride on Trucks"
        raise Illegal("15.4", why, found=counter.type, wanted="infantry of at least a regiment, or Artillery")


def is_one_load(board: Board, units: Sequence[UnitId]) -> bool:
    """See 11.3.4.1a, 2.2.1b, ruling R117: a division in one counter or in several, or a gun, or brigades, or regiments;
    one Assault Troops beside them."""
    counters = [board.unit(unit) for unit in units]
    troops = [one for one in counters if is_assault_troops(one)]
    riders = [one for one in counters if not is_assault_troops(one)]
    if not riders or len(troops) > TROOPS:
        return False
    if len(riders) == 1 and (is_division(riders[0]) or (is_gun(riders[0]) and not troops)):
        return True
    divisions = dict.fromkeys([division_of(board, unit) for unit in units if not is_assault_troops(board.unit(unit))])
    if len(divisions) == 1 and next(iter(divisions)):
        return True
    free = all(one.nation == "IT" and "division" not in one.words for one in riders)
    sizes = [one.size for one in riders]
    return free and ((sizes.count("X") == len(sizes) <= BRIGADES) or (sizes.count("III") == len(sizes) <= REGIMENTS))


# -- the ride ------------------------------------------------------------------------------------------------


def drive(board: Board, order: Drive, phase: Phase) -> None:
    """11.3.4.1b (see 11.3.4, rulings R116, R117): each stop costs five points; who is left aboard stays there."""
    check_load(board, order, phase)
    trips = plan(board, order, phase)
    points = shown(walk(board, (order.trucks,)).points)
    for trip in trips:
        phase.moved |= dict.fromkeys(trip.units)
        if len(trip.path) > 1:
            go(board, trip.units, trip.path, "11.3.4.1b", how=HOW, cost=shown(trip.spent), allowance=points)
        for unit in trip.units:
            board.unmark(unit, ABOARD, "11.3.4.1b")
    for unit in trips[-1].units:
        if unit != order.trucks:
            board.mark(unit, f"{ABOARD}={order.trucks}", "11.3.4.1b")


def plan(board: Board, order: Drive, phase: Phase) -> tuple[Trip, ...]:
    """See 11.3.4.1b: the ride on paper; the last trip is that of the Trucks and of all who stay aboard."""
    check_leave(board, order.load, phase, None)
    price = int(board.scenario.charts["movement"]["truck_unload"]) * WHOLE
    points = walk(board, (order.trucks,)).points
    riding, done = list(order.load), list[Trip]()
    trip = Trip((order.trucks,), (board.hex_of(order.trucks),))
    for leg in order.legs:
        if leg.span:
            raise Illegal("11.3.4", f"{order.trucks} builds no pontoon", wanted="hexes to drive to")
        goals = leg.hexes if leg.hexes != (trip.at,) else ()
        trip = go_on(board, trip, goals, "move")
        if leg.dropped:
            strangers = [unit for unit in leg.dropped if unit not in riding]
            if strangers:
                raise Illegal("11.3.4.1b", f"{strangers[0]} is not aboard", wanted=f"one of {', '.join(riding)}")
            trip = replace(trip, spent=trip.spent + price)
            if trip.spent > points:
                why, found = f"{order.trucks} has no points left to set anybody down", f"{shown(trip.spent)} MP"
                raise Illegal("11.3.4.1b", why, found=found, wanted=f"{shown(points)} MP at most")
            riding = [unit for unit in riding if unit not in leg.dropped]
            done.append(replace(trip, units=leg.dropped))
    trips = (*done, replace(trip, units=(order.trucks, *riding)))
    for one in trips:
        check_escort(board, one.units)
    check_heads_for_supply(board, trips)
    check_goes_back(board, trips)
    return trips


def caught(board: Board, units: Sequence[UnitId]) -> None:
    """11.3.4.1c: passengers that are attacked get down Disorganized before the combat is resolved."""
    for unit in units:
        if is_aboard(board, unit):
            board.unmark(unit, ABOARD, "11.3.4.1c")
            disorganize(board, unit, "11.3.4.1c")
