"""11.0 What a step costs, in half movement points: ground, hexsides, slopes, roads, crags and enemy zones."""

from __future__ import annotations

import itertools

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import combat_units, is_battery, is_fortress, is_mountain
from pbem.games.strafexpedition.roana import is_blown
from pbem.games.strafexpedition.terrain import is_crag, is_high_mountain, is_town, is_wooded, rise
from pbem.games.strafexpedition.zoc import is_in_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario
from pbem.values import NamedTuple

HALVES = 2  # of a movement point
LINES = ("road", "track", "railroad")  # the best first


class Cost(NamedTuple):
    """The price of a step: half points, or the whole allowance."""

    halves: int
    is_everything: bool = False


def ground(scenario: Scenario, hex_id: HexId) -> int:
    """See 11.0.2: the ground of a hex by itself."""
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
    return ground(scenario, b) + river + rise(map, a, b) * int(chart["upslope"])


def along(scenario: Scenario, a: HexId, b: HexId) -> int | None:
    """See 11.0.5, 3.0.railroad: the rate of the best road or track between two hexes, if there is one."""
    names = [feature.name for feature in scenario.map.along.get((a, b), ())]
    return next((int(scenario.charts["movement"][kind]) for kind in LINES if kind in names), None)


class Prices(NamedTuple):
    """A step by road, if one leads there, and over the ground, if it does not forbid it."""

    road: int | None
    ground: Cost | None


def prices(board: Board, side: Side, climbs: bool, a: HexId, b: HexId) -> Prices:
    """See 11.0.4, 11.0.5, 11.1.1, ruling R133: what a step costs, as far as own units have no say in it."""
    chart = board.scenario.charts["movement"]
    leaving = int(chart["leaving"]) if is_in_enemy_zone(board, a, side) else 0
    rate = None if is_blown(board, a, b) else along(board.scenario, a, b)
    if is_crag(board.map, a, b) and rate is None:
        return Prices(None, Cost(0, is_everything=True) if climbs else None)
    is_free = rate is not None and not is_in_enemy_zone(board, b, side)
    return Prices((rate or 0) + leaving if is_free else None, Cost(across(board.scenario, a, b) + leaving))


def has_friends(board: Board, unit: UnitId, hex_id: HexId) -> bool:
    """See 12.4, ruling R187: whether another unit of the side stands in the hex; fortresses do not count."""
    others = [one for one in combat_units(board, hex_id, board.unit(unit).side) if one != unit]
    return any(not is_fortress(board.unit(one)) for one in others)


def step(board: Board, unit: UnitId, a: HexId, b: HexId, is_stack: bool = False) -> Cost:
    """11.0.4, 11.0.5, 11.1.1, 12.4 (see rulings R111, R133): what it costs the unit to go from hex to hex.

    The rate of a road counts outside enemy zones, for a unit that moves alone into a hex without friends, fortresses
    apart (ruling R187); it takes no notice of other terrain, crags included. Over a crag mountain infantry pays all it
    has, and nothing besides.
    """
    counter = board.unit(unit)
    found = prices(board, counter.side, is_mountain(counter), a, b)
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
    enemies = combat_units(board, hex_id, board.enemy_of(board.unit(unit).side))
    fighting = [one for one in enemies if not is_battery(board.unit(one)) and not is_stand_in(one)]
    if fighting:
        why = f"the enemy holds {hex_id}"
        raise Illegal("11.0.6", why, found=", ".join(fighting), wanted="no enemy but artillery", advice="assault it")


def points(halves: int) -> str:
    """Half points as players write them: 3, 2 1/2, 1/2."""
    whole, half = divmod(halves, HALVES)
    return f"{whole or ''}{' ' if whole and half else ''}{'1/2' if half else ''}" or "0"
