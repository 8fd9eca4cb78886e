"""The line of the greedy player of Caporetto: the Piave, once the front on the Isonzo is broken."""

from __future__ import annotations

from pbem.games.caporetto.control import controller
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side

RIGHT_BANK = tuple(map(HexId, ("2013", "2112", "2212", "2211", "2310", "2309", "2409", "2508", "2608")))
LEFT_BANK = tuple(map(HexId, ("2113", "2213", "2312", "2311", "2411", "2410", "2509", "2609")))
WEST = 90  # columns from here on lie west of column 00
LAST = 4  # the turn after which nobody falls back any more: the armies have met again
FRIULI = (range(23, 31), range(12, 20))  # its rows and columns west of the Isonzo


def falls_back(board: Board, side: Side) -> bool:
    """Whether the Allies give up Friuli: the enemy is through, and a unit that he reaches cannot get away any more."""
    if side != AL or board.turn > LAST:
        return False
    return board.derived(("greedy falls back", board.turn), (CP, "hex held"), lambda: _is_broken(board))


def _is_broken(board: Board) -> bool:
    theirs = board.map.hexes_with("al-side")
    return any(controller(board, hex_id) == CP for hex_id in theirs if _is_in_friuli(hex_id))


def _is_in_friuli(hex_id: HexId) -> bool:
    return int(hex_id[:2]) in FRIULI[0] and int(hex_id[2:]) in FRIULI[1]


def line(board: Board, side: Side) -> tuple[HexId, ...]:
    """What the side mans when it does not attack: its bank of the Piave, if the enemy is or comes there."""
    reached = [hex_id for hex_id in LEFT_BANK if controller(board, hex_id) == CP]
    if side == AL:
        return RIGHT_BANK if reached or falls_back(board, side) else ()
    return LEFT_BANK if 2 * len(reached) >= len(LEFT_BANK) else ()


def is_given_up(hex_id: HexId) -> bool:
    """Whether the hex lies beyond the Piave, in Friuli, Cadore or Carnia."""
    row, column = int(hex_id[:2]), int(hex_id[2:])
    bank = [int(there[2:]) for there in RIGHT_BANK if int(there[:2]) == row]
    first = max(bank) + 1 if bank else 9
    return first <= column < WEST and row > 19


def way_to_line(board: Board, hex_id: HexId) -> int:
    """How many hexes it is to the line."""
    return min(board.map.grid.distance(hex_id, there) for there in RIGHT_BANK)
