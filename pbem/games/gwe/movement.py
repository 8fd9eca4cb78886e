"""4.0.A1 and 5.0: the Movement Phase, segment by segment, order by order."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe import attrition, command, heroes, march, reinforcements, stacking, strike, supply
from pbem.games.gwe.by_mail.conditions import unmet
from pbem.games.gwe.by_mail.orders import Enter, Heroes, Leg, Move, Withhold
from pbem.games.gwe.costs import exits as exits
from pbem.games.gwe.counters import AL
from pbem.games.gwe.displacement import displace_along, displace_neighbours
from pbem.games.gwe.occupation import go
from pbem.games.gwe.off_map import ride_off_map
from pbem.games.gwe.rail import detrain, entrain, ride
from pbem.games.gwe.trip import OFF_MAP, Trip, begin, walk
from pbem.games.gwe.walking import allowance as allowance
from pbem.games.gwe.walking import out_of_command
from pbem.games.gwe.walking import reachable as reachable
from pbem.games.gwe.walking import toll as toll
from pbem.games.gwe.walking import why_not as why_not
from pbem.kernel.board import Board
from pbem.kernel.clearing import take_off
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hold, Order, OrdersBySide
from pbem.values import dataclass, field, replace

BY_RAIL = ("rail", "off-map")


@dataclass(slots=True)
class Segment:
    """What the Movement Segment must remember: who came as a reinforcement, and who has had his order."""

    side: Side
    arrivals: dict[UnitId, None]
    ordered: dict[UnitId, None] = field(default_factory=dict)


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """4.0.A1a (see 4.0.A1b, 4.0.A1c, 4.0.A1d, 4.0.A1e, 5.0, 5.11, 22.0): the whole Movement Phase of one side."""
    items = orders[side].items
    take_off(board, ("moved", "railed", "detrained"), "4.0.A1d", side)
    if side == AL:
        strike.roll_for_strike(board, table)
    supply.mark_unsupplied(board, side)
    arrivals = reinforcements.run(board, table, items, side)
    command.movement_command(board, table, side)
    _run_segment(board, table, items, Segment(side, arrivals))
    take_off(board, ("out-of-command", "unsupplied"), "4.0.A1d", side)
    attrition.attrition(board, table, side)
    stacking.remove_excess(board, table, side)


def _run_segment(board: Board, table: Table, items: Sequence[Order], segment: Segment) -> None:
    """4.0.A1d (see 5.0, 10.52): orders in the sequence given; after `more` the next part is awaited."""
    displace_neighbours(board, table, segment.side)
    for part, batch in table.parts(segment.side, "movement", items):
        for order in batch:
            with table.attempt(order):
                _carry_out(board, table, order, segment, part)


def _carry_out(board: Board, table: Table, order: Order, segment: Segment, part: int) -> None:
    """14.14 (see 4.0.A1b): arrivals move like all others; who is not placed by now comes next turn."""
    if isinstance(order, (Enter, Withhold)) and part > 1:
        why = f"the Reinforcement Segment is over; {order.unit} can come next turn"
        raise Illegal("4.0.A1b", why, advice="put `enter` lines in the first part of the orders")
    if isinstance(order, Move):
        _move(board, table, order, segment)
    elif isinstance(order, Enter) and order.legs and order.unit in segment.arrivals:
        _move(board, table, Move(order.unit, order.legs, spot=order.spot), segment)
    elif isinstance(order, Hold):
        for unit in order.units:
            _check_unit(board, unit, segment)
            segment.ordered[unit] = None
    elif isinstance(order, Heroes):
        heroes.note_heroes(board, order, segment.side)


# -- one move ------------------------------------------------------------------------------------------------


def _move(board: Board, table: Table, order: Move, segment: Segment) -> None:
    """See 5.0, 5.11, 5.14, 5.35, 19.0: check the whole move, then make it."""
    condition = unmet(board, order.conditions, None)
    if condition:
        table.skip(order, condition, "5.0")
        return
    _check_unit(board, order.unit, segment)
    if board.is_marked(order.unit, "out-of-command"):
        _ride_without_command(board, table, order, segment)
        return
    if order.is_march:
        march.check_may_march(board, order.unit)
    _make(board, table, _plan(board, order, segment), order, segment)


def _check_unit(board: Board, unit: UnitId, segment: Segment) -> None:
    """5.0, 5.11 (see 5.14, 21.11): an own unit in the field that has not been ordered before."""
    counter = board.unit(unit)
    if counter.side != segment.side:
        raise Illegal("5.11", f"{unit} belongs to the enemy, who moves it in his own Movement Phase")
    if unit in segment.ordered:
        why = f"{unit} is ordered twice in this phase; it has no movement left for a second order"
        raise Illegal("5.14", why, wanted="one order for each unit", advice="put the whole move in one order")
    if counter.type == "leader":
        why = f"{unit} always stays with his division and moves with it"
        raise Illegal("21.11", why, advice="order the division")
    if not board.is_on_map(unit) and board.place(unit) != OFF_MAP:
        why = f"{unit} is not on the map"
        raise Illegal(
            "5.0", why, found=board.place(unit), advice=f"a reinforcement comes on with `enter {unit} at HEX`"
        )


def _ride_without_command(board: Board, table: Table, order: Move, segment: Segment) -> None:
    """5.35 (see 4.0.A1d, 5.17, ruling C4): out of command an entrained unit rides, and does nothing else."""
    unit = order.unit
    if not board.is_marked(unit, "entrained"):
        raise out_of_command(unit)
    legs = [leg for leg in order.legs if leg.kind != "entrain"]
    count = next((k for k, leg in enumerate(legs) if leg.kind not in BY_RAIL), len(legs))
    if count:
        ridden = replace(order, legs=tuple(legs[:count]), is_march=False)
        _make(board, table, _plan(board, ridden, segment), ridden, segment)
    if count < len(legs):
        why = f"{unit} is out of command: it may ride, but not detrain, entrain or walk"
        raise Illegal("5.35", why, found=str(legs[count]), wanted="rail legs only")


def _plan(board: Board, order: Move, segment: Segment) -> Trip:
    """5.12 to 5.17, 5.31 to 5.38: leg after leg on paper; what a rule forbids is refused before anything moves."""
    trip = begin(board, order.unit, allowance(board, order.unit, order.is_march))
    for leg in order.legs:
        trip = _leg(board, trip, leg, segment)
    if len(trip.path) == 1 and trip == begin(board, order.unit, trip.allowance):
        raise Illegal("5.0", f"the order leaves {order.unit} where it is", advice=f"write `hold {order.unit}`")
    return trip


def _leg(board: Board, trip: Trip, leg: Leg, segment: Segment) -> Trip:
    if leg.kind == "entrain":
        return entrain(board, trip, segment.arrivals)
    if leg.kind == "rail":
        return ride(board, trip, leg.hexes)
    if leg.kind == "off-map":
        return ride_off_map(board, trip, leg.hexes)
    if leg.kind == "detrain":
        return detrain(trip)
    # A unit on a train that is ordered to walk gets off first: that is free (5.34).
    return walk(board, detrain(trip) if trip.is_aboard else trip, leg.hexes)


def _make(board: Board, table: Table, trip: Trip, order: Move, segment: Segment) -> None:
    """See 5.0, 5.31, 10.52, 17.31, 19.0: the unit goes; HQs in its way give way; a march is paid for at once."""
    unit = order.unit
    segment.ordered[unit] = None
    displace_along(board, table, unit, trip.path)
    legs = [str(leg) for leg in order.legs]
    how = "rail" if trip.ridden else "march" if order.is_march else "move"
    about = {
        "cost": trip.spent,
        "allowance": trip.allowance,
        "rail": trip.ridden,
        "legs": legs,
        "march": order.is_march,
    }
    go(board, unit, trip.path, _rule(board, trip, order), how=how, **about)
    _mark(board, trip)
    if order.is_march:
        march.take_march_loss(board, table, unit)


def _rule(board: Board, trip: Trip, order: Move) -> str:
    if order.is_march:
        return "19.0"
    if board.unit(trip.unit).type == "monitor":
        return "17.31"
    return "5.31" if trip.ridden else "5.0"


def _mark(board: Board, trip: Trip) -> None:
    """See 5.32, 5.34, 5.38, 13.0, 16.0/5.34: what the rest of the Player-Turn must know of the move."""
    unit = trip.unit
    if len(trip.path) > 1 or trip.spent or trip.ridden:
        board.mark(unit, "moved", "5.0")
    if trip.ridden:
        board.mark(unit, "railed", "5.34")
    if trip.has_detrained:
        board.mark(unit, "detrained", "5.34")
    if trip.is_aboard:
        board.mark(unit, "entrained", "5.32")
    else:
        board.unmark(unit, "entrained", "5.34")
    if trip.stretch:
        board.mark(unit, f"via={trip.stretch}", "5.38")
    else:
        board.unmark(unit, "via", "5.37")
