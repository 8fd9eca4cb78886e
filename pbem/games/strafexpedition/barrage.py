"""S2.sp3 The barrage of 19 May: all Austro-Hungarian guns fire once before the first turn."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import bombardment
from pbem.games.strafexpedition.artillery import FIRED
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard
from pbem.games.strafexpedition.counters import AH, is_artillery, is_hq
from pbem.games.strafexpedition.observation import observed_from, observers
from pbem.kernel.board import Board
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide

RULE = "S2.sp3"


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """S2.sp3 (see 13.2, ruling R65): each gun at one target, without points or Command, in turn 1's weather.

    Observers are hexes with Austro-Hungarian units outside Italian zones. The guns may fire again on turn 1.
    """
    given = [order for order in orders[AH].items if isinstance(order, Bombard)]
    if RULE not in board.scenario.card.get("special", {}):
        refuse(table, given)
        return
    own = [unit for unit in board.on_map(AH) if not is_hq(board.unit(unit))]
    guns = [unit for unit in own if is_artillery(board.unit(unit))]
    is_seen = observed_from(board, observers(board, AH, dict.fromkeys(board.hex_of(unit) for unit in own)))
    salvos: list[bombardment.Salvo] = []
    for order in given:
        with table.attempt(order):
            salvo = bombardment.Salvo(order.target, order.guns)
            bombardment.check(board, AH, salvo, guns, is_seen)
            bombardment.check_once([*salvos, salvo])
            salvos.append(salvo)
    if salvos:
        bombardment.run(board, table, AH, salvos)
    for gun in guns:
        if board.is_on_map(gun):
            board.unmark(gun, FIRED, RULE)


def refuse(table: Table, items: Sequence[Order]) -> None:
    """See S2.sp3: whoever has no barrage does not fire in his set-up."""
    for order in [one for one in items if isinstance(one, Bombard)]:
        with table.attempt(order):
            why, wanted = "your guns do not fire before the first turn of this scenario", "an Action"
            raise Illegal(RULE, why, found=str(order), wanted=wanted, advice="leave it out")
