"""Greedy players of Durchbruch who file ahead: one file holds a section for every corps that may still be drawn.

A section is played when its chit comes, if it still fits: all of its units stand where they stood when it was written,
and so do the enemies whom it attacks. Else its owner sends a new file, again for all corps that are left.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.games.durchbruch.by_mail.odds import as_seen
from pbem.games.durchbruch.by_mail.orders import Attack, Fire, Move, Overrun
from pbem.games.durchbruch.cup import CHITS, in_cup, side_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from tests.fuzz import durchbruch_greedy as greedy


@dataclass(slots=True)
class Section:
    """The orders for a corps, where its units stood when they were written, and whom they were written against."""

    side: Side
    orders: Sequence[Order]
    places: dict[str, str]

    def fits(self, board: Board) -> bool:
        """Whether nothing has changed for these orders."""
        seen = as_seen(board, self.side)
        return all(_place(seen, self.side, name) == place for name, place in self.places.items())


def _place(board: Board, side: Side, name: str) -> str:
    """Where a unit stands; of a hex which enemies are in it."""
    if name in board.map.grid:
        return " ".join(board.units_at(HexId(name), board.enemy_of(side)))
    return board.place(UnitId(name))


def sections(board: Board, side: Side) -> dict[str, Section]:
    """One for every corps of the side that is on the table or in the cup."""
    drawn, seen = CHITS.get(board.step, ""), as_seen(board, side)
    found: dict[str, Section] = {}
    for corps in [one for one in (drawn, *in_cup(board)) if one and side_of(one) == side]:
        orders = greedy.corps_orders(seen, side, corps)
        names = [name for order in orders for name in _named(order)]
        found[corps] = Section(side, orders, {name: _place(seen, side, name) for name in names})
    return found


def _named(order: Order) -> tuple[str, ...]:
    """The units of an order, and the hex that it is aimed at."""
    if isinstance(order, Attack | Fire):
        return (*order.units, order.target)
    return tuple(order.units) if isinstance(order, Move | Overrun) else ()


@dataclass(slots=True)
class Clerk:
    """What both sides have on file in the turn, and how many files each has sent by turn; turn 0 is before turn 1."""

    turn: int = 0
    filed: dict[Side, dict[str, Section]] = field(default_factory=dict)
    sent: dict[tuple[Side, int], int] = field(default_factory=dict)

    def give_orders(self, board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
        """From the file if it fits, else from a new one."""
        if board.turn != self.turn:
            self.turn, self.filed = board.turn, {}
        corps = CHITS.get(board.step, "")
        if not corps:
            self._count(side, 0 if board.step != "morning" else board.turn)
            return greedy.give_orders(board, side, chance)
        known = self.filed.get(side, {}).get(corps)
        if known is None or not known.fits(board):
            self._count(side, board.turn)
            self.filed[side] = sections(board, side)
        return self.filed[side][corps].orders

    def _count(self, side: Side, turn: int) -> None:
        self.sent[side, turn] = self.sent.get((side, turn), 0) + 1
