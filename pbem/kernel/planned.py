"""Plans when their step is played: which alternative fits, seen with the eyes of its owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.kernel.board import Board
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Wanting
from pbem.kernel.secrets import position_for
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import MoreOrder, Order, Orders, OrdersBySide
from pbem.kernel.text.plans import by_seat, choose
from pbem.kernel.text.preferences import Condition
from pbem.values import replace


class Plans:
    """The plans of one step. In a check the board is already what its owner sees."""

    def __init__(self, game: Game, board: Board, is_check: bool) -> None:
        self._game, self._board, self._is_check = game, board, is_check

    def settled(self, table: Table, step: Step, orders: OrdersBySide) -> OrdersBySide:
        """The orders with the alternatives that fit. Whose plans do not fit is asked for orders, all at once."""
        parts = {(s, seat): items for s, given in orders.items() for seat, items in by_seat(given.items)}
        found = {(side, seat): self._chosen(side, items) for (side, seat), items in parts.items()}
        part = 1
        while wanting := [whose for whose, items in found.items() if items is None]:
            asked = [Wanting(side, f"{step.kind} of {seat or side}, part {part}", seat) for side, seat in wanting]
            for whose, more in zip(wanting, table.more_all(asked), strict=True):
                found[whose] = self._chosen(whose[0], more)
            part += 1
        return {side: replace(given, items=_together(found, side)) for side, given in orders.items()}

    def filed(self, orders: OrdersBySide, side: Side, step: str) -> Sequence[Order] | None:
        """What a side has filed for another step, as it fits on the board as it stands now."""
        filed = orders.get(side, Orders(side)).filed.get(step)
        found = [self._chosen(side, items) for _, items in by_seat(filed)] if filed is not None else []
        fitting = [order for items in found for order in items or ()]
        return fitting if any(items is not None for items in found) else None

    def _chosen(self, side: Side, items: Sequence[Order]) -> Sequence[Order] | None:
        """What is played; nothing where no alternative fits, or the one that fits says `more` and no more."""
        chosen = choose(items, lambda condition: self._holds(side, condition))
        if chosen is None or (chosen.number and all(isinstance(order, MoreOrder) for order in chosen.orders)):
            return None if chosen is None or chosen.orders else ()
        return chosen.orders

    def _holds(self, side: Side, condition: Condition) -> bool:
        conditions, board = self._game.conditions, self._board
        if conditions is None:
            return False
        position = board.freeze(board.turn, board.step)
        seen = position if self._is_check else position_for(self._game, board.scenario, position, side)
        return conditions.holds(Board(board.scenario, seen), side, condition)


def _together(found: Mapping[tuple[Side, str], Sequence[Order] | None], side: Side) -> tuple[Order, ...]:
    """What all players of a side have ordered."""
    return tuple(order for (whose, _), items in found.items() if whose == side for order in items or ())
