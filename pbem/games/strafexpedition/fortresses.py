"""20.0 Fortresses: guns and infantry that never move, in a trench of their own."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import combat_units, is_fortress
from pbem.games.strafexpedition.supply import is_supplied_hex
from pbem.games.strafexpedition.trenches import MARK, fortress_at, fortress_level, set_level
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


def damage(board: Board, hex_id: HexId, rule: str) -> bool:
    """20.1, 20.2 (see 13.2.6, 20.5): fire takes a level off the fortress; whether one stood there.

    With the last level it is destroyed, and nobody scores for it. Whoever stands in the hex has the level that is left.
    """
    fort = fortress_at(board, hex_id)
    if fort is None:
        return False
    left = fortress_level(board, fort) - 1
    if left > 0:
        board.mark(fort, f"{MARK}={left}", rule)
        board.note("trench-lowered", rule, hex=hex_id, level=left)
    else:
        board.eliminate(fort, "20.2")
    return True


def leave_trench(board: Board, fort: UnitId) -> None:
    """20.6 (see rulings R79, R118): a fortress that surrenders or is captured leaves its level less one behind.

    To whoever stands in the hex then, and to the enemy where nobody else of its side does.
    """
    hex_id, side = board.hex_of(fort), board.unit(fort).side
    friends = [unit for unit in combat_units(board, hex_id, side) if unit != fort]
    whose = side if friends else board.enemy_of(side)
    set_level(board, hex_id, whose, fortress_level(board, fort) - 1, "20.6")


def blow_up(board: Board, side: Side, fort: UnitId) -> None:
    """20.7 (see 20.4, rulings R46, R162): in the Artillery Phase its owner destroys it, and every trench in its hex."""
    if board.unit(fort).side != side or not is_fortress(board.unit(fort)) or not board.is_on_map(fort):
        why = f"{fort} is no fortress of yours on the map"
        raise Illegal("20.7", why, found=board.place(fort), wanted="an own fortress", advice="leave it out")
    if not is_supplied_hex(board, board.hex_of(fort), side):
        why = f"{fort} is out of supply and cannot be blown up"
        raise Illegal("20.7", why, found="no line of supply", wanted="a fortress in supply", advice="leave it out")
    hex_id = board.hex_of(fort)
    board.note("blown-up", "20.7", unit=fort, hex=hex_id)
    board.eliminate(fort, "20.7")
    board.unmark_hex(hex_id, MARK, "20.7")
