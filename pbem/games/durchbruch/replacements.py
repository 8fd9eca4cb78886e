"""8.2 Replacements, in the morning of every day but the first."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.by_mail.orders import Replace
from pbem.games.durchbruch.communication import is_cut_off
from pbem.games.durchbruch.counters import AG, corps_of, division_of, is_hq, is_regiment
from pbem.games.durchbruch.status import is_reduced
from pbem.games.durchbruch.zoc import is_in_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order


def allowed(board: Board, side: Side) -> int:
    """See 8.2-b, 8.2-c: the steps of the day."""
    return int(board.scenario.charts["turns"][f"replacements_{side}"][board.turn - 1])


def check_unit(board: Board, unit: UnitId) -> None:
    """8.2-a, 8.2.2, 8.2.3, 8.2.4, 8.2.6, rulings R45, R47, R115 and R132: a reduced regiment or assault unit in or next
    to its HQ, in communication and out of enemy zones."""
    counter = board.unit(unit)
    if not (is_regiment(counter) or counter.type == "assault"):
        raise Illegal("8.2.3", f"{unit} never recovers", found=counter.type, wanted="a regiment or an assault unit")
    if not board.is_on_map(unit):
        raise Illegal("8.2.6", f"{unit} is not on the map", found=board.place(unit), wanted="a unit on the map")
    if not is_reduced(board, unit):
        raise Illegal("8.2-a", f"{unit} has lost no printed step", wanted="a reduced unit")
    if is_cut_off(board, unit):
        raise Illegal("8.2.4", f"{unit} is out of communication", wanted="a unit in command")
    if is_in_enemy_zone(board, board.hex_of(unit), counter.side):
        raise Illegal("8.2.2", f"{unit} stands in an enemy zone of control", wanted="a hex that is free of them")
    if not any(board.map.grid.distance(board.hex_of(hq), board.hex_of(unit)) <= 1 for hq in own_hqs(board, unit)):
        raise Illegal(
            "8.2.2", f"{unit} is not beside its HQ", wanted="the hex of its division or corps HQ, or the next"
        )


def own_hqs(board: Board, unit: UnitId) -> tuple[UnitId, ...]:
    """See 8.2.2, ruling R132: the headquarters of its division and of its corps."""
    counter = board.unit(unit)
    hqs = [
        u for u in board.on_map(counter.side) if is_hq(board.unit(u)) and corps_of(board.unit(u)) == corps_of(counter)
    ]
    return tuple([hq for hq in hqs if division_of(board.unit(hq)) in ("", division_of(counter))])


def replace(board: Board, table: Table, side: Side, items: Sequence[Order]) -> None:
    """8.2-d, 8.2.1, 8.2.5, ruling R46: one step for each, as many as the day has; one Austro-German assault unit a
    day. What is not used is lost."""
    left, stormers = allowed(board, side), 0
    done: dict[UnitId, None] = {}
    for order in [order for order in items if isinstance(order, Replace)]:
        for unit in order.units:
            if not left:
                return
            with table.attempt(order):
                is_storm = side == AG and board.unit(unit).type == "assault"
                if unit in done or (is_storm and stormers):
                    raise Illegal(
                        "8.2.5", f"{unit} cannot have another step today", wanted="one step a unit, one assault unit"
                    )
                check_unit(board, unit)
                board.regain(unit, 1, "8.2-d", how="replacement")
                done[unit], left, stormers = None, left - 1, stormers + is_storm
