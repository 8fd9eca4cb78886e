"""EV.it.1 The brigade that the High Command has called up: it acts without a plan, for a point or for nothing."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition import logistics
from pbem.games.strafexpedition.counters import IT
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side

NOTE = "event.counterattack"  # the brigade that must assault today
FREE = "event.free"  # the brigade that is activated for nothing, and so may not dig (ruling R18)
RULE = "EV.it.1"


def call_up(board: Board, side: Side, brigade: str) -> bool:
    """See EV.it.1, rulings R18, R163: whether the brigade may act without a plan; it pays its point if there is one."""
    if side != IT or brigade != board.noted(NOTE):
        return False
    if logistics.stock(board, side):
        logistics.spend(board, side, int(board.scenario.charts["command"]["brigade"]), RULE)
    else:
        board.write(FREE, brigade, RULE)
    return True


def check_dig(board: Board, side: Side, brigade: str) -> None:
    """See 18.2, ruling R18: a brigade for which no point was paid does not dig."""
    if side == IT and brigade == board.noted(FREE):
        why = f"{brigade} was activated for nothing"
        raise Illegal(
            "18.2", why, found="no logistics point", wanted="a brigade that was paid for", advice="leave it out"
        )
