"""7.7 to 7.11 and the Terrain Effects Chart: what each step costs. Prices are in half movement points, for the rail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.caporetto.control import friendly_hexes
from pbem.games.caporetto.counters import is_hq, is_mountain
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.terrain import (
    LAKE,
    ground,
    has_rail,
    is_bridge,
    is_open_ground,
    is_raining,
    is_winter,
    stops_hqs,
    terrains,
)
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits
from pbem.kernel.ground.terrain import ByHex, Map
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple

HALF = 1  # 7.8: a railroad hex
WHOLE = 2  # one movement point
ALL = "all"
Step = tuple[HexId, int]
Steps = tuple[Step, ...]


class Mover(NamedTuple):
    """What of a unit decides its prices: units that have these in common share one table."""

    side: Side
    is_mountain: bool
    is_hq: bool
    may_ride: bool  # ruling R41: an HQ in support mode may not use the rail
    points: int  # half points of its whole allowance: what an alpine or dominant hex costs


class Sky(NamedTuple):
    """7.11: the weather of the turn, and who may enter dominant terrain (ruling R45)."""

    in_winter: bool
    in_rain: bool
    dominant_entry: str


def mover(board: Board, unit: UnitId, points: int) -> Mover:
    """The unit as its prices see it, with this many half points in all."""
    counter = board.unit(unit)
    may_ride = not is_hq(counter) or not board.is_marked(unit, "support")
    return Mover(counter.side, is_mountain(counter), is_hq(counter), may_ride, points)


def exits(board: Board, who: Mover) -> Exits[HexId]:
    """See 7.7, 7.8, 7.9, 7.10, 7.11, 7.11/2, 7.11/3: what each step out of each hex costs; closed steps are left
    out."""
    sky = Sky(is_winter(board), is_raining(board), chosen(board, "dominant-entry"))
    return board.derived(("exits", who, sky), ("hex held",), lambda: _exits(board, who, sky))


def _exits(board: Board, who: Mover, sky: Sky) -> ByHex[Steps]:
    """Control tells only at bridges: all other rows are the same as long as the map is."""
    map, charts, bridges = board.map, board.scenario.charts, bridge_hexes(board.map)
    friendly = friendly_hexes(board, who.side)  # as control now is: this table ends when it changes
    fixed = map.memo(("exits", who, sky), lambda: ByHex(lambda h: _row(map, charts, who, sky, {}, h)))
    return ByHex(lambda h: _row(map, charts, who, sky, friendly, h) if h in bridges else fixed[h])


def _row(
    map: Map, charts: Mapping[str, Any], who: Mover, sky: Sky, friendly: Mapping[HexId, None], here: HexId
) -> Steps:
    prices = [(there, price(map, charts, who, sky, friendly, here, there)) for there in map.grid.neighbours[here]]
    found = [(there, cost) for there, cost in prices if cost is not None]
    return tuple(sorted(found, key=lambda step: step[1]))  # cheapest first, as `reach` wants them


def bridge_hexes(map: Map) -> dict[HexId, None]:
    """7.8/2: all hexes from which a bridge leads."""
    sides = map.on_side
    return map.memo("bridge hexes", lambda: {a: None for a, b in sides if is_bridge(map, a, b)})


def price(
    map: Map,
    charts: Mapping[str, Any],
    who: Mover,
    sky: Sky,
    friendly: Mapping[HexId, None],
    here: HexId,
    there: HexId,
) -> int | None:
    """7.8, TEC.bridge (see 7.7, 7.8/2, 7.9, 7.10, 7.11/2, TEC.rail, TEC.river, rulings R39 to R41): one step, or no
    way."""
    if map.crosses(here, there, LAKE):
        return None
    if not is_open_ground(ground(map, there), who.is_mountain, sky.in_winter, sky.dominant_entry):
        return None
    if who.is_hq and stops_hqs(map, here, there, sky.in_winter):
        return None
    on_rail, on_river = has_rail(map, here, there), map.crosses(here, there, "river")
    is_ride = on_rail and who.may_ride
    # The hex that a unit leaves is its own by 3.4: a bridge needs only the far one to be friendly.
    river = river_price(charts, sky) if on_river and not (on_rail and there in friendly) else 0
    rows = [charts["terrain"][name] for name in terrains(map, there)]
    if not is_ride and any(row["mp"] == ALL for row in rows):
        return max(who.points, WHOLE)
    return river + (HALF if is_ride else hex_price(rows, sky))


def hex_price(rows: Sequence[Mapping[str, Any]], sky: Sky) -> int:
    """TEC.clear, TEC.rough (see 7.7/2, 7.11, 7.11/3, TEC.mountain, TEC.marsh, TEC.town, ruling R42): the highest
    counts."""
    return max(_terrain_price(row, sky) for row in rows)


def _terrain_price(row: Mapping[str, Any], sky: Sky) -> int:
    points = int(row["mp"])
    if sky.in_winter:
        points = int(row.get("mp_winter", points))
    if sky.in_rain:
        points = int(row.get("mp_rain", points))
    return points * WHOLE


def river_price(charts: Mapping[str, Any], sky: Sky) -> int:
    """7.10, TEC.river (see 7.11, ruling R40): one point on top, two in winter."""
    row = charts["hexside"]["river"]
    return int(row["mp_add_winter" if sky.in_winter else "mp_add"]) * WHOLE


def shown(half_points: int) -> int | str:
    """Half points as players write movement points: 3, or 2.5."""
    whole, half = divmod(half_points, WHOLE)
    return f"{whole}.5" if half else whole
