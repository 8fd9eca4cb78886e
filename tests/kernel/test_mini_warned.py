"""The table warns in a check on receipt, and only there."""

from __future__ import annotations

from pbem.errors import Spot
from pbem.kernel.board import Board
from pbem.kernel.play import Input, play_step
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Orders, OrdersBySide
from pbem.kernel.views.caution import Caution
from tests.kernel.mini import RED, Listed, Say, card, position, scenario


def dance(board: Board, table: Table, orders: OrdersBySide) -> None:
    """7.1: nobody dances; who is told to hears of it."""
    for order in orders[RED].items:
        table.warn(Caution("nobody dances", "7.1"), order)
    table.warn(Caution("the night is short", "7.2"))


GAME = card((Step("dance", "Red dances", "dance", dance, (RED,)),), verbs=("dance",))
ORDERS = {RED: Orders(RED, (Say(("dance",), spot=Spot(4, "dance")),))}


def test_a_check_collects_what_it_is_told_with_the_line_of_the_order() -> None:
    played = play_step(GAME, scenario(), position("dance"), Input(ORDERS), Listed(), is_check=True)
    assert [str(one) for one in played.warned] == ["line 4: nobody dances [7.1]", "the night is short [7.2]"]


def test_nothing_of_it_is_a_fact_or_reaches_adjudication() -> None:
    checked = play_step(GAME, scenario(), position("dance"), Input(ORDERS), Listed(), is_check=True)
    played = play_step(GAME, scenario(), position("dance"), Input(ORDERS), Listed())
    assert played.warned == []
    assert (played.facts, played.position) == (checked.facts, checked.position)
