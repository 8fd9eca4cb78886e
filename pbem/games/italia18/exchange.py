"""S4: what if the Austro-Hungarian staff had put all its weight on one sector."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_special import Swap
from pbem.games.italia18.counters import CP, is_division, is_regiment
from pbem.games.italia18.stacking import excess
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order

ELITE, GOOD = (5, 6), 4  # morale of elite brigades, and of the divisions that they change places with


def run(board: Board, table: Table, orders: Sequence[Order], side: Side) -> None:
    """S4.opt1: up to three elite divisions change places with three of morale 4."""
    done = 0
    for order in orders:
        if isinstance(order, Swap):
            with table.attempt(order):
                most = int(board.scenario.card.get("what_if", {}).get("swaps", 0))
                if side != CP or done >= most:
                    why = f"{most} exchanges are all there are" if most else "no divisions change places here"
                    raise Illegal("S4.opt1", why, found=str(order), wanted="the CP in the what-if of the Solstice")
                swap(board, order)
                done += 1


def swap(board: Board, order: Swap) -> None:
    """See S4.opt1: an elite division is its two brigades, which go together."""
    brigades, other = elite_division(board, order.elite), order.other
    counter = board.unit(other)
    if counter.nation != "AH" or not is_division(counter) or counter.figure("morale") != GOOD:
        why = f"{other} is no Austro-Hungarian division of morale {GOOD}"
        raise Illegal("S4.opt1", why, found=other, wanted="such a division")
    if not brigades:
        why = f"{order.elite} belongs to no elite division"
        raise Illegal("S4.opt1", why, found=order.elite, wanted="a brigade of morale 5 with its sister in the same hex")
    here, there, tried = board.hex_of(brigades[0]), board.hex_of(other), board.copy()
    _change(tried, brigades, other)
    full = [hex_id for hex_id in (here, there) if excess(tried, hex_id, CP)]
    if full:
        raise Illegal("S4.opt1", f"{full[0]} would hold too many units", found=str(order), advice="name others")
    _change(board, brigades, other)


def _change(board: Board, brigades: Sequence[UnitId], other: UnitId) -> None:
    here, there = board.hex_of(brigades[0]), board.hex_of(other)
    for unit in brigades:
        board.put(unit, there, "S4.opt1", how="exchanged")
    board.put(other, here, "S4.opt1", how="exchanged")


def elite_division(board: Board, unit: UnitId) -> tuple[UnitId, ...]:
    """See 2.2.1b, S4.opt1: the brigades of the unit's division, if they are elite, on the map and together."""
    name, nation = board.unit(unit).words.get("division", ""), board.unit(unit).nation
    family = [one for one in board.on_map(CP) if board.unit(one).words.get("division") == name]
    are_elite = all(is_regiment(board.unit(one)) and board.unit(one).figure("morale") in ELITE for one in family)
    is_one = len({board.hex_of(one) for one in family}) == 1
    return tuple(family) if name and nation == "AH" and are_elite and is_one else ()
