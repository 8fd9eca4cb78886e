"""4.0.3 to 4.0.5 What happens between the plans and the guns: Initiative, weather, supply."""

from __future__ import annotations

from pbem.games.strafexpedition import initiative
from pbem.games.strafexpedition.disorganization import (
    disorganization,
    disorganize,
    is_beside_enemy,
    surrender,
    threshold,
)
from pbem.games.strafexpedition.supply import out_of_supply
from pbem.games.strafexpedition.weather import weather
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 4.0.3, 4.0.4, 4.0.5: phases 3 to 5, in which nobody decides anything."""
    initiative.decide(board, table)
    board.note("weather", "4.0.4", weather=weather(board.scenario, board.turn))
    check_supply(board)


def check_supply(board: Board) -> None:
    """4.0.5, 10.1, 10.3 (see 16.4, rulings G2, R46, R130): a point for all without a line of supply, at once.

    Who surrenders beside whom is found out before anybody leaves the map. The status lasts until the Artillery Phase.
    """
    found = out_of_supply(board)
    for unit in board.marked():
        board.unmark(unit, "unsupplied", "10.1")
    broken = [unit for unit in found if is_beside_enemy(board, unit) and _is_at_its_end(board, unit)]
    for unit in found:
        board.note("out-of-supply", "10.3", unit=unit, hex=board.hex_of(unit))
        if unit in broken:
            continue
        board.mark(unit, "unsupplied", "10.1")
        disorganize(board, unit, 1, "10.3", has_won=True)  # not beside an enemy, or not at its end: it stays
    for unit in broken:
        surrender(board, unit, "10.3")


def _is_at_its_end(board: Board, unit: UnitId) -> bool:
    return disorganization(board, unit) + 1 >= threshold(board, unit)
