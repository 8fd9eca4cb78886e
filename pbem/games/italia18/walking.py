"""11.1 and 11.2 How far units can go, and why not farther. Nothing here changes the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from pbem.errors import Illegal
from pbem.games.italia18.allowance import MARCH, MOVE, stack_points
from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.costs import WHOLE, is_quick, shown, shuns_zones, takes_all, toll_of, why_barred
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.entering import depots_at
from pbem.games.italia18.missions import interdicted_hexes
from pbem.games.italia18.pinned import holding_zones, is_held_in
from pbem.games.italia18.prices import ALL, Prices, kind_of, prices
from pbem.games.italia18.supply_lines import has_enemy, held_hexes
from pbem.games.italia18.ways import is_by_road
from pbem.games.italia18.zoc import controlled_hexes, is_in_enemy_zoc, manned_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reach, reach
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.trips import nearest
from pbem.values import NamedTuple

Refusal = tuple[str, str]  # a rule, and why; both empty where nothing is refused
OPEN: Refusal = ("", "")
MARCH_DISTANCE = 2  # 11.2.6a


class Walk(NamedTuple):
    """Who goes, from where, with how many half points, and in which kind of move."""

    units: tuple[UnitId, ...]
    start: HexId
    points: int
    how: str
    side: Side

    @property
    def names(self) -> str:
        """The units as a refusal names them."""
        return ", ".join(self.units)


def walk(board: Board, units: Sequence[UnitId], how: str = MOVE) -> Walk:
    """11.1.2 (see 11.1.1a, 2.2.1b): a stack that begins in one hex; whatever its points, they will do for one hex."""
    points = max(1, stack_points(board, units, how))
    return Walk(tuple(units), board.hex_of(units[0]), points, how, board.unit(units[0]).side)


def walkers(board: Board, walking: Walk) -> list[UnitId]:
    """See 11.3.2a: those who pay; Assault Troops ride with them."""
    return [unit for unit in walking.units if not is_assault_troops(board.unit(unit))]


# -- one step ------------------------------------------------------------------------------------------------


class Terms(NamedTuple):
    """What a walk meets wherever it goes, looked up once: the ground, and hexes where enemies have a say."""

    ground: tuple[Prices, ...]  # of all who go
    paying: tuple[Prices, ...]  # of those who pay
    closed: tuple[Mapping[HexId, object], ...]  # where it never goes
    holding: Mapping[HexId, object]  # from one to another of these it does not go
    bombed: Mapping[HexId, object]
    toll: int


def terms(board: Board, walking: Walk) -> Terms:
    """See 11.1.1b, 11.1.2: for the board as it stands."""
    enemy, payers = board.enemy_of(walking.side), walkers(board, walking)
    is_shy = any(shuns_zones(board.unit(unit)) for unit in walking.units)
    return Terms(
        _of_each_kind(board, walking.units),
        _of_each_kind(board, payers),
        (held_hexes(board, enemy), controlled_hexes(board, enemy)) if is_shy else (manned_hexes(board, enemy),),
        holding_zones(board, walking.units),
        interdicted_hexes(board, walking.side),
        toll_of(board) if payers else 0,
    )


def _of_each_kind(board: Board, units: Sequence[UnitId]) -> tuple[Prices, ...]:
    kinds = {kind_of(board, unit): unit for unit in units}
    return tuple([prices(board, unit) for unit in kinds.values()])


def price(board: Board, walking: Walk, here: HexId, there: HexId, met: Terms | None = None) -> int | None:
    """See 11.1.1b, 11.1.2, 11.2.3a: the price of a step in halves; from the start never more than there is. It is open
    where `why_closed` finds nothing."""
    met = met or terms(board, walking)
    if any(there not in one[here] for one in met.ground) or any(there in hexes for hexes in met.closed):
        return None
    if there in met.holding and here in met.holding:
        return None
    if walking.how == MARCH and _march(board, walking, here, there) != OPEN:
        return None
    found = [one[here][there] for one in met.paying]
    if ALL in found:
        return walking.points if here == walking.start else None
    dearest = max(found, default=0) + (met.toll if there in met.bombed else 0)
    return min(dearest, walking.points) if here == walking.start else dearest


def why_closed(board: Board, walking: Walk, here: HexId, there: HexId) -> Refusal:
    """See 11.1.2: what forbids a step, whatever it costs: the ground, enemies, zones, rivers, the terms of a march."""
    for unit in walking.units:
        found = why_barred(board, unit, here, there)
        if found != OPEN:
            return found
    for check in (_enemy, _zone, _river, _march):
        found = check(board, walking, here, there)
        if found != OPEN:
            return found
    return OPEN


def _enemy(board: Board, walking: Walk, here: HexId, there: HexId) -> Refusal:
    return ("11.1.1d", f"an enemy holds {there}") if is_held(board, walking, there) else OPEN


def is_held(board: Board, walking: Walk, there: HexId) -> bool:
    """11.1.1d (see 11.3.1b, 15.5.2, ruling R144): nobody enters an enemy's hex.

    Combat units may go where only supports are: those are lost as soon as they come next to them, or captured there.
    """
    if not has_enemy(board, there, walking.side):
        return False
    if all(not shuns_zones(board.unit(unit)) for unit in walking.units):
        enemies = board.units_at(there, board.enemy_of(walking.side))
        return any(is_combat_unit(board.unit(unit)) for unit in enemies)
    return True


def _zone(board: Board, walking: Walk, here: HexId, there: HexId) -> Refusal:
    """11.2.1, 11.3.1a, 11.3.3, 11.3.4 (see 11.2.2e): no step from zone to zone; some supports enter none at all."""
    if not is_in_enemy_zoc(board, there, walking.side):
        return OPEN
    shy = [unit for unit in walking.units if shuns_zones(board.unit(unit))]
    if shy:
        rule = {"hq": "11.3.3", "trucks": "11.3.4"}.get(board.unit(shy[0]).type, "11.3.1a")
        return rule, f"{shy[0]} may not enter {there}, which lies in an enemy zone of control"
    if is_held_in(board, walking.units, here) and is_held_in(board, walking.units, there):
        return "11.2.1", f"{here} and {there} both lie in enemy zones of control; nobody goes from one to the other"
    return OPEN


def _river(board: Board, walking: Walk, here: HexId, there: HexId) -> Refusal:
    if here == walking.start or not any(takes_all(board, unit, here, there) for unit in walkers(board, walking)):
        return OPEN
    return (
        "11.2.3a",
        f"no bridge leads from {here} to {there}; the major river is crossed by units that start beside it",
    )


def _march(board: Board, walking: Walk, here: HexId, there: HexId) -> Refusal:
    if walking.how != MARCH:
        return OPEN
    if not is_by_road(board, here, there):
        return "11.2.6a", f"no road leads from {here} to {there}, and a forced march keeps to roads"
    near = [hex_id for hex_id in (here, there) if enemy_near(board, hex_id, walking.side)]
    return ("11.2.6a", f"an enemy is within two hexes of {near[0]}, too near for a forced march") if near else OPEN


def enemy_near(board: Board, hex_id: HexId, side: Side, within: int = MARCH_DISTANCE) -> bool:
    """See 11.2.6a, rulings R65, R100: an enemy unit of any kind within so many hexes, but for aircraft."""
    return any(has_enemy(board, one, side) for one in board.map.grid.within(hex_id, within))


# -- the whole way -------------------------------------------------------------------------------------------


def stops(board: Board, walking: Walk, hex_id: HexId) -> bool:
    """See 11.2.1, 12.2.6j, 15.5.2: a move ends in an enemy zone, friends there or not, and where a Depot is taken."""
    return is_held_in(board, walking.units, hex_id) or bool(depots_at(board, hex_id, walking.side))


def way(board: Board, walking: Walk, here: HexId, left: int, goal: HexId | None = None) -> Reach:
    """See 11.1.1b, 11.2.1: the cheapest ways on from a hex with the half points that are left."""

    met = terms(board, walking)

    def row(at: HexId) -> tuple[tuple[HexId, int], ...]:
        if at != here and (at in met.holding or depots_at(board, at, walking.side)):
            return ()
        steps = [(there, price(board, walking, at, there, met)) for there in met.ground[0][at]]
        return tuple(sorted([(there, cost) for there, cost in steps if cost is not None], key=itemgetter(1)))

    return reach(here, left, ByHex(row), {}, goal=goal, grid=board.map.grid, least=least_price(board, walking))


def least_price(board: Board, walking: Walk) -> int:
    """See 11.1.3a, S5.sp7: what no step of the walk costs less than: half a point for riders and Trucks by road."""
    units = walkers(board, walking)
    return min(walking.points, 1 if any(is_quick(board, unit) for unit in units) else WHOLE) if units else 0


def why_not(board: Board, walking: Walk, goal: HexId, here: HexId, left: int, known: Reach | None = None) -> Illegal:
    """See 11.1.1b: why a waypoint cannot be reached, and where the units could go instead; `known` is the whole way."""
    if board.map.grid.are_adjacent(here, goal):
        rule, why = why_closed(board, walking, here, goal)
        if rule:
            return Illegal(rule, f"{walking.names}: {why}", found=f"a step from {here} to {goal}")
    if walking.how == MARCH and enemy_near(board, here, walking.side):
        why = f"an enemy is within two hexes of {here}, too near for {walking.names} to make a forced march"
        return Illegal("11.2.6a", why, found=f"a march from {here}", advice=f"write `move {walking.names} to ...`")
    found = known or way(board, walking, here, left)
    options = nearest(board.map, found.cost, here, goal, lambda cost: f"{shown(cost)} of {shown(left)} MP")
    why = f"{walking.names} cannot reach {board.map.called(goal)} from {here}"
    advice = f"go to {options}" if options else f"write `hold {walking.names}`"
    return Illegal("11.1.1b", why, found=f"{shown(left)} MP left", wanted="a hex within reach", advice=advice)
