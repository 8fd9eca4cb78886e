"""3.4 Hex control, and the one verb with which units go from hex to hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.caporetto.counters import CP, SIDES, eliminate, is_combat_unit
from pbem.games.caporetto.fog import keep_top
from pbem.games.caporetto.headquarters import hqs_in_contact, remove_lone_hqs
from pbem.games.caporetto.morale import capture
from pbem.games.caporetto.venezia import capture_venezia
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

# -- who controls what ---------------------------------------------------------------------------------------


def home_of(map: Map, hex_id: HexId) -> str:
    """2.1 (see 3.4, ruling R100): the side on whose side of the front line of October 1917 the hex lies."""
    homes = map.memo("homes", lambda: _homes(map))
    return homes.get(hex_id, "")


def _homes(map: Map) -> dict[HexId, str]:
    return {hex_id: side for side in SIDES for hex_id in map.hexes_with(f"{side.lower()}-side")}


def controller(board: Board, hex_id: HexId) -> str:
    """3.4, ruling R100: the side that entered the hex last, at first the one on whose side of the front it lies."""
    return board.hex_mark(hex_id, "held") or home_of(board.map, hex_id)


def is_controlled_by(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 3.4: whether the hex belongs to the side."""
    return controller(board, hex_id) == side


def is_enemy_held(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 7.3, 8.1/2: whether an enemy unit of the side, an HQ too, stands in the hex."""
    enemy = board.enemy_of(side)
    return any(board.unit(unit).side == enemy for unit in board.units_at(hex_id))


def enemy_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """8.1/2 (see 7.3): all hexes with an enemy unit of the side."""
    enemy = board.enemy_of(side)
    return board.derived(("held", enemy), (enemy,), lambda: {board.hex_of(u): None for u in board.on_map(enemy)})


def friendly_hexes(board: Board, side: Side) -> dict[HexId, None]:
    """See 3.4, 7.12: all hexes that the side controls."""
    hexes = board.map.grid.hexes
    key = ("friendly", side)
    return board.derived(key, ("hex held",), lambda: {h: None for h in hexes if controller(board, h) == side})


# -- entering ------------------------------------------------------------------------------------------------


def enter(board: Board, table: Table, units: Sequence[UnitId], path: Sequence[HexId], rule: str, **about: Any) -> None:
    """See 3.4, 5.1, 10.5, 15.2/2, 15.2/4, rulings R18, R58, R100, R102: units go along a path, from their own hex on.

    Every hex on the way changes hands; lone enemy HQs that they meet are lost; a VP hex taken lifts morale.
    """
    side = board.unit(units[0]).side
    keep_top(board, units, path[-1])
    for unit in units:
        board.move(unit, path, rule, **about)
    for hex_id in path[1:]:
        for unit in units:
            _overrun(board, unit, hex_id)
        take_control(board, table, side, hex_id)
    remove_lone_hqs(board, board.enemy_of(side))
    remove_lone_hqs(board, side)


def place(board: Board, table: Table, unit: UnitId, hex_id: HexId, rule: str, **about: Any) -> None:
    """See 13.1, 3.4, 15.2/2: the unit is set down in a hex, as a reinforcement is; the hex is then its side's."""
    keep_top(board, (unit,), hex_id)
    board.put(unit, hex_id, rule, **about)
    _overrun(board, unit, hex_id)
    take_control(board, table, board.unit(unit).side, hex_id)


def _overrun(board: Board, unit: UnitId, hex_id: HexId) -> None:
    """15.2/3, 15.2/4 (see 15.2/2): HQs without troops that a combat unit meets are eliminated."""
    if is_combat_unit(board.unit(unit)):
        for hq in hqs_in_contact(board, unit, hex_id):
            eliminate(board, hq, "15.2/2", why=f"alone when {unit} came into contact", by=unit)


def take_control(board: Board, table: Table, side: Side, hex_id: HexId) -> None:
    """See 3.4, 10.5, 5.1, rulings R18, R100: the hex is the side's now; only a change of hands is a capture."""
    if controller(board, hex_id) == side:
        return
    if home_of(board.map, hex_id) == side:
        board.unmark_hex(hex_id, "held", "3.4")
    else:
        board.mark_hex(hex_id, f"held={side}", "3.4")
    if board.map.has(hex_id, "vp"):
        capture(board, side, hex_id)
    if side == CP and hex_id == board.scenario.charts["victory"]["sudden_death_hex"]:
        capture_venezia(board, table)
