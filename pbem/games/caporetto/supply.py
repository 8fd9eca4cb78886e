"""14.0 Supply: lines, sources, and the check at the end of a segment."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto.control import controller, enemy_hexes, is_controlled_by
from pbem.games.caporetto.counters import SIDES
from pbem.games.caporetto.counters import is_out_of_supply as is_out_of_supply
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.terrain import AS_ALPINE, WATER, ground, is_winter
from pbem.games.caporetto.zoc import controlled_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import Spread, spread
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

NO_LINE = ("alpine", *WATER)
ANY_LENGTH = 1000  # 14.1: more hexes than any map has in a row

# -- sources -------------------------------------------------------------------------------------------------


def sources(map: Map, side: Side) -> tuple[HexId, ...]:
    """14.2/2 (see 14.2): the source hexes of the side; for the Allies those of the west edge among them."""
    return (*map.hexes_with("source", owner=side), *map.hexes_with("west-edge", owner=side))


def usable_sources(board: Board, side: Side) -> tuple[HexId, ...]:
    """14.2, ruling R65: the sources that the enemy neither holds nor controls."""
    held = enemy_hexes(board, side)
    return tuple([h for h in sources(board.map, side) if is_controlled_by(board, h, side) and h not in held])


# -- lines ---------------------------------------------------------------------------------------------------


def lines(board: Board, side: Side) -> Spread:
    """See 14.1, 14.1/2, 7.9, rulings R64, R65, R66, R120: every hex that reaches a source of the side, with its line.

    Enemy units, enemy zones (friends negate none), alpine and all-sea hexes block; the hex that asks does not.
    """
    owners = (side, board.enemy_of(side), "hex held")
    key = ("supply", side, is_winter(board))  # zones depend on the winter
    return board.derived(key, owners, lambda: _lines(board, side))


def _lines(board: Board, side: Side) -> Spread:
    barred = enemy_hexes(board, side) | no_line(board)
    burden = controlled_hexes(board, board.enemy_of(side))
    return spread(usable_sources(board, side), ANY_LENGTH, board.map.grid.neighbours, barred, burden)


def no_line(board: Board) -> dict[HexId, None]:
    """TEC.alpine (see 7.9, 14.1/2, rulings R45, R66): hexes through which no line passes: alpine and all-sea ones."""
    map, closed = board.map, list(NO_LINE)
    if chosen(board, "dominant-entry") == AS_ALPINE:
        closed.append("dominant")
    return map.memo(("no line", *closed), lambda: {h: None for h in map.grid.hexes if ground(map, h) in closed})


def has_line(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 14.1, 7.12/2, 13.2/3, 13.3/2, ruling R67: whether a unit of the side in this hex could trace supply now."""
    return hex_id in lines(board, side).distance


def supply_line(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """14.1: the hexes from the unit to its source, both included; empty where it has none."""
    side = board.unit(unit).side
    if not board.is_on_map(unit) or not has_line(board, board.hex_of(unit), side):
        return ()
    return lines(board, side).line(board.hex_of(unit))


# -- the Supply Sub-phase ------------------------------------------------------------------------------------


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """15.2 (see 14.3, ruling R63): the units of the player whose segment ends are marked or cleared; HQs too."""
    checked = (side,) if chosen(board, "supply-check") == "phasing" else (side, board.enemy_of(side))
    for owner in checked:
        mark_supply(board, owner)


def mark_supply(board: Board, side: Side) -> None:
    """14.3: the out-of-supply markers of one side, as the lines run now."""
    for unit in board.on_map(side):
        if has_line(board, board.hex_of(unit), side):
            board.unmark(unit, "oos", "14.3")
        else:
            board.mark(unit, "oos", "14.3")
    cut_off = [unit for unit in board.on_map(side) if is_out_of_supply(board, unit)]
    board.note("supply", "14.3", side=side, out_of_supply=cut_off)


# -- why not -------------------------------------------------------------------------------------------------


def why_no_line(board: Board, hex_id: HexId, side: Side) -> tuple[str, str]:
    """14.1/2 (see 14.2, 7.9): the rule that cuts the hex off, and what is in the way."""
    if not usable_sources(board, side):
        return "14.2", f"the {SIDES[side]} have no supply source left: {_lost(board, side)}"
    steps, homes = board.map.grid.neighbours, usable_sources(board, side)
    enemies, high = enemy_hexes(board, side), no_line(board)
    if hex_id not in spread(homes, ANY_LENGTH, steps, high).distance:
        return "7.9", "alpine hexes or the sea lie across every line"
    if hex_id in spread(homes, ANY_LENGTH, steps, enemies | high).distance:
        return "14.1/2", "enemy zones of control cut every line; friendly units do not negate them"
    return "14.1/2", "enemy units stand on every line"


def _lost(board: Board, side: Side) -> str:
    named: Sequence[str] = [f"{board.map.called(h)}: {controller(board, h)}" for h in sources(board.map, side)]
    return ", ".join(named) or "the map has none"
