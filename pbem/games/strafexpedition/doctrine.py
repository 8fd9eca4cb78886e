"""EV.ah.1 Austro-Hungarian doctrine: for a day no assault without a bombardment."""

from __future__ import annotations

from collections.abc import Collection

from pbem.errors import Illegal
from pbem.games.strafexpedition.bombardment import BOMBARDED
from pbem.games.strafexpedition.counters import AH
from pbem.games.strafexpedition.declaration import call_off, declared
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side

NOTE = "event.doctrine"
RULE = "EV.ah.1"


def holds(board: Board, side: Side) -> bool:
    """See EV.ah.1: whether the side is bound by it today."""
    return side == AH and bool(board.noted(NOTE))


def check(board: Board, side: Side, target: HexId, ordered: Collection[HexId]) -> None:
    """EV.ah.1 (see ruling R122): the hex was bombarded today, or is a target of this Action's own guns."""
    if holds(board, side) and not board.is_hex_marked(target, BOMBARDED) and target not in ordered:
        why = f"{target} has not been bombarded today"
        wanted = "a hex that was, or that this Action bombards"
        raise Illegal(RULE, why, found="no bombardment", wanted=wanted, advice="add a `bombard` line")


def fall_away(board: Board, side: Side) -> None:
    """See EV.ah.1, ruling R122: where the bombardment could not be fired the units stay, their points are spent."""
    for target, units in declared(board, side).items() if holds(board, side) else ():
        if not board.is_hex_marked(target, BOMBARDED):
            for unit in units:
                call_off(board, unit, RULE)
            board.note("assault-off", RULE, side=side, hex=target, units=list(units))
