"""5.37 and 5.38: railways off the map, which join hexes where own rail leaves it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe.occupation import barred_hexes, is_lost_rail
from pbem.games.gwe.rail import check_is_aboard, check_stop, row
from pbem.games.gwe.trip import OFF_MAP, Stretch, Trip
from pbem.games.gwe.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.values import replace


def ride_off_map(board: Board, trip: Trip, goals: Sequence[HexId]) -> Trip:
    """5.37 (see 5.38, 14.23, rulings D4, D17): from exit to exit for rail points; only the last exit is entered.

    A train whose points do not last stops on the way; what it has paid is kept for the next turn.
    """
    check_is_aboard(trip)
    side = board.unit(trip.unit).side
    rate = int(row(board, side)["rate"])
    for goal in goals[1:] if goals and goals[0] == trip.at else goals:
        stretch = _stretch(board, trip, goal, side)
        due = _cost(board, side, stretch) - stretch.points
        left = rate - trip.ridden
        if due > left:
            return _stopped(trip, stretch._replace(points=stretch.points + left), left)
        trip = replace(trip, ridden=trip.ridden + due, stretch=stretch._replace(points=stretch.points + due))
    return _back_on_map(board, trip, side)


def _stretch(board: Board, trip: Trip, goal: HexId, side: Side) -> Stretch:
    """See 5.37, 5.38: the next stretch: on from an exit, along the one on which the train stands, or back on it."""
    now = trip.stretch
    if now is None:
        return Stretch(trip.at, goal, 0)
    cost = _cost(board, side, now)
    if now.points >= cost:
        return Stretch(now.goal, goal, 0)
    if goal == now.goal:
        return now
    if goal == now.start:
        return Stretch(now.goal, now.start, cost - now.points)
    why = f"{trip.unit} is off the map between {now.start} and {now.goal} and must reach one of them first"
    raise Illegal("5.38", why, advice=f"write `off-map {now.goal} -> {goal}`")


def _cost(board: Board, side: Side, stretch: Stretch) -> int:
    ends = (stretch.start, stretch.goal)
    for link in board.map.links:
        if link.feature.fits("off-map", {"owner": side}) and ends in ((link.a, link.b), (link.b, link.a)):
            return int(link.feature.get("cost"))
    lines = [f"{link.a}-{link.b}" for link in board.map.links if link.feature.fits("off-map", {"owner": side})]
    why = f"no off-map railway of {side} joins {board.map.called(ends[0])} and {board.map.called(ends[1])}"
    raise Illegal("5.37", why, advice=f"off-map lines of {side}: {', '.join(lines) or 'none'}")


def _stopped(trip: Trip, stretch: Stretch, paid: int) -> Trip:
    """5.38: the train stands off the map until the next turn."""
    if paid <= 0:
        why = f"{trip.unit} has no rail points left for the off-map line from {stretch.start} to {stretch.goal}"
        raise Illegal("5.31", why, found="0 points left")
    path = trip.path if trip.at == OFF_MAP else (*trip.path, OFF_MAP)
    return replace(trip, path=path, ridden=trip.ridden + paid, stretch=stretch)


def _back_on_map(board: Board, trip: Trip, side: Side) -> Trip:
    """See 5.37, 14.21: a train comes back only into a hex that is free of the enemy and of his control."""
    if trip.stretch is None:
        raise Illegal("5.37", f"{trip.unit} has no destination beyond {trip.at}", wanted="`off-map HEX`, another exit")
    hex_id = trip.stretch.goal
    called = board.map.called(hex_id)
    if hex_id in barred_hexes(board, side):
        raise Illegal("5.37", f"the enemy holds {called}; no train can return to the map there")
    if is_in_enemy_zoc(board, hex_id, side):
        raise Illegal("5.37", f"{called} is under enemy control; no train can return to the map there")
    if is_lost_rail(board, hex_id, side):
        raise Illegal("5.33", f"the enemy was the last to occupy {called}; its railway is closed")
    back = replace(trip, path=(*trip.path, hex_id), stretch=None)
    check_stop(board, back)
    return back
