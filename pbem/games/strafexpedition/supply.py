"""10.0 Supply: at most ten hexes to a road or trail, and along the net to a source of the side."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition.counters import is_fortress
from pbem.games.strafexpedition.roana import MARK as BRIDGE
from pbem.games.strafexpedition.roana import is_blown
from pbem.games.strafexpedition.terrain import is_crag
from pbem.games.strafexpedition.zoc import beside_enemy, enemy_hexes, open_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import Spread, spread, trace
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId

NET = ("road", "track", "railroad")  # 3.0.railroad: a railway is a trail
EITHER = "both"  # owner of a source that serves whoever controls it
Steps = Mapping[HexId, tuple[HexId, ...]]


def net(map: Map) -> Steps:
    """3.0.railroad (see 10.2, ruling R45): for each hex on a road, track or railway where it goes on; crags or not."""
    return map.memo("net", lambda: _net(map))


def _net(map: Map) -> Steps:
    lines = [map.line_from(kind) for kind in NET]
    on_it = [hex_id for hex_id in map.grid.hexes if any(hex_id in line for line in lines)]
    return {here: tuple(dict.fromkeys(there for line in lines for there in line.get(here, ()))) for here in on_it}


def sources(board: Board, side: Side) -> tuple[HexId, ...]:
    """10.2.3, S5.sp5 (see ruling R48): the side's own sources, and 1201 while it controls that; Italy does at first."""
    map = board.map
    shared = [one for one in map.hexes_with("source", owner=EITHER) if holder(board, one) == side]
    return (*map.hexes_with("source", owner=side), *shared)


def holder(board: Board, hex_id: HexId) -> Side:
    """See 23.1, ruling R48: who controls a source that serves either side."""
    return Side(board.hex_mark(hex_id, "held") or "IT")


def supplied_road(board: Board, side: Side, cut: tuple[HexId, ...] = ()) -> dict[HexId, None]:
    """10.2.2 (see 10.4.1, rulings R16, R43, R134): the hexes of the net that a source reaches; none beside an enemy.

    No friendly unit helps there. `cut` are hexes that enemy guns interdict, for a headquarters.
    """
    closed = {**beside_enemy(board, side), **dict.fromkeys(cut)}
    open_net = [one for one in sources(board, side) if one not in closed]
    found, onward, is_cut = dict.fromkeys(open_net), net(board.map), bool(board.marked_sides(BRIDGE))
    for here in open_net:
        for there in onward.get(here, ()):
            if there not in found and there not in closed and not (is_cut and is_blown(board, here, there)):
                found[there] = None
                open_net.append(there)
    return found


def lines(board: Board, side: Side, cut: tuple[HexId, ...] = ()) -> Spread:
    """10.2 (see 10.2.1, 10.2.2): every hex whose line to a supplied road has ten hexes at most, the road's included.

    Off the road no crag may be crossed, but by the first step (`is_supplied_hex`); enemies and their zones block it,
    a zone only where no friend stands.
    """
    return spread(_roads(board, side, cut), _length(board), _open_steps(board.map), _shut(board, side))


def _length(board: Board) -> int:
    return int(board.scenario.charts["supply"]["off_road"])


def _roads(board: Board, side: Side, cut: tuple[HexId, ...]) -> dict[HexId, None]:
    owners = (board.enemy_of(side), "hex held", "side bridge")
    return board.derived(("supplied road", side, cut), owners, lambda: supplied_road(board, side, cut))


def _shut(board: Board, side: Side) -> dict[HexId, None]:
    """Where no line passes: enemies, and their zones without friends."""
    owners = (*board.scenario.sides, "side bridge")
    return board.derived(("shut", side), owners, lambda: {**enemy_hexes(board, side), **open_enemy_zone(board, side)})


def _open_steps(map: Map) -> Steps:
    return map.memo("steps without crags", lambda: _without_crags(map))


def _without_crags(map: Map) -> Steps:
    around = map.grid.neighbours
    return {here: tuple([one for one in around[here] if not is_crag(map, here, one)]) for here in map.grid.hexes}


def is_supplied_hex(board: Board, hex_id: HexId, side: Side, cut: tuple[HexId, ...] = ()) -> bool:
    """10.2.1, 11.0.4.1 (see 8.5, rulings R15, R44): whether a line can begin here; its first hexside may be a crag."""
    roads, steps, shut, length = _roads(board, side, cut), _open_steps(board.map), _shut(board, side), _length(board)
    if trace(hex_id, roads, length, steps, shut):
        return True
    over = [there for there in board.map.grid.neighbours[hex_id] if is_crag(board.map, hex_id, there)]
    return any(trace(one, roads, length - 1, steps, shut) for one in over if one not in shut)


def is_supplied(board: Board, unit: UnitId) -> bool:
    """20.4 (see 10.1): whether the unit has a line of supply; a fortress wants none."""
    counter = board.unit(unit)
    return is_fortress(counter) or is_supplied_hex(board, board.hex_of(unit), counter.side)


def out_of_supply(board: Board) -> tuple[UnitId, ...]:
    """See 4.0.5, 10.1, 10.3: the units of both sides without supply, all looked at before anybody suffers."""
    fighting = [unit for side in board.scenario.sides for unit in board.on_map(side) if board.unit(unit).type != "hq"]
    return tuple([unit for unit in fighting if not is_supplied(board, unit)])
