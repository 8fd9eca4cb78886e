"""The greedy player over the rivers of Italia 1917-1918: who builds pontoons, and where to."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.orders_move import Leg, Move, Relieve, Span
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.ways import MAJOR, PONTOON, has_pontoon, standing_bridges
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from tests.fuzz.italia18_goals import FAR, Wish, movers

Made = list[Order]


def pontoons(board: Board, wish: Wish, moving: Sequence[Order]) -> Made:
    """Whoever stands still beside the river builds to a friend on the far bank, or where he wants to go."""
    busy = {unit: None for order in moving if isinstance(order, Move | Relieve) for unit in _named(order)}
    own = [one for one, value in board.marked_sides(PONTOON).items() if value.partition(">")[0] == wish.side]
    left, made, tried = 4 - len(own), list[Order](), dict[frozenset[HexId], None]()
    for unit in movers(board, wish.side):
        here = board.hex_of(unit)
        if unit in busy or left <= 0 or board.is_marked(unit, FROZEN) or is_disorganized(board, unit):
            continue
        banks = [there for there in board.map.grid.neighbours[here] if _is_crossing(board, wish, here, there)]
        banks = [there for there in banks if frozenset((here, there)) not in tried]
        if banks:
            there = min(banks, key=lambda one: (not board.units_at(one, wish.side), wish.far.get(one, FAR), one))
            made.append(Move((unit,), (Leg((), span=Span(here, there, 2)),)))
            tried[frozenset((here, there))] = None
            busy[unit] = None
            left -= 1
    return made


def _named(order: Move | Relieve) -> tuple[UnitId, ...]:
    return order.units if isinstance(order, Move) else order.by


def _is_crossing(board: Board, wish: Wish, here: HexId, there: HexId) -> bool:
    """A major river without any way over it, with a friend beyond, or nobody and the prizes."""
    is_open = standing_bridges(board, here, there) or has_pontoon(board, here, there, wish.side)
    if not board.map.crosses(here, there, MAJOR) or is_open:
        return False
    friends = combat_units_in(board, there, wish.side)
    is_ahead = wish.is_attacker and wish.far.get(there, FAR) < wish.far.get(here, FAR)
    return bool(friends) or (is_ahead and not combat_units_in(board, there, board.enemy_of(wish.side)))
