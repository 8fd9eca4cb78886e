"""5.31 to 5.35 Railroad movement: capacity, boarding, riding, getting off. `off_map` has 5.37 and 5.38."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.gwe.by_mail.orders import Move
from pbem.games.gwe.counters import AL, is_combat_unit, tcr
from pbem.games.gwe.occupation import barred_hexes, hqs_in, is_held_by, is_lost_rail
from pbem.games.gwe.stacking import points
from pbem.games.gwe.trip import Trip
from pbem.games.gwe.walking import may_displace
from pbem.games.gwe.zoc import controlled_hexes, is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach, reach
from pbem.kernel.pieces import Side, UnitId
from pbem.values import replace

# -- capacity ------------------------------------------------------------------------------------------------


def row(board: Board, side: str) -> Mapping[str, Any]:
    """The rail chart of a side, or of `both`."""
    found: Mapping[str, Any] = board.scenario.charts["rail"][side]
    return found


def capacity_used(board: Board, side: Side, arrivals: Container[UnitId] = (), leaving: Container[UnitId] = ()) -> int:
    """See 16.0/5.31, 5.31, 6.16: points of all units that ride, sit on a train, or came by rail as CP reinforcements.

    Units that are about to leave their trains without a ride do not count.
    """
    count = []
    for unit in board.units(side):
        if unit in arrivals:
            is_counted = side != AL
        else:
            is_counted = unit not in leaving and any(board.is_marked(unit, m) for m in ("entrained", "railed", "via"))
        if is_counted:
            count.append(unit)
    return points(board, count)


def leaves_the_rails(order: Move) -> bool:
    """See 5.31, ruling D20: an order, with no condition, that takes an entrained unit off its train before any ride."""
    return not order.conditions and bool(order.legs) and order.legs[0].kind in ("detrain", "walk")


def check_capacity(
    board: Board, unit: UnitId, arrivals: Container[UnitId] = (), leaving: Container[UnitId] = ()
) -> None:
    """5.31, 16.0/5.31 (see 14.12, rulings D19, D20): one more unit on the rails must keep the side's capacity."""
    if unit in arrivals:  # counted, or free, since it came
        return
    side, more = board.unit(unit).side, points(board, (unit,))
    used, most = capacity_used(board, side, arrivals, leaving), int(row(board, side)["capacity"])
    if more and used + more > most:
        raise Illegal(
            "5.31",
            f"the railways of {side} carry no more this phase: {unit} needs {more} Stacking Points",
            found=f"{used} of {most} Stacking Points in use, entrained units included",
            wanted=f"at most {most - more} in use",
            advice=_who_could_leave(board, side, leaving),
        )


def _who_could_leave(board: Board, side: Side, leaving: Container[UnitId]) -> str:
    """What would help: units that have not ridden, and would make room by leaving their trains."""
    idle = [u for u in board.marked(side) if board.is_marked(u, "entrained") and not board.is_marked(u, "railed")]
    idle = [u for u in idle if board.is_on_map(u) and u not in leaving and points(board, (u,))]
    if not idle:
        return "no unit can make room in this phase: save the order for a later turn"
    return f"make room with an earlier line: `move {idle[0]} detrain`"


# -- boarding and getting off --------------------------------------------------------------------------------


def entrain(board: Board, trip: Trip, arrivals: Container[UnitId] = ()) -> Trip:
    """16.0/5.32a, 16.0/5.32b, 5.32 (see 10.35): on own rail, supplied, clear of enemy control unless TCR 1, for 2
    points."""
    if trip.is_aboard:
        return trip
    unit, here, counter = trip.unit, trip.at, board.unit(trip.unit)
    if here not in board.map.line_from("rail", owner=counter.side) or counter.type == "monitor":
        why = f"{unit} cannot entrain in {board.map.called(here)}: no railway of {counter.side} runs there"
        raise Illegal("16.0/5.32a", why, wanted=f"a hex with a railway of {counter.side}")
    if is_lost_rail(board, here, counter.side) and not _is_retaken(board, unit, here):
        raise Illegal("5.33", f"the railway in {board.map.called(here)} is closed: the enemy was there last")
    if board.is_marked(unit, "unsupplied") and is_combat_unit(counter):
        raise Illegal("5.32", f"{unit} is out of supply and cannot entrain", wanted="a unit in supply and in command")
    if is_in_enemy_zoc(board, here, counter.side) and tcr(counter) > 1:
        why = f"{board.map.called(here)} is under enemy control; {unit} has TCR {tcr(counter)}"
        raise Illegal("5.32", why, wanted="a hex free of enemy control, or a unit of TCR 1")
    price = int(row(board, "both")["entrain"])
    if price > trip.left or trip.is_over:
        found = f"{trip.left} MP left of {trip.allowance}"
        raise Illegal("5.14", f"{unit} cannot pay for entraining", found=found, wanted=f"{price} MP")
    if not board.is_marked(unit, "railed"):
        check_capacity(board, unit, arrivals)
    return replace(trip, is_aboard=True, spent=trip.spent + price)


