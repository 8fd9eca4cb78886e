"""7.1-RP What barrages cost the Austro-Germans in resource points."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import accessory, fog
from pbem.games.durchbruch.by_mail.orders import Fire
from pbem.games.durchbruch.counters import AG, IT, corps_of
from pbem.games.durchbruch.marks import PAID, RP_SPENT
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table


def targets_of(board: Board, targets: Sequence[HexId]) -> tuple[str, ...]:
    """See 7.1-RP, ruling R36: the Italian corps fired at: of the units that are seen, else of the sector."""
    found: dict[str, None] = {}
    for target in targets:
        seen = [unit for unit in board.units_at(target, IT) if not fog.is_unseen(board, unit)]
        named = [corps_of(board.unit(unit)) for unit in seen if corps_of(board.unit(unit))]
        sector = board.map.feature(target, "sector")
        found[named[0] if named else sector.get("corps") if sector else ""] = None
    return tuple(found)


def unpaid(board: Board, targets: Sequence[HexId]) -> tuple[str, ...]:
    """See 7.1-RP, ruling R36: those that still cost a point; by option one that is paid stays so till the turn ends."""
    return tuple([corps for corps in targets_of(board, targets) if corps not in _paid(board)])


def _paid(board: Board) -> list[str]:
    is_kept = board.scenario.option("barrage-cost") == "turn"
    return [corps for corps in board.noted(PAID).split(",") if corps and is_kept]


def pay_for(board: Board, side: Side, orders: Sequence[Fire]) -> None:
    """7.1-RP, ruling R36: a resource point for each Italian corps and activation; the Italians pay nothing."""
    if side != AG or not orders:
        return
    corps = unpaid(board, [order.target for order in orders])
    if board.scenario.option("barrage-cost") == "turn":
        board.write(PAID, ",".join([*_paid(board), *corps]), "7.1-RP")
    cost = len(corps)
    board.write(RP_SPENT, board.number(RP_SPENT) + cost, "7.1-RP")
    board.note("paid", "7.1-RP", points=cost)


def check_paid(board: Board, side: Side, orders: Sequence[Fire], order: Fire, unknown: int = 0) -> None:
    """See 7.1-RP, 6.1-b: whether the pool still allows one target more; `unknown` is what hidden lines have cost."""
    left = accessory.points_left(board) - unknown
    if side == AG and len(unpaid(board, [one.target for one in (*orders, order)])) > left:
        why = "there are not so many resource points left"
        raise Illegal("7.1-RP", why, found=str(max(0, left)), wanted="one for each Italian corps fired at")


def preview(board: Board, table: Table, side: Side, orders: Sequence[Fire]) -> None:
    """See 7.1-RP, ruling R144: on receipt the owner of hidden points hears that the pool is empty; in play nobody may,
    since the other store cannot know it."""
    unknown, before = accessory.points_unknown(table), list[Fire]()
    for order, looking in table.previewed(orders if unknown else ()):
        with looking:
            check_paid(board, side, before, order, unknown)
            before.append(order)
