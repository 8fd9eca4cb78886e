"""9.2 The way back into supply of a unit that is out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.italia18.allowance import MOVE
from pbem.games.italia18.supply import OOS, is_out_of_supply, supplied_hexes
from pbem.games.italia18.supply_lines import Distances, Row, counted_around, held_hexes, plain_steps
from pbem.games.italia18.walking import walk, way
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import everywhere
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side
from pbem.kernel.trips import Trip

FAR = 200  # longer than any way back


def check_heads_for_supply(board: Board, trips: Sequence[Trip], how: str = MOVE, *, less: int = 0) -> None:
    """9.2b (see ruling R60): who is out of supply and moves goes where its way back into a radius is shortest. `less`
    are the half points that the building of a pontoon took."""
    for trip in trips:
        lost = [unit for unit in trip.units if is_out_of_supply(board, unit)]
        check_obeys(board, trip)
        if lost and len(trip.path) > 1:
            walking = walk(board, trip.units, how)
            back = ways_back(board, walking.side)
            reached = way(board, walking, walking.start, walking.points - less).cost
            best = min([back.get(hex_id, FAR) for hex_id in reached])
            if back.get(trip.at, FAR) > best:
                good = sorted(hex_id for hex_id in reached if back.get(hex_id, FAR) == best)
                why = f"{lost[0]} is out of supply and may only move back toward it as fast as it can"
                wanted = " or ".join(board.map.called(hex_id) for hex_id in good[:3])
                raise Illegal("9.2b", why, found=f"a move to {trip.at}", wanted=wanted, advice="or let it stand still")


def check_obeys(board: Board, trip: Trip) -> None:
    """See S5.sp4, ruling R135: who has mutinied is where its supply is, and so goes nowhere."""
    idle = [unit for unit in trip.units if board.mark_of(unit, OOS) == "mutiny"]
    if idle and len(trip.path) > 1:
        why = f"{idle[0]} refuses its orders and stays where it is"
        raise Illegal("S5.sp4", why, found=f"a move to {trip.at}", advice="wait for the next Supply Phase")


def ways_back(board: Board, side: Side) -> Distances:
    """See 9.2b, 9.1h, ruling R143: how far each hex is from the nearest radius, counted as supply is, round enemies."""
    inside, enemies = tuple(supplied_hexes(board, side)), held_hexes(board, board.enemy_of(side))
    return everywhere(inside, FAR, _rows(board), enemies)


def _rows(board: Board) -> Mapping[HexId, Row]:
    plain = plain_steps(board)
    return ByHex(lambda here: plain[here] or counted_around(board, here))
