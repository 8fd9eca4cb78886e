"""15.5.1 A Depot that its owner blows up before the enemy takes it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.orders_retreat import Burn
from pbem.games.italia18.supply_lines import is_in_command
from pbem.games.italia18.walking import enemy_near
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

TRIED = "tried"  # the Depot lies on its other side: its one try of the game is spent


def run(board: Board, table: Table, orders: Sequence[Burn], side: Side) -> None:
    """15.5.1: at the end of the owner's Movement Phase; on 1 to 4 it is gone, and nobody scores."""
    for order in orders:
        with table.attempt(order):
            check(board, order.unit, side)
            here, most = board.hex_of(order.unit), int(board.scenario.charts["depot"]["destroy"])
            with board.episode("burning", f"Depot in {here}", side=side, hexes=[here]):
                die = table.roll("demolition", kind="burning", rule="15.5.1", by=side, kindest=1)
                board.outcome("burning", "15.5.1", unit=order.unit, hex=here, die=die, done=die <= most)
                if die <= most:
                    board.eliminate(order.unit, "15.5.1", why="blown up by its owner")
                else:
                    board.mark(order.unit, TRIED, "15.5.1")


def check(board: Board, unit: UnitId, side: Side) -> None:
    """See 15.5.1, 9.1j: an own Depot, an enemy within three hexes, an HQ that has it in its radius, no try before."""
    if board.unit(unit).side != side or board.unit(unit).type != "depot" or not board.is_on_map(unit):
        raise Illegal("15.5.1", f"{unit} is no Depot of yours on the map", found=board.place(unit), wanted="a Depot")
    if board.is_marked(unit, TRIED):
        raise Illegal("15.5.1", f"{unit} has had its one try of the game", advice="leave the line out")
    here, within = board.hex_of(unit), int(board.scenario.charts["depot"]["enemy_within"])
    if not enemy_near(board, here, side, within):
        why = f"no enemy is within {within} hexes of {here}"
        raise Illegal("15.5.1", why, wanted="an enemy that comes near", advice="wait until one does")
    if not is_in_command(board, here, side):
        why = f"{here} is not within the Command Radius of one of your HQs"
        raise Illegal("15.5.1", why, advice="bring an HQ nearer")
