"""10.0 Supply: at most ten hexes to a road or trail, and along the net to a source of the side."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition.counters import is_fortress
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.roana import MARK as BRIDGE
from pbem.games.strafexpedition.roana import is_blown
from pbem.games.strafexpedition.terrain import crags
from pbem.games.strafexpedition.zoc import beside_area, enemy_area, in_or_under, open_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, Ways, flood
from pbem.kernel.ground.hexes import HexId, Hexside, hexside
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId

NET = ("road", "track", "railroad")  # 3.0.railroad: a railway is a trail
EITHER = "both"  # owner of a source that serves whoever controls it
Steps = Mapping[HexId, tuple[HexId, ...]]


def net(map: Map) -> Steps:
    """3.0.railroad (see 10.2, ruling R45): for each hex on a road, track or railway where it goes on; crags or not."""
    return map.memo("net", lambda: _net(map))


def _net(map: Map) -> Steps:
    found: dict[HexId, tuple[HexId, ...]] = {}
    for (here, there), features in map.along.items():
        for feature in features:
            if feature.name in NET:
                found[here] = (*found.get(here, ()), there)
                break
    return found


def net_area(map: Map) -> Area:
    """See 3.0.railroad: every hex of the net."""
    return map.memo("net area", lambda: map.areas.of(net(map)))


def sources(board: Board, side: Side) -> tuple[HexId, ...]:
    """10.2.3, S5.sp5 (see ruling R48): the side's own sources, and 1201 while it controls that; Italy does at first."""
    map = board.map
    shared = [one for one in map.hexes_with("source", owner=EITHER) if holder(board, one) == side]
    return (*map.hexes_with("source", owner=side), *shared)


def holder(board: Board, hex_id: HexId) -> Side:
    """See 23.1, ruling R48: who controls a source that serves either side."""
    return Side(board.hex_mark(hex_id, "held") or "IT")


def supplied_road(board: Board, side: Side, cut: Area = 0) -> Area:
    """10.2.2 (see 10.4.1, rulings R16, R43, R134): the hexes of the net that a source reaches; none beside an enemy.

    No friendly unit helps there. By an option only zones of control count. `cut` are hexes that enemy guns interdict,
    for a headquarters.
    """
    owners = (board.enemy_of(side), "hex held", "side bridge")
    return board.derived(("supplied road", side, cut), owners, lambda: _supplied_road(board, side, cut))


def _supplied_road(board: Board, side: Side, cut: Area) -> Area:
    by_zones = chosen(board, "road-supply") == "zones"
    closed = cut | (in_or_under(board, side) if by_zones else beside_area(board, side))
    begin = board.map.areas.of(sources(board, side)) & ~closed
    return flood(begin, len(net(board.map)), _roads(board), closed) & ~closed


def _roads(board: Board) -> Ways:
    """The net as it stands today: where the bridge is down its road is cut."""
    blown = tuple(side for side in board.marked_sides(BRIDGE) if is_blown(board, *side))
    return board.map.memo(("roads", blown), lambda: _roads_without(board.map, blown))


def _roads_without(map: Map, blown: tuple[Hexside, ...]) -> Ways:
    onward = net(map)
    if blown:
        onward = {a: tuple([b for b in beyond if hexside(a, b) not in blown]) for a, beyond in onward.items()}
    return map.areas.ways_of(onward)


def supplied(board: Board, side: Side, cut: Area = 0) -> Area:
    """10.2, 10.2.1, 11.0.4.1 (see 8.5, 10.2.2, rulings R15, R44): every hex in which a line of supply can begin.

    It has ten hexes to a supplied road at most, the road's included. Enemies and their zones block it, a zone only
    where no friend stands; so does a crag, but not as its first hexside.
    """
    owners = (*board.scenario.sides, "hex held", "side bridge")
    return board.derived(("supplied", side, cut), owners, lambda: _supplied(board, side, cut))


def _supplied(board: Board, side: Side, cut: Area) -> Area:
    roads, shut, length = supplied_road(board, side, cut), _shut(board, side), _length(board)
    ground, crags = _off_road(board.map)
    one_short = flood(roads, length - 1, ground, shut)
    return one_short | ground.widen(one_short & ~shut) | crags.widen(one_short & ~shut)


def _length(board: Board) -> int:
    return int(board.scenario.charts["supply"]["off_road"])


def _shut(board: Board, side: Side) -> Area:
    """Where no line passes: enemies, and their zones without friends."""
    owners = (*board.scenario.sides, "side bridge")
    return board.derived(("shut", side), owners, lambda: enemy_area(board, side) | open_enemy_zone(board, side))


def _off_road(map: Map) -> tuple[Ways, Ways]:
    """All steps that cross no crag, and those that do."""
    return map.memo("steps off the road", lambda: _by_crags(map))


def _by_crags(map: Map) -> tuple[Ways, Ways]:
    shut = [(here, there) for here, beyond in crags(map).items() for there in beyond]
    return map.areas.ways(shut), map.areas.ways_of(crags(map))


def is_supplied_hex(board: Board, hex_id: HexId, side: Side, cut: Area = 0) -> bool:
    """See 10.2.1, 8.5: whether a line of supply can begin here."""
    return bool(supplied(board, side, cut) & board.map.areas.bit[hex_id])


def is_supplied(board: Board, unit: UnitId) -> bool:
    """20.4 (see 10.1): whether the unit has a line of supply; a fortress wants none."""
    counter = board.unit(unit)
    return is_fortress(counter) or is_supplied_hex(board, board.hex_of(unit), counter.side)


def out_of_supply(board: Board) -> tuple[UnitId, ...]:
    """See 4.0.5, 10.1, 10.3: the units of both sides without supply, all looked at before anybody suffers."""
    fighting = [unit for side in board.scenario.sides for unit in board.on_map(side) if board.unit(unit).type != "hq"]
    return tuple([unit for unit in fighting if not is_supplied(board, unit)])
