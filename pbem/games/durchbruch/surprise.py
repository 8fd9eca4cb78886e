"""6.4 The attack before turn 1: up to twenty units, without guns."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import cup
from pbem.games.durchbruch.attack import Phase
from pbem.games.durchbruch.by_mail.orders import Attack, First, Move, Overrun, Target
from pbem.games.durchbruch.counters import AG, is_gun
from pbem.games.durchbruch.marks import SPENT, STOPPED, USED, WORK
from pbem.games.durchbruch.operations import Operation, attack_all, move_all, settle
from pbem.games.durchbruch.planning import Segment
from pbem.kernel.board import Board
from pbem.kernel.clearing import take_off
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide

MOST = 20  # units (6.4.1)


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 6.4.1, 6.4.2, 6.4.3, ruling R150: all moves, then all attacks; then the cup of turn 1."""
    here = Operation(Segment(AG, ""), Phase(AG, "", is_preliminary=True), most=MOST)
    here.phase.bound = here.segment.stuck
    for _, batch in table.parts(AG, "surprise", orders[AG].items):
        for order in batch:
            if isinstance(order, First):
                with table.attempt(order):
                    cup.choose_first(board, order.corps)
        fit = _without_guns(board, table, here, batch)
        move_all(board, table, here, [one for one in fit if isinstance(one, Move | Overrun)], is_preliminary=True)
        attack_all(board, table, here, [one for one in fit if isinstance(one, Attack | Target)])
    settle(board)
    _stand_easy(board)
    begin_turn(board, table)


def _without_guns(board: Board, table: Table, here: Operation, batch: Sequence[Order]) -> list[Order]:
    """See 6.4.1, ruling R150: no gun moves, and nobody does after the first attack."""
    fit: list[Order] = []
    for order in [one for one in batch if isinstance(one, Move | Overrun | Attack | Target)]:
        with table.attempt(order):
            guns = [unit for unit in getattr(order, "units", ()) if is_gun(board.unit(unit))]
            if guns:
                raise Illegal("6.4.1", f"{guns[0]} is artillery", found=guns[0], wanted="other units")
            if here.phase.marked is not None and isinstance(order, Move | Overrun):
                raise Illegal("6.4.1", "the attacks have begun", found=str(order), wanted="attacks on marked hexes")
            fit.append(order)
    return fit


def _stand_easy(board: Board) -> None:
    """See 1.4-b1, rulings R88, R89, R90 and R150: who stopped may act on turn 1, an HQ may help again; pins stay."""
    fired = (SPENT,) if board.scenario.option("preliminary-guns") == "ready" else ()
    take_off(board, (STOPPED, WORK, USED, *fired), "6.4.1")


def begin_turn(board: Board, table: Table) -> None:
    """See 7.2-3a, 5-3: the cup is filled, and the first chit named or drawn."""
    cup.fill(board, with_late=False)
    if board.noted("first"):
        cup.take(board, board.noted("first"))
        board.write("first", "", "7.2-3a")
    else:
        cup.draw(board, table, board.turn)
