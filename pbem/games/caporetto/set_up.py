"""3.0 Set-up and 19.5 free set-up: orders first, the historical deployment for the rest."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import fog, headquarters
from pbem.games.caporetto.by_mail.orders_turn import Mode
from pbem.games.caporetto.counters import CP, SIDES, arrival, is_division, is_hq, is_support
from pbem.games.caporetto.deployment import (
    START,
    allowed_hexes,
    check_place,
    check_room,
    divisions_in,
    is_free,
    rule_of,
    unguarded,
)
from pbem.games.caporetto.events import markers
from pbem.games.caporetto.morale import ARMIES
from pbem.games.caporetto.sectors import guard_missing, historical_hex, open_to, sectors, starters
from pbem.games.caporetto.stacking import counted, limit
from pbem.games.caporetto.terrain import why_prohibited
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import ASIDE, WAITING, Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Deploy, OrdersBySide

MOST_SHOWN = 70  # hexes of a sector that the order sheet lists one by one

# -- what is printed -----------------------------------------------------------------------------------------


def initial_position(scenario: Scenario) -> Position:
    """3.2g (see 3.2h, 3.2i, 3.2j, 3.3c, 3.3d, 3.3e, 2.4): every counter where it starts, before anybody decides."""
    is_by_mail = bool(scenario.card.get("setup"))
    states = {u.id: UnitState(_start(u, is_by_mail), u.figure("steps")) for u in scenario.units.values()}
    notes = {f"morale.{army}": str(scenario.charts["morale"]["start"][army]) for army in ARMIES}
    notes |= {f"casualties.{army}": "0" for army in ARMIES}
    notes["pool"] = ",".join(markers(scenario, "A"))
    return Position(scenario.game, 1, "al-set-up" if is_by_mail else "cp-first-combat", states, {}, notes)


def _start(unit: Unit, is_by_mail: bool) -> str:
    if is_support(unit):
        return ASIDE
    if arrival(unit):
        return WAITING
    word, *rest = unit.set_up.split() or [""]
    return (START if is_by_mail else rest[0]) if word == "at" else WAITING


# -- the set-up of a side ------------------------------------------------------------------------------------


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """3.1 (see 3.2, 3.3, 15.1, 19.5, rulings R58, R60): HQs and their modes, then the other units, then what is left
    over.

    What no order places stands as in October 1917, or where there is room for it.
    """
    placed = [order for order in orders[side].items if isinstance(order, Deploy)]
    hqs = [order for order in placed if is_hq(board.unit(order.unit))]
    _place_all(board, table, side, hqs)
    _place_rest(board, side, [unit for unit in starters(board.scenario, side) if is_hq(board.unit(unit))])
    _set_modes(board, table, orders, side)
    _place_all(board, table, side, [order for order in placed if order not in hqs])
    _place_rest(board, side, starters(board.scenario, side))
    _withdraw_exposed_hqs(board, table, side, hqs)
    _mark_crowds(board, side)
    fog.run_tops(board, table, side, orders[side].items)
    for owner in SIDES if side == CP else ():
        headquarters.remove_lone_hqs(board, owner)


def _place_all(board: Board, table: Table, side: Side, orders: Sequence[Deploy]) -> None:
    for order in orders:
        with table.attempt(order):
            check_place(board, order.unit, side, order.at)
            board.put(order.unit, order.at, rule_of(board, order.unit), how="set-up")


def _set_modes(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """See 15.1, ruling R60: the modes for turn 1; without an order an HQ starts in support mode."""
    for hq in headquarters.hqs(board, side):
        headquarters.set_mode(board, side, hq, str(board.scenario.card.get("hq_mode", {}).get("default", "support")))
    for order in [order for order in orders[side].items if isinstance(order, Mode)]:
        for hq in order.hqs:
            with table.attempt(order):
                headquarters.set_mode(board, side, hq, order.mode)


# -- without orders ------------------------------------------------------------------------------------------


def _place_rest(board: Board, side: Side, units: Sequence[UnitId]) -> None:
    """See 3.2, 3.3, 19.5, ruling R139: each unit in its historical hex, where one must be held, or near home."""
    for unit in units:
        if board.place(unit) == START:
            board.put(unit, _best_hex(board, unit, side), rule_of(board, unit), how="set-up")


def _best_hex(board: Board, unit: UnitId, side: Side) -> HexId:
    home, grid = historical_hex(board.scenario, unit), board.map.grid
    near = sorted(allowed_hexes(board, unit), key=lambda h: (grid.distance(h, home), h))
    urgent = [] if is_hq(board.unit(unit)) else _urgent(board, unit, side)
    for at in dict.fromkeys((home, *urgent, *near)):
        try:
            check_place(board, unit, side, at)
        except Illegal:
            continue
        return at
    return home  # nothing is open: where history had it, and stacking is settled at the first check


def _urgent(board: Board, unit: UnitId, side: Side) -> list[HexId]:
    """See 3.2d, 19.5: hexes that still want a unit of this kind."""
    if is_free(board):
        return unguarded(board, side)
    found: list[HexId] = []
    for sector in open_to(board.scenario, unit) if is_division(board.unit(unit)) else ():
        found += guard_missing(sector, divisions_in(board, sector.guarded, side))
    return found


def _withdraw_exposed_hqs(board: Board, table: Table, side: Side, orders: Sequence[Deploy]) -> None:
    """See 15.2/2, ruling R58: an HQ that would stand alone in an enemy zone goes to the next hex where it is safe."""
    by_order = {order.unit: order for order in orders}
    for hq in headquarters.hqs(board, side):
        if not headquarters.is_doomed(board, hq):
            continue
        if hq in by_order:
            with table.attempt(by_order[hq]):
                headquarters.check_not_exposed(board, hq, board.hex_of(hq))
        _seek_safety(board, hq, side)


def _seek_safety(board: Board, hq: UnitId, side: Side) -> None:
    here, grid = board.hex_of(hq), board.map.grid
    for at in sorted(allowed_hexes(board, hq), key=lambda h: (grid.distance(h, here), h)):
        try:
            headquarters.check_not_exposed(board, hq, at)
            check_room(board, hq, side, at)
        except Illegal:
            continue
        if not why_prohibited(board, hq, at):
            board.put(hq, at, "15.2/2", how="set-up")
            return


def _mark_crowds(board: Board, side: Side) -> None:
    """19.5/2, ruling R113: hexes that are overstacked now may stay so until they first drop to their limit."""
    for at in sorted(dict.fromkeys(board.hex_of(unit) for unit in board.on_map(side))) if is_free(board) else ():
        if counted(board, board.units_at(at, side)) > limit(board, at, side):
            board.mark_hex(at, f"crowd={side}", "19.5/2")


def sector_titles(scenario: Scenario, side: Side) -> list[str]:
    """What the order sheet says about the set-up: each sector with its numbers."""
    found = []
    for sector in sectors(scenario, side):
        counts = [f"{count} {nation} {kind}" for (nation, kind), count in sector.counts.items()]
        where = " ".join(sector.hexes) if len(sector.hexes) <= MOST_SHOWN else f"{len(sector.hexes)} of your side"
        found.append(f"{sector.title} [{sector.rule}]: {', '.join([*sector.named, *counts])}; hexes {where}")
    return found
