"""S1: Italians who leave the map by its west edge."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_move import Leg, Move
from pbem.games.italia18.by_mail.orders_special import Exit
from pbem.games.italia18.costs import WHOLE, shown
from pbem.games.italia18.counters import EN
from pbem.games.italia18.entering import go
from pbem.games.italia18.planning import check_unit, plan
from pbem.games.italia18.relief import Phase, check_leave
from pbem.games.italia18.victory_caporetto import EXITED
from pbem.games.italia18.walking import walk
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.trips import Trip

EDGE = "west-edge"


def leave(board: Board, order: Exit, phase: Phase) -> None:
    """See SC.0a, S1.vc3, rulings R80, R132: to a hex of the edge, and for one more point off the map."""
    check_edge(board, order.at, phase)
    trip = _way(board, order, phase)
    spent = trip.spent
    points = walk(board, order.units).points
    if spent + WHOLE > points:
        why = f"{', '.join(order.units)} cannot leave the map from {order.at}"
        wanted, found = "one MP beyond the way there", f"{shown(points - spent)} MP left"
        raise Illegal("SC.0a", why, found=found, wanted=wanted, advice=f"move to {order.at} and leave next time")
    if len(trip.path) > 1:
        go(board, trip.units, trip.path, "11.1.1a", how="move", cost=shown(spent))
    for unit in order.units:
        board.put(unit, EXITED, "S1.vc3", how="exited", hex=order.at)
    phase.moved |= dict.fromkeys(order.units)


def _way(board: Board, order: Exit, phase: Phase) -> Trip:
    """The way to the edge, on paper."""
    if all(board.hex_of(unit) == order.at for unit in order.units):
        for unit in order.units:
            check_unit(board, unit, phase)
        check_leave(board, order.units, phase, None)
        return Trip(order.units, (order.at,))
    (trip,) = plan(board, Move(order.units, (Leg((order.at,)),)), phase, is_leaving=True)
    return trip


def check_edge(board: Board, hex_id: HexId, phase: Phase) -> None:
    """See SC.0a, ruling R80: an Italian, a hex of the edge, and no enemy zone there."""
    edge = board.map.hexes_with(EDGE, owner=phase.side)
    if board.scenario.card.get("area", {}).get("exit") != EDGE or phase.side != EN or not edge:
        raise Illegal("SC.0a", "nobody leaves the map in this scenario", found=hex_id, advice="leave the line out")
    if hex_id not in edge:
        raise Illegal("SC.0a", f"{hex_id} is not on the west edge", found=hex_id, wanted="a hex of column 08")
    if is_in_enemy_zoc(board, hex_id, phase.side):
        raise Illegal("SC.0a", f"{hex_id} lies in an enemy zone of control", found=hex_id, advice="leave elsewhere")