def _is_retaken(board: Board, unit: UnitId, hex_id: HexId) -> bool:
    """Ruling D5: the enemy's last visit is wiped out by a combat unit that has come back."""
    return is_combat_unit(board.unit(unit)) or is_held_by(board, hex_id, board.unit(unit).side)


def detrain(trip: Trip) -> Trip:
    """5.34, ruling D7: free; the movement points that are left can be walked."""
    if not trip.is_aboard:
        raise Illegal("5.34", f"{trip.unit} is not entrained", advice="leave `detrain` out")
    if trip.stretch:
        raise Illegal("5.38", f"{trip.unit} is off the map; it can detrain once it is back")
    return replace(trip, is_aboard=False, has_detrained=True)


# -- riding --------------------------------------------------------------------------------------------------


def ride(board: Board, trip: Trip, goals: Sequence[HexId]) -> Trip:
    """See 5.31, 5.33, ruling D7: along own rail by the shortest open line; the rate counts hexes, not movement
    points."""
    check_is_aboard(trip)
    if goals and goals[0] == trip.at:
        goals = goals[1:]
    for goal in goals:
        line = _line(board, board.unit(trip.unit).side, trip.at, goal)
        trip = trip.rode(line, len(line) - 1)
    _check_rate(board, trip)
    check_stop(board, trip)
    return trip


def check_is_aboard(trip: Trip) -> None:
    """See 5.32: only an entrained unit rides."""
    if not trip.is_aboard:
        raise Illegal("5.32", f"{trip.unit} is not entrained", advice="write `entrain` before `rail`")


def _check_rate(board: Board, trip: Trip) -> None:
    side = board.unit(trip.unit).side
    rate = int(row(board, side)["rate"])
    if trip.ridden > rate:
        why = f"{trip.unit} would ride too far for the railways of {side}"
        raise Illegal("5.31", why, found=f"{trip.ridden} rail hexes", wanted=f"at most {rate}")


def check_stop(board: Board, trip: Trip) -> None:
    """See 10.52: rail lines run over lone enemy HQs, but only an attacking unit may stop there."""
    hqs = hqs_in(board, trip.at, board.enemy_of(board.unit(trip.unit).side))
    if hqs and not may_displace(board, trip.unit):
        raise Illegal("10.52", f"{trip.unit} may ride past {', '.join(hqs)} in {trip.at}, but not stop there")


def closed_hexes(board: Board, side: Side) -> Mapping[HexId, None]:
    """5.33 (see 10.52, ruling D5): where no train of the side goes; lone enemy HQs and the Monitor do not count."""
    enemy = board.enemy_of(side)
    return board.derived(
        ("closed rail", side), (enemy, "hex fort", "hex held", "entrained"), lambda: _closed_hexes(board, side, enemy)
    )


def _closed_hexes(board: Board, side: Side, enemy: Side) -> dict[HexId, None]:
    lost = {hex_id: None for hex_id in board.marked_hexes("held") if is_lost_rail(board, hex_id, side)}
    return barred_hexes(board, side) | controlled_hexes(board, enemy) | lost


def reachable_by_rail(board: Board, unit: UnitId) -> Reach:
    """See 5.31, 5.33: all hexes to which the unit could ride from its hex, with the number of rail hexes."""
    side = board.unit(unit).side
    return reach(
        board.hex_of(unit), int(row(board, side)["rate"]), _rail_exits(board, side), {}, closed_hexes(board, side)
    )


def _rail_exits(board: Board, side: Side) -> Mapping[HexId, Sequence[tuple[HexId, int]]]:
    lines = board.map.line_from("rail", owner=side)

    def make() -> dict[HexId, tuple[tuple[HexId, int], ...]]:
        return {here: tuple((there, 1) for there in lines.get(here, ())) for here in board.map.grid.hexes}

    return board.map.memo(("rail exits", side), make)


def _line(board: Board, side: Side, here: HexId, goal: HexId) -> tuple[HexId, ...]:
    lines, ways = board.map.line_from("rail", owner=side), _rail_exits(board, side)
    if goal not in lines:
        raise Illegal("16.0/5.32a", f"no railway of {side} runs through {board.map.called(goal)}")
    found = reach(here, len(lines), ways, {}, closed_hexes(board, side))
    if goal in found.cost:
        return found.path(goal)
    unopposed = reach(here, len(lines), ways, {})
    if goal not in unopposed.cost:
        why = f"no railway of {side} joins {board.map.called(here)} and {board.map.called(goal)}"
        raise Illegal("5.33", why, advice="to take an off-map line, write `off-map HEX`")
    raise _why_closed(board, side, unopposed.path(goal))


def _why_closed(board: Board, side: Side, line: Sequence[HexId]) -> Illegal:
    """See 5.33: the first hex of the line that is closed, and by what."""
    hex_id = next(hex_id for hex_id in line[1:] if hex_id in closed_hexes(board, side))
    if hex_id in barred_hexes(board, side):
        reason = "the enemy is there"
    elif is_in_enemy_zoc(board, hex_id, side):
        reason = "it is under enemy control"
    else:
        reason = "the enemy was the last to occupy it"
    return Illegal("5.33", f"the line is closed to trains at {board.map.called(hex_id)}: {reason}")
