"""5.4 Terrain Effects Chart, as far as it prices movement, with 16.0/5.4 (ridges) and 18.0 (rivers)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from pbem.games.gwe.counters import tcr
from pbem.games.gwe.monitor import water_exits
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits
from pbem.kernel.ground.terrain import ByHex, Feature, Map
from pbem.kernel.pieces import Unit
from pbem.kernel.scenario import Scenario

PROHIBITED = "prohibited"
Charts = Mapping[str, Any]


def exits(scenario: Scenario, mover: Unit) -> Exits[HexId]:
    """5.16, 5.4.swamp, 5.4.mountain (see 5.12, 5.4.clear, 5.4.blocked, 5.4.water): what each step out of a hex costs.

    Units that pay the same prices share one table: prices depend on ridges (type), rivers (side) and TCR alone.
    """
    return scenario.memo(("exits", mover.id), lambda: _exits_of(scenario, mover))


def _exits_of(scenario: Scenario, mover: Unit) -> Exits[HexId]:
    if mover.type == "monitor":
        return water_exits(scenario.map)
    ridge = ridge_price(scenario.charts, mover)
    return scenario.map.memo(prices_of(scenario, mover), lambda: _exits(scenario.map, scenario.charts, mover, ridge))


def prices_of(scenario: Scenario, mover: Unit) -> tuple[object, ...]:
    """See 5.16: what tells one table of prices from another; the Monitor goes by water."""
    ridge = None if mover.type == "monitor" else ridge_price(scenario.charts, mover)
    return "exits", mover.type == "monitor", ridge, mover.side, tcr(mover)


def _exits(map: Map, charts: Charts, mover: Unit, ridge: int | None) -> ByHex[tuple[tuple[HexId, int], ...]]:
    rating = tcr(mover)
    ground = map.memo(("ground", rating), lambda: ByHex(lambda h: ground_price(map, charts, h, rating)))
    crossings: dict[tuple[Feature, ...], int | None] = {(): 0}  # there are few kinds of hexsides

    def row(here: HexId) -> tuple[tuple[HexId, int], ...]:
        found = []
        for there in map.grid.neighbours[here]:
            price, features = ground[there], map.on_side.get((here, there), ())
            if features not in crossings:
                crossings[features] = _crossing_price(features, charts["hexside"], mover, ridge)
            more = crossings[features]
            if price is not None and more is not None:
                found.append((there, price + more))
        return tuple(sorted(found, key=itemgetter(1)))  # cheapest first, as `reach` wants them

    return ByHex(row)


def ground_price(map: Map, charts: Charts, hex_id: HexId, rating: int) -> int | None:
    """5.4.clear, 5.4.town, 5.4.city, 5.4.trench, 5.4.fortress (see 5.12, ruling D3): the hex alone, if not
    prohibited."""
    rows = charts["terrain"]
    name = map.base[hex_id]
    if rows[name]["mp"] == PROHIBITED:
        return None
    for built in ("fortress", "city"):  # both lie over the ground; a town does not
        if map.has(hex_id, built):
            name = built
            break
    trench = rows["trench"]["mp_add"] if map.has(hex_id, "trench") else 0
    return int(rows[name]["mp"][rating - 1]) + int(trench)


def _crossing_price(features: Sequence[Feature], rows: Charts, mover: Unit, ridge: int | None) -> int | None:
    """16.0/5.4a (see 5.4.blocked, 16.0/5.4b, 18.1, 18.2, ruling D1): what lies on the hexside comes on top."""
    price = 0
    for feature in features:
        if feature.name == "impassable" or (feature.name == "ridge" and ridge is None):
            return None
        if feature.name == "ridge" and ridge is not None:
            price += ridge
        elif feature.name in ("river", "major-river"):
            price += river_price(rows[feature.name], feature, mover)
    return price


def river_price(row: Charts, feature: Feature, mover: Unit) -> int:
    """18.1, 18.2: one for a minor river; major ones are harder for the Central Powers, two of them more so."""
    is_named = feature.get("name") in row.get("named", ())
    return int(row["mp_named" if is_named else "mp"][mover.side])


def ridge_price(charts: Charts, mover: Unit) -> int | None:
    """16.0/5.4b, ruling D2: +1 for Alpine units, +2 for the others, no way at all for guns and depots."""
    price = charts["hexside"]["ridge"]["mp"].get(mover.type, 2)
    return None if price == PROHIBITED else int(price)


def edge(scenario: Scenario) -> tuple[HexId, ...]:
    """The land hexes at the edge of the map."""
    rows, map = scenario.charts["terrain"], scenario.map
    brink = (hex_id for hex_id in map.grid.hexes if len(map.grid.neighbours[hex_id]) < 6)
    return map.memo("edge", lambda: tuple(h for h in brink if rows[map.base[h]]["mp"] != PROHIBITED))
