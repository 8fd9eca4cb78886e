"""Plans when their step is played: which alternative fits, seen with the eyes of its owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.kernel.board import Board
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import MoreOrder, Order, Orders, OrdersBySide
from pbem.kernel.text.plans import choose
from pbem.kernel.text.preferences import Condition


class Plans:
    """The plans of one step. In a check the board is already what its owner sees."""

    def __init__(self, game: Game, board: Board, is_check: bool) -> None:
        self._game, self._board, self._is_check = game, board, is_check

    def settled(self, table: Table, step: Step, orders: OrdersBySide) -> OrdersBySide:
        """The orders with the alternatives that fit. Whose plans do not fit is asked for orders, all at once."""
        found = {side: self._chosen(side, given.items) for side, given in orders.items()}
        part = 1
        while wanting := [side for side, items in found.items() if items is None]:
            keys = [(side, f"{step.kind} of {side}, part {part}") for side in wanting]
            for side, more in zip(wanting, table.more_all(keys), strict=True):
                found[side] = self._chosen(side, more)
            part += 1
        return {side: replace(given, items=tuple(found[side] or ())) for side, given in orders.items()}

    def filed(self, orders: OrdersBySide, side: Side, step: str) -> Sequence[Order] | None:
        """What a side has filed for another step, as it fits on the board as it stands now."""
        filed = orders.get(side, Orders(side)).filed.get(step)
        return self._chosen(side, filed) if filed is not None else None

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
        seen = position if self._is_check else self._game.view(board.scenario, position, side)
        return conditions.holds(Board(board.scenario, seen), side, condition)
