"""13.1 Reinforcements."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.orders_turn import Enter
from pbem.games.caporetto.control import place
from pbem.games.caporetto.counters import arrival, is_hq, is_support
from pbem.games.caporetto.headquarters import check_not_exposed
from pbem.games.caporetto.stacking import check_share, has_room, may_share
from pbem.games.caporetto.supply import sources, usable_sources
from pbem.games.caporetto.terrain import may_enter, why_prohibited
from pbem.games.caporetto.venezia import is_over
from pbem.games.caporetto.zoc import is_in_enemy_combat_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide


def due(board: Board, side: Side) -> tuple[UnitId, ...]:
    """3.2j, 3.3e, E.1 (see 13.1): the units of the side that come in this turn, or could not come before."""
    waiting = [unit for unit in board.units_at(WAITING) if board.unit(unit).side == side]
    return tuple([u for u in waiting if not is_support(board.unit(u)) and 0 < arrival(board.unit(u)) <= board.turn])


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """13.0 (see 13.1): as ordered; the others take a source with room, near the enemy."""
    for order in orders[side].items:
        if isinstance(order, Enter):
            for unit in order.units or due(board, side):
                with table.attempt(order):
                    check_arrival(board, unit, side, order.at)
                    arrive(board, table, unit, order.at, "13.1")
    for unit in due(board, side):
        _come_unordered(board, table, unit, side)


def check_arrival(board: Board, unit: UnitId, side: Side, hex_id: HexId) -> None:
    """13.1: a unit of the side that is due, at a hex where it can come."""
    if board.unit(unit).side != side or board.place(unit) != WAITING:
        raise Illegal("13.1", f"{unit} is no reinforcement that could come", found=board.place(unit))
    if unit not in due(board, side):
        turn = arrival(board.unit(unit))
        raise Illegal("13.1", f"{unit} is not due yet", found=f"turn {board.turn}", wanted=f"turn {turn}")
    check_entry(board, unit, hex_id)


def check_entry(board: Board, unit: UnitId, hex_id: HexId) -> None:
    """13.2/3 (see 13.1, 13.1/3, 14.2, 8.5, rulings R58, R65, R104, R119): an own source, whose number limit is
    waived."""
    side, called = board.unit(unit).side, board.map.called(hex_id)
    usable = usable_sources(board, side)
    if hex_id not in usable:
        is_source = hex_id in sources(board.map, side)
        why = f"{called} is in enemy hands" if is_source else f"{called} is no supply source of yours"
        wanted = ", ".join(map(board.map.called, usable[:8])) or "none is left"
        raise Illegal("13.1", f"{unit} cannot enter: {why}", found=hex_id, wanted=wanted)
    forbidden = why_prohibited(board, unit, hex_id)
    if forbidden:
        raise forbidden
    check_share(board, unit, hex_id)
    if is_hq(board.unit(unit)):
        check_not_exposed(board, unit, hex_id)


def arrive(board: Board, table: Table, unit: UnitId, hex_id: HexId, rule: str, how: str = "reinforcement") -> None:
    """13.1/2, 13.1/3 (see 13.1, ruling R54): it is there; until its owner has moved it counts for no stacking limit."""
    if is_over(board):
        return
    place(board, table, unit, hex_id, rule, how=how)
    board.mark(unit, f"arrived={hex_id}", "13.1/3")


def entry_hexes(board: Board, unit: UnitId) -> Sequence[HexId]:
    """See 13.1, rulings R58, R104, R119: where the unit can come in now: hexes with room, nearest to the enemy,
    first."""
    side, grid = board.unit(unit).side, board.map.grid
    enemies = [board.hex_of(other) for other in board.on_map(board.enemy_of(side))]
    found = [h for h in usable_sources(board, side) if may_enter(board, unit, h) and may_share(board, unit, h)]
    if is_hq(board.unit(unit)):
        found = [h for h in found if not is_in_enemy_combat_zone(board, h, side)]
    far = {h: min((grid.distance(h, enemy) for enemy in enemies), default=0) for h in found}
    return sorted(found, key=lambda h: (not has_room(board, h, side, (unit,)), far[h], h))


def _come_unordered(board: Board, table: Table, unit: UnitId, side: Side) -> None:
    hexes = entry_hexes(board, unit)
    if hexes:
        arrive(board, table, unit, hexes[0], "13.1")
    else:
        board.note("withheld", "13.1", unit=unit, why="no supply source is open to it")
