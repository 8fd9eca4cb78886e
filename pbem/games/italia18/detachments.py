"""3.0 Detachments that lie face down: who may be turned, and what turns him up again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.italia18.by_mail.orders_combat import Hide
from pbem.games.italia18.counters import is_detachment
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Orders

DOWN = "down"  # the mark of a detachment that shows its blank side


def is_down(board: Board, unit: UnitId) -> bool:
    """See 3.0b: whether its factors are hidden."""
    return board.is_marked(unit, DOWN)


def may_turn(board: Board, unit: UnitId) -> bool:
    """See 3.0b, ruling R123: a detachment on the map, out of all enemy zones."""
    counter = board.unit(unit)
    if not is_detachment(counter) or not board.is_on_map(unit):
        return False
    return not is_in_enemy_zoc(board, board.hex_of(unit), counter.side)


def turn_down(board: Board, units: Sequence[UnitId]) -> None:
    """3.0b (see ruling R123): those that may show their blank side do so from here on."""
    for unit in units:
        if may_turn(board, unit) and not is_down(board, unit):
            board.mark(unit, DOWN, "3.0b")


def turn_up(board: Board, units: Sequence[UnitId]) -> None:
    """See 3.0b, 12.2.1: a declared combat shows the factors of all that take part, before guns are named."""
    for unit in units:
        board.unmark(unit, DOWN, "3.0b")


# -- what their owners want ----------------------------------------------------------------------------------


def hide(board: Board, orders: Orders, units: Sequence[UnitId]) -> None:
    """See 3.0b, ruling R123: of these detachments those that their owner wants face down; if he says nothing, all."""
    lines = [order for order in (*orders.items, *orders.standing) if isinstance(order, Hide)]
    line = next(iter(lines), Hide())
    turn_down(board, [unit for unit in units if line.is_all or unit in line.units])


def after_moving(board: Board, orders: Orders, side: Side) -> None:
    """See 3.0b, ruling R123: at the end of its Movement Phase a side may turn every detachment, moved or not."""
    hide(board, orders, board.on_map(side))


def after_going_on(board: Board, orders: Mapping[Side, Orders], hows: Sequence[str]) -> None:
    """See ruling R123: so it may those that have just exploited or come up, but not after an advance or a retreat."""
    moved = [UnitId(fact["unit"]) for fact in board.facts if fact.kind == "moved" and fact.get("how") in hows]
    for side, given in orders.items():
        hide(board, given, [unit for unit in dict.fromkeys(moved) if board.unit(unit).side == side])
