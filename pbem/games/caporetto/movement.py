"""7.0 Movement: the Movement Sub-phase, stack by stack."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import fog
from pbem.games.caporetto.allied_options import (
    check_crossing,
    crossing_price,
    hqs_without_escort,
    is_garda_crossing,
    is_released,
    must_roll,
)
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.orders_turn import Leg, Move
from pbem.games.caporetto.control import enter
from pbem.games.caporetto.costs import WHOLE, shown
from pbem.games.caporetto.counters import is_hq
from pbem.games.caporetto.headquarters import check_not_exposed
from pbem.games.caporetto.stacking import check_overstack, check_room, check_share
from pbem.games.caporetto.venezia import is_over
from pbem.games.caporetto.walking import half_points, is_pinned, pinned, step_price, stops, way, why_closed, why_not
from pbem.kernel import trips
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hold, Order, OrdersBySide
from pbem.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Trip(trips.Trip):
    """How far a stack has come on paper, in half points."""

    has_crossed: bool = False  # Lake Garda (19.2)


@dataclass(slots=True)
class SubPhase:
    """What the Sub-phase remembers: whose it is, who is pinned, who has been ordered, which orders still come."""

    side: Side
    pinned: dict[UnitId, None] = field(default_factory=dict)  # 7.4: those that began it in an enemy zone
    ordered: dict[UnitId, None] = field(default_factory=dict)
    coming: list[Move] = field(default_factory=list)


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """7.0 (see 4.1/2, 8.1, 8.4, 13.1/3): the Movement Sub-phase; at its end arrivals count like all others."""
    state = SubPhase(side, dict.fromkeys(unit for unit in board.on_map(side) if is_pinned(board, unit)))
    given: list[Order] = []
    for _, batch in table.parts(side, "movement", orders[side].items):
        given += batch
        state.coming = [order for order in batch if isinstance(order, Move)]
        for order in batch:
            if not is_over(board):
                with table.attempt(order):
                    _carry_out(board, table, order, state)
        if is_over(board):
            break
    fog.run_tops(board, table, side, given)
    for unit in board.on_map(side):
        board.unmark(unit, "arrived", "13.1/3")
    if not is_over(board):
        check_overstack(board, table, (side, board.enemy_of(side)), "movement")


def _carry_out(board: Board, table: Table, order: Order, state: SubPhase) -> None:
    if isinstance(order, Move):
        state.coming = [other for other in state.coming if other is not order]
        _move(board, table, order, state)
    elif isinstance(order, Hold):
        for unit in order.units:
            check_unit(board, unit, state)
            state.ordered[unit] = None


def _move(board: Board, table: Table, order: Move, state: SubPhase) -> None:
    """8.3 (see 7.0, 8.4, 19.1): check the whole move with all its drop-offs, then make it."""
    failing = unmet(board, order.conditions)
    if failing:
        table.skip(order, failing, "7.0")
        return
    trips = plan(board, order, state)
    check_goals(board, trips, state)
    state.ordered |= dict.fromkeys(order.units)
    held = [unit for unit in order.units if must_roll(board, unit) and not is_released(board, table, unit)]
    held += hqs_without_escort(board, {unit: trip.at for trip in trips for unit in trip.units}, held)
    for trip in trips:
        going = tuple([unit for unit in trip.units if unit not in held])
        if going and len(trip.path) > 1:
            _go(board, table, replace(trip, units=going))


def _go(board: Board, table: Table, trip: Trip) -> None:
    if trip.has_crossed:
        board.write("garda", board.turn, "19.2")
    points = shown(half_points(board, trip.units))
    enter(board, table, trip.units, trip.path, "7.0", how="move", cost=shown(trip.spent), allowance=points)


# -- on paper ------------------------------------------------------------------------------------------------


def check_unit(board: Board, unit: UnitId, state: SubPhase) -> None:
    """7.2 (see 4.0, 7.0, 8.4): an own unit on the map whose movement has not been made."""
    if board.unit(unit).side != state.side:
        raise Illegal("4.0", f"{unit} belongs to the enemy, who moves it in his own segment")
    if not board.is_on_map(unit):
        raise Illegal("7.0", f"{unit} is not on the map", found=board.place(unit), wanted="a unit on the map")
    if unit in state.ordered:
        why = f"{unit} has had its movement in this Sub-phase; a move once ended is not resumed"
        advice = "put the whole move on one line, with drops"
        raise Illegal("8.4", why, wanted="one order for each unit", advice=advice)


def plan(board: Board, order: Move, state: SubPhase) -> tuple[Trip, ...]:
    """7.1 to 7.4, 8.3, 8.4: the trips of the stack and of those that it drops; what is forbidden is refused here."""
    for unit in order.units:
        check_unit(board, unit, state)
        if unit in state.pinned:
            raise pinned(board, unit)
    start = board.hex_of(order.units[0])
    apart = [unit for unit in order.units if board.hex_of(unit) != start]
    if apart:
        why = f"{', '.join(order.units)} are not in one hex; units move as a stack only if they begin stacked"
        raise Illegal("8.3", why, found=f"{apart[0]} in {board.hex_of(apart[0])}", wanted=f"all in {start}")
    trip, done = Trip(order.units, (start,)), []
    for leg in order.legs:
        if leg.dropped:
            trip, left = _drop(board, trip, leg)
            done.append(left)
        else:
            trip = go_on(board, trip, leg.hexes)
    trips = tuple([one for one in (*done, trip) if one.units])
    if all(len(one.path) == 1 for one in trips):
        names = ", ".join(order.units)
        raise Illegal(
            "7.0", f"the order leaves {names} in {start}", wanted="a hex to go to", advice=f"write `hold {names}`"
        )
    return trips


def _drop(board: Board, trip: Trip, leg: Leg) -> tuple[Trip, Trip]:
    """8.4: the stack halts while units split off and move away on a separate course."""
    strangers = [unit for unit in leg.dropped if unit not in trip.units]
    if strangers:
        why = f"{strangers[0]} is not in the moving stack and cannot be dropped"
        raise Illegal("8.4", why, found=strangers[0], wanted=f"one of {', '.join(trip.units)}")
    left = replace(trip, units=leg.dropped)
    rest = replace(trip, units=tuple([unit for unit in trip.units if unit not in leg.dropped]))
    return rest, go_on(board, left, leg.hexes) if leg.hexes else left


def go_on(board: Board, trip: Trip, goals: Sequence[HexId]) -> Trip:
    """7.1, ruling R155: from waypoint to waypoint; only between hexes that do not touch the cheapest way is found."""
    if not trip.units:
        raise Illegal("8.4", "nobody is left in the stack to go on", wanted="a unit that was not dropped")
    for goal in trips.waypoints(trip, goals):
        trip = _toward(board, trip, goal)
    return trip


def _toward(board: Board, trip: Trip, goal: HexId) -> Trip:
    """7.3 (see 7.1, 7.4, 7.9, ruling R44): one waypoint on; the first hex is always possible, and then the last."""
    names = ", ".join(trip.units)
    if trip.is_over:
        why = f"the move of {names} ended in {board.map.called(trip.at)}: that hex took all of its movement"
        raise Illegal("7.3", why, wanted="one hex only")
    side = board.unit(trip.units[0]).side
    if len(trip.path) > 1 and trip.at in stops(board, side):
        why = f"{names} entered an enemy zone of control in {board.map.called(trip.at)} and must stop there"
        raise Illegal("7.4", why, found=f"{goal} after it", wanted="the end of the move")
    if is_garda_crossing(board, trip.at, goal):
        return _cross_garda(board, trip, goal)
    units, points = trip.units, half_points(board, trip.units) - trip.spent
    found = trips.toward(
        board.map, trip, goal, points,
        lambda here, there: step_price(board, units, here, there),
        lambda here, left, there: way(board, units, here, left, there),
        is_first=len(trip.path) == 1,
    )  # fmt: skip
    if found is None:
        raise why_not(board, units, goal, trip.at, points)
    return trip.gone(found)


def _cross_garda(board: Board, trip: Trip, goal: HexId) -> Trip:
    """See 19.2, 7.3, 7.9, 8.1/2: two points for the lake, before and after which the division may move normally."""
    check_crossing(board, trip.units)
    closed = why_closed(board, trip.units, goal)
    if closed:
        raise closed
    points, price = half_points(board, trip.units) - trip.spent, crossing_price(board) * WHOLE
    if price > points:
        found, wanted = f"{shown(points)} MP left", f"{shown(price)} MP"
        raise Illegal(
            "19.2", f"{trip.units[0]} has too few movement points to cross the lake", found=found, wanted=wanted
        )
    return replace(trip, path=(*trip.path, goal), spent=trip.spent + price, has_crossed=True)


# -- where they end ------------------------------------------------------------------------------------------


def check_goals(board: Board, trips: Sequence[Trip], state: SubPhase) -> None:
    """See 8.1, 8.5, 15.2/2, rulings R52, R58: nobody may end in an overstack, a forbidden mixture, or as a lone HQ."""
    movers = [unit for trip in trips for unit in trip.units]
    for goal in dict.fromkeys(trip.at for trip in trips if len(trip.path) > 1):
        coming = [unit for trip in trips if trip.at == goal for unit in trip.units]
        away = [unit for unit in movers if unit not in coming]
        check_room(board, goal, state.side, coming, leaving=[*away, *_leaving(board, goal, state)])
        for unit in coming:
            check_share(board, unit, goal, leaving=away)  # not on a promise: nothing could undo the mixture
            if is_hq(board.unit(unit)):
                check_not_exposed(board, unit, goal, coming)


def _leaving(board: Board, goal: HexId, state: SubPhase) -> list[UnitId]:
    """See 19.1, rulings R52, R154: units that a later order takes away make room, not those that a die may hold."""
    found: list[UnitId] = []
    here = [unit for unit in board.units_at(goal, state.side) if not must_roll(board, unit)]
    for order in state.coming:
        units = [unit for unit in order.units if unit in here]
        if units and not unmet(board, order.conditions) and _ends_elsewhere(board, order, goal, state):
            found += units
    return found


def _ends_elsewhere(board: Board, order: Move, goal: HexId, state: SubPhase) -> bool:
    try:
        trips = plan(board, order, state)
    except Illegal:
        return False
    return all(trip.at != goal for trip in trips)
