"""14.3 Markers that phases leave behind, and the segment that tidies them up."""

from __future__ import annotations

from pbem.games.italia18.disorder import DG, RG
from pbem.games.italia18.options import ADJUSTED, is_agreed
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId

EXPLOITATION, RESERVES, DISENGAGE, PINNED = "exploitation", "reserves", "disengage", "pinned"
FROZEN = "frozen"  # the Reserves markers of the set-up (11.2.10), which no adjustment touches
ABOARD = "aboard"  # of passengers: the Trucks that carry them (11.3.4.1)
ATTACKED = "attacked"  # of units and hexes, for one phase


def adjust(board: Board) -> None:
    """11.2.10c, 14.3 (see 5.0b, rulings R79, R98): of both sides, in the printed order; a friend in the hex does not
    help a Reorganizing unit. Markers of the High Command stay, unless the players have agreed otherwise."""
    for unit in _marked(board, RG):
        if not board.is_on_map(unit) or not is_in_enemy_zoc(board, board.hex_of(unit), board.unit(unit).side):
            board.unmark(unit, RG, "14.3")
    for unit in _marked(board, DG):
        board.unmark(unit, DG, "14.3")
        board.mark(unit, RG, "14.3")
    reserves = (RESERVES, FROZEN) if is_agreed(board, ADJUSTED) else (RESERVES,)
    for name in (EXPLOITATION, *reserves, DISENGAGE, PINNED):
        for unit in _marked(board, name):
            board.unmark(unit, name, "14.3")


def _marked(board: Board, name: str) -> tuple[UnitId, ...]:
    return tuple([unit for unit in board.marked() if board.is_marked(unit, name)])


def forget_attacks(board: Board) -> None:
    """See 12.1b, 12.1c, ruling R51: with the phase it is forgotten who attacked and what was attacked."""
    for unit in _marked(board, ATTACKED):
        board.unmark(unit, ATTACKED, "12.1c")
    for hex_id in board.marked_hexes(ATTACKED):
        board.unmark_hex(hex_id, ATTACKED, "12.1b")
