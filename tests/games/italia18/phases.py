"""A Movement Phase of one side on a small board, for the tests of chapter 11."""

from __future__ import annotations

from pbem.games.italia18 import movement
from pbem.games.italia18.counters import EN
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order, Orders
from tests.games.tables import Dice, facts, table


def move_phase(here: Board, *orders: Order, dice: Dice = (), side: Side = EN) -> Board:
    """The whole phase; what is left open is decided by the default."""
    given = {one: Orders(one, tuple(orders) if one == side else ()) for one in here.scenario.sides}
    movement.run(here, table(here, dice, "default"), given, side)
    return here


def refused(here: Board) -> list[str]:
    """The rules by which orders were refused."""
    return [fact.rule for fact in facts(here, "dropped")]


def places(here: Board, names: str) -> list[str]:
    """Where units are."""
    return [here.place(UnitId(name)) for name in names.split()]
