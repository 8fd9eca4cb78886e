"""12 What a step costs, in half points: levels, roads and trails, trenches, streams, the Isonzo."""

from __future__ import annotations

from pbem.games.durchbruch.bridges import carries_guns, is_closed_trench, is_shut, opens, stands
from pbem.games.durchbruch.counters import is_gun, is_hq, is_mountain
from pbem.games.durchbruch.ground import (
    LEVELS,
    STREAM,
    is_across_the_isonzo,
    is_trench_of,
    level,
    trenches,
    ways_from,
)
from pbem.games.durchbruch.marks import BRIDGE, PASSAGE, PONTOON
from pbem.games.durchbruch.passages import has_passage
from pbem.games.durchbruch.stacking import ROCK, may_enter_rock
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple

WHOLE, HALF = 2, 1  # a movement point in half points
ALL = 99  # the price of a hex that takes the whole allowance (12.1-b)
Row = tuple[tuple[HexId, int], ...]


class Mover(NamedTuple):
    """What of a unit matters to prices."""

    side: Side
    is_mountain: bool
    may_climb: bool
    is_gun: bool
    is_hq: bool


def mover(board: Board, unit: UnitId) -> Mover:
    """See 2.2-1, 4.1.2-c: the unit as the prices see it."""
    counter = board.unit(unit)
    return Mover(counter.side, is_mountain(counter), may_enter_rock(counter), is_gun(counter), is_hq(counter))


def exits(board: Board, who: Mover) -> Exits[HexId]:
    """See 12-b: the price of every step out of every hex, worked out when it is asked for."""
    is_open = board.turn >= opens(board)
    owners = (f"hex {PASSAGE}", f"side {BRIDGE}", f"side {PONTOON}")
    return board.derived(("exits", who, is_open), owners, lambda: _exits(board.copy(), who))


def _exits(board: Board, who: Mover) -> ByHex[Row]:
    """On a copy: what is asked later must not depend on what has changed by then."""
    return ByHex(lambda here: _row(board, who, here))


def _row(board: Board, who: Mover, here: HexId) -> Row:
    prices = [(there, price(board, who, here, there)) for there in board.map.grid.neighbours[here]]
    found = [(there, cost) for there, cost in prices if cost is not None]
    return tuple(sorted(found, key=lambda step: step[1]))


def price(board: Board, who: Mover, here: HexId, there: HexId) -> int | None:
    """1.3.1-a (see 1.3.4-a, 12.1-a, 12.2-a, ruling R138): one step, or no way."""
    if is_closed_trench(board, who.side, there) or is_shut(board, who.side, here, there):
        return None
    rate = way_rate(board, who, here, there)
    if not _may_stand(board, who, there, on_way=rate is not None):
        return None
    if who.is_gun:
        return _gun_price(board, who, here, there, rate)
    if rate is None:
        water = 0 if is_bridged(board, here, there) else _water_price(board, here, there)
        return _hex_price(board, who, here, there) + water
    return rate


def _may_stand(board: Board, who: Mover, there: HexId, *, on_way: bool) -> bool:
    """2.2-2, 2.5.5.2 (see 4.1.2-c, ruling R96): rock is for mountain and special units, for an HQ on roads alone."""
    return level(board.map, there) < ROCK or who.may_climb or (who.is_hq and on_way)


def way_rate(board: Board, who: Mover, here: HexId, there: HexId) -> int | None:
    """See 12.1-a, 1.3.1-a, rulings R32, R133 and R138: half a point along a road, one along a trail, which bridge
    streams; nothing where none runs, a bridge is blown, or an enemy trench lies ahead."""
    if is_across_the_isonzo(board.map, here, there) and not stands(board, here, there):
        return None
    if is_trench_of(board.map, there, board.enemy_of(who.side)):
        return None
    if there in board.map.line_from("road").get(here, ()):
        return HALF
    return WHOLE if there in board.map.line_from("trail").get(here, ()) else None


def _hex_price(board: Board, who: Mover, here: HexId, there: HexId) -> int:
    """12.2-b, 2.2-1 (see 12.2-a, 2.5.2.3-b, rulings R83 and R97): along a trench or through a passage one point, into
    an enemy trench two, into an own one one; else by the level, for mountain troops one less on level 3."""
    map, terrain = board.map, board.scenario.charts["terrain"]
    trench = terrain["trench"]
    if any(line in trenches(map, there) for line in trenches(map, here)):
        return int(trench["mp_along"]) * WHOLE
    if has_passage(board, there, who.side):
        return int(trench["mp_passage"]) * WHOLE
    if trenches(map, there):
        is_own = is_trench_of(map, there, who.side)
        return int(trench["mp_friendly" if is_own else "mp_enemy"]) * WHOLE
    row = terrain[LEVELS[level(map, there) - 1]]
    return int(row.get("mp_mountain", row["mp"]) if who.is_mountain else row["mp"]) * WHOLE


def _water_price(board: Board, here: HexId, there: HexId) -> int:
    """1.3.4-a, ruling R32: three points more over the Isonzo without a bridge, one over a stream."""
    rows = board.scenario.charts["hexside"]
    if is_across_the_isonzo(board.map, here, there):
        return 0 if stands(board, here, there) else int(rows["isonzo"]["mp_add"]) * WHOLE
    return int(rows["stream"]["mp_add"]) * WHOLE if board.map.crosses(here, there, STREAM) else 0


def is_bridged(board: Board, here: HexId, there: HexId) -> bool:
    """See 12.1-a, ruling R133: whether a road or trail leads across, over streams and over a bridge that stands."""
    if is_across_the_isonzo(board.map, here, there) and not stands(board, here, there):
        return False
    return there in ways_from(board.map).get(here, ())


def _gun_price(board: Board, who: Mover, here: HexId, there: HexId, rate: int | None) -> int | None:
    """12.1-b, 4.1.1-b, 4.1.2-b, rulings R138 and R139: guns keep to roads and trails, through trenches too, or take all
    their points for one hex on levels 1 and 2; over water on bridges alone."""
    map = board.map
    is_on_way = is_bridged(board, here, there)
    if is_across_the_isonzo(map, here, there):
        if not carries_guns(board, here, there):
            return None
    elif not is_on_way and map.crosses(here, there, STREAM):
        return None
    if is_on_way:
        return rate if rate is not None else _hex_price(board, who, here, there)
    return ALL if level(map, there) <= 2 else None


def terrain_price(board: Board, who: Mover, here: HexId, there: HexId) -> int | None:
    """12.3.4: what the target of an automatic victory costs: no road and no trail helps."""
    if price(board, who, here, there) is None:
        return None
    return _hex_price(board, who, here, there) + _water_price(board, here, there)


def shown(half_points: int) -> int | str:
    """Half points as players write movement points: 3, or 2.5."""
    whole, half = divmod(half_points, WHOLE)
    return f"{whole}.5" if half else whole
