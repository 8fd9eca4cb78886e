"""S5.sp1 The Italian East stands still until the enemy crosses his eastern front line, or until turn 7."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import AH, IT, is_hq
from pbem.games.strafexpedition.terrain import EAST, is_behind_front, sector
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId

RELEASED = "east.released"  # the note: the turn in which the enemy crossed
RULE = "S5.sp1"


def is_released(board: Board) -> bool:
    """See S5.sp1: in other scenarios the East is never held."""
    hold = board.scenario.card.get("hold")
    return hold is None or board.turn >= int(hold["until_turn"]) or bool(board.noted(RELEASED))


def is_frozen(board: Board, unit: UnitId) -> bool:
    """S5.sp1, S5.sp1.guns, S5.sp1.entering (see rulings R124, T22): an Italian unit that stands in the held East.

    It does not move, change mode, dig, counter-assault or get activated; its guns do not fire. It fires as infantry,
    retreats, interdicts, rallies and is blown up like any other. Who comes into the East may end his move, and is held.
    """
    if is_released(board) or board.unit(unit).side != IT or not board.is_on_map(unit):
        return False
    return sector(board.map, board.hex_of(unit)) == EAST


def check_free(board: Board, unit: UnitId, what: str) -> None:
    """See S5.sp1, ruling R124: refuses what a held unit may not do."""
    if is_frozen(board, unit):
        wanted = f"a crossing of the eastern front by the enemy, or turn {board.scenario.card['hold']['until_turn']}"
        why = f"{unit} {what}: the Italian East is held"
        raise Illegal(RULE, why, found=f"turn {board.turn}", wanted=wanted, advice="leave the unit out")


def watch(board: Board, unit: UnitId, hexes: Sequence[HexId], rule: str) -> None:
    """See S5.sp1, ruling T22: an Austro-Hungarian unit in the East beyond its own front lets everybody go, at once."""
    counter = board.unit(unit)
    if counter.side != AH or is_hq(counter) or is_released(board):
        return
    map = board.map
    across = [one for one in hexes if sector(map, one) == EAST and not is_behind_front(map, one, AH)]
    if across:
        board.write(RELEASED, board.turn, RULE)
        board.note("east-released", RULE, unit=unit, hex=across[0])
