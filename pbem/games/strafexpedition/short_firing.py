"""EV.it.3, EV.ah.3 Guns that fire short: for one day each bombardment of a side may fall on its own assault."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import IT
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table

NOTE = "event.short-firing"  # the note: the sides whose guns fire short today
ASSAULT = "assault"  # the mark of a unit that has declared an assault: `assault=1434`


def is_firing_short(board: Board, side: Side) -> bool:
    """See EV.it.3, EV.ah.3: whether the event holds for the side today."""
    return side in board.noted(NOTE).split(",")


def assaulting(board: Board, side: Side, target: HexId) -> tuple[HexId, ...]:
    """See ruling R23: the hexes beside the target that hold assaulting units of the side."""
    around = board.map.grid.neighbours[target]
    return tuple([one for one in around if any(board.is_marked(u, ASSAULT) for u in board.units_at(one, side))])


def falls_on(board: Board, table: Table, side: Side, target: HexId) -> HexId:
    """EV.it.3, EV.ah.3 (see ruling R23): the hex that a bombardment hits; one die for each target while it holds."""
    if not is_firing_short(board, side):
        return target
    rule = "EV.it.3" if side == IT else "EV.ah.3"
    short_on = board.scenario.charts["event_short_firing"]["on"]
    die = table.roll("short firing", rule=rule, by=side)
    own = assaulting(board, side, target)
    if die not in short_on or not own:
        return target
    hit = own[0] if len(own) == 1 else table.draw("hex hit", own, rule=rule)
    board.note("fired-short", rule, side=side, target=target, hex=hit)
    return hit
