"""11.0 What a step costs, in half movement points: ground, hexsides, slopes, roads, crags and enemy zones."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import combat_units, is_battery, is_fortress, is_hq, is_mountain
from pbem.games.strafexpedition.roana import MARK as BRIDGE
from pbem.games.strafexpedition.roana import is_blown
from pbem.games.strafexpedition.terrain import is_crag, is_high_mountain, is_town, is_wooded, levels, rise
from pbem.games.strafexpedition.zoc import controlled
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId, Hexside, hexside
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario
from pbem.values import NamedTuple

HALVES = 2  # of a movement point
LINES = ("road", "track", "railroad")  # the best first


class Cost(NamedTuple):
    """The price of a step: half points, or the whole allowance."""

    halves: int
    is_everything: bool = False


def grounds(scenario: Scenario) -> Mapping[HexId, int]:
    """See 11.0.2: the ground of each hex by itself."""
    return scenario.memo("ground", lambda: ByHex(lambda one: _ground(scenario, one)))


def _ground(scenario: Scenario, hex_id: HexId) -> int:
    chart, map = scenario.charts["movement"], scenario.map
    if is_town(map, hex_id):
        return int(chart["town"])
    if is_high_mountain(map, hex_id):
        return int(chart["high_mountain"])
    return int(chart["woods" if is_wooded(map, hex_id) else "clear"])


def across(scenario: Scenario, a: HexId, b: HexId) -> int:
    """11.0.2 (see 11.0.8, ruling R33): the ground of the hex, the hexside, and every level that the step climbs."""
    chart, map = scenario.charts["movement"], scenario.map
    river = int(chart["river"]) if map.crosses(a, b, "river") else 0
    return grounds(scenario)[b] + river + rise(map, a, b) * int(chart["upslope"])


def along(scenario: Scenario, a: HexId, b: HexId) -> int | None:
    """See 11.0.5, 3.0.railroad: the rate of the best road or track between two hexes, if there is one."""
    names = [feature.name for feature in scenario.map.along.get((a, b), ())]
    return next((int(scenario.charts["movement"][kind]) for kind in LINES if kind in names), None)


class Printed(NamedTuple):
    """A step as the map has it: the rate of a road, if one leads there; the price over the ground; a crag or none."""

    there: HexId
    rate: int | None
    ground: int
    is_crag: bool


def printed(scenario: Scenario) -> Mapping[HexId, tuple[Printed, ...]]:
    """See 11.0.2, 11.0.4, 11.0.5: the steps out of each hex as the map has them; no unit has a say in it."""
    return scenario.memo("printed", lambda: ByHex(_printer(scenario)))


def _printer(scenario: Scenario) -> Callable[[HexId], tuple[Printed, ...]]:
    """What most steps need is looked up before the first; what lies on hexsides only where something does."""
    chart, map = scenario.charts["movement"], scenario.map
    river, climb, on_side = int(chart["river"]), int(chart["upslope"]), map.on_side
    costs, heights, neighbours = grounds(scenario), levels(map), map.grid.neighbours

    def step(a: HexId, b: HexId) -> Printed:
        price = costs[b] + max(0, heights[b] - heights[a]) * climb
        rate = along(scenario, a, b) if (a, b) in map.along else None
        if (a, b) not in on_side:
            return Printed(b, rate, price, is_crag=False)
        return Printed(b, rate, price + (river if map.crosses(a, b, "river") else 0), is_crag(map, a, b))

    return lambda a: tuple([step(a, b) for b in neighbours[a]])


class Prices(NamedTuple):
    """A step by road, if one leads there, and over the ground, if it does not forbid it."""

    road: int | None
    ground: Cost | None


class Obstacles(NamedTuple):
    """What makes steps dearer for a side today: enemy zones, and a bridge that is down."""

    zones: Mapping[HexId, None]
    blown: tuple[Hexside, ...]
    leaving: int  # what it costs to leave a zone


def obstacles(board: Board, side: Side) -> Obstacles:
    """See 11.1.1, S5.sp6: as the board stands."""
    blown = tuple([one for one in board.marked_sides(BRIDGE) if is_blown(board, *one)])
    leaving = int(board.scenario.charts["movement"]["leaving"])
    return Obstacles(controlled(board, board.enemy_of(side)), blown, leaving)


def prices(today: Obstacles, climbs: bool, a: HexId, step: Printed) -> Prices:
    """See 11.0.4, 11.0.5, 11.1.1, rulings R111, R133: what a step costs, as far as own units have no say in it."""
    there, rate, ground, is_steep = step
    leaving = today.leaving if a in today.zones else 0
    if rate is not None and today.blown and hexside(a, there) in today.blown:
        rate = None
    if is_steep and rate is None:
        return Prices(None, Cost(0, is_everything=True) if climbs else None)
    is_free = rate is not None and there not in today.zones
    return Prices((rate or 0) + leaving if is_free else None, Cost(ground + leaving))


def has_friends(board: Board, unit: UnitId, hex_id: HexId) -> bool:
    """See 12.4, ruling R187: whether another unit of the side stands in the hex; fortresses do not count."""
    there = board.units_at(hex_id)
    return bool(there) and any(not is_fortress(board.unit(one)) for one in _others(board, unit, hex_id))


def _others(board: Board, unit: UnitId, hex_id: HexId) -> list[UnitId]:
    return [one for one in combat_units(board, hex_id, board.unit(unit).side) if one != unit]


def step(board: Board, unit: UnitId, a: HexId, b: HexId, is_stack: bool = False) -> Cost:
    """11.0.4, 11.0.5, 11.1.1, 12.4 (see rulings R111, R133): what it costs the unit to go from hex to hex.

    The rate of a road counts outside enemy zones, for a unit that moves alone into a hex without friends, fortresses
    apart (ruling R187); it takes no notice of other terrain, crags included. Over a crag mountain infantry pays all it
    has, and nothing besides.
    """
    counter = board.unit(unit)
    way = next(one for one in printed(board.scenario)[a] if one.there == b)
    found = prices(obstacles(board, counter.side), is_mountain(counter), a, way)
    if found.road is not None and not is_stack and not has_friends(board, unit, b):
        return Cost(found.road)
    if found.ground is None:
        why = f"{unit} cannot cross the crag between {a} and {b}"
        raise Illegal("11.0.4", why, found=counter.type, wanted="mountain infantry", advice="go around, or by road")
    return found.ground


def spend(board: Board, unit: UnitId, path: tuple[HexId, ...], allowance: int, is_stack: bool = False) -> int:
    """11.0.3, 11.0.6 (see 11.0.1, 19.4): the half points left after a path; it is refused where they do not suffice."""
    left = allowance * HALVES
    for a, b in itertools.pairwise(path):
        check_entry(board, unit, b)
        cost = step(board, unit, a, b, is_stack)
        wanted = allowance * HALVES if cost.is_everything else cost.halves
        if wanted > left:
            rule = "11.0.4" if cost.is_everything else "11.0.3"
            why = f"{unit} has not enough movement points to go from {a} to {b}"
            raise Illegal(rule, why, found=points(left), wanted=points(wanted), advice=f"let it stop in {a}")
        left -= wanted
    return left


def check_entry(board: Board, unit: UnitId, hex_id: HexId) -> None:
    """See 11.0.6, 19.4, 25.1: refuses a hex that enemies hold, other than artillery and headquarters.

    Below guns that lie on top there is no infantry, whoever cannot be seen there.
    """
    enemies = board.units_at(hex_id, board.enemy_of(board.unit(unit).side))
    fighting = [one for one in enemies if _holds(board, one)]
    if fighting:
        why = f"the enemy holds {hex_id}"
        raise Illegal("11.0.6", why, found=", ".join(fighting), wanted="no enemy but artillery", advice="assault it")


def held(board: Board, side: Side) -> Mapping[HexId, None]:
    """See 11.0.6: every hex that `check_entry` refuses to a side."""
    enemy = board.enemy_of(side)
    return board.derived(("held", side), (enemy,), lambda: _held(board, enemy))


def _held(board: Board, enemy: Side) -> dict[HexId, None]:
    return dict.fromkeys(board.hex_of(unit) for unit in board.on_map(enemy) if _holds(board, unit))


def _holds(board: Board, unit: UnitId) -> bool:
    counter = board.unit(unit)
    return not is_battery(counter) and not is_hq(counter) and not is_stand_in(unit)


def points(halves: int) -> str:
    """Half points as players write them: 3, 2 1/2, 1/2."""
    whole, half = divmod(halves, HALVES)
    return f"{whole or ''}{' ' if whole and half else ''}{'1/2' if half else ''}" or "0"
