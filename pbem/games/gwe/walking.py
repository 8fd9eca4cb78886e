"""5.1 and 5.2: how far a unit can walk, and why not farther. Nothing here changes the board."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import Illegal
from pbem.games.gwe import march
from pbem.games.gwe.costs import PROHIBITED, exits, prices_of, ridge_price
from pbem.games.gwe.counters import is_combat_unit, is_stosstruppen, strength, units_of
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.monitor import why_not_by_water
from pbem.games.gwe.occupation import barred_hexes, combat_units, hqs_in
from pbem.games.gwe.supply_lines import EVERYTHING
from pbem.games.gwe.zoc import controlled_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits, Reach, reach
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.trips import nearest
from pbem.values import NamedTuple

FAR = 200  # more points than any way on a map can cost

# -- prices and bars -----------------------------------------------------------------------------------------


def toll(board: Board, unit: UnitId) -> Mapping[HexId, int]:
    """5.4.ezoc, 16.0/7.0 (see 7.0, 7.21, 7.25, 17.32): one more point for an enemy-controlled hex, however many
    enemies."""
    counter, row = board.unit(unit), board.scenario.charts["zoc"]
    price: int = row["enter_stosstruppen" if is_stosstruppen(counter) else "enter"]
    if price == 0 or counter.type == "monitor":
        return {}
    enemy = board.enemy_of(counter.side)
    key = ("toll", counter.side, price)
    return board.derived(
        key, (enemy, "hex fort", "entrained"), lambda: dict.fromkeys(controlled_hexes(board, enemy), price)
    )


def barred(board: Board, unit: UnitId) -> Mapping[HexId, None]:
    """5.13 (see 10.52, 17.32): enemy units and forts; for units without attack strength lone enemy HQs as well."""
    counter = board.unit(unit)
    if counter.type == "monitor":
        return {}
    return barred_hexes(board, counter.side) if may_displace(board, unit) else _barred_to_the_weak(board, counter.side)


def may_displace(board: Board, unit: UnitId) -> bool:
    """See 10.52, ruling I2: only a combat unit with an attack strength drives HQs away."""
    return is_combat_unit(board.unit(unit)) and strength(board, unit, "attack") > 0


def _barred_to_the_weak(board: Board, side: Side) -> dict[HexId, None]:
    key, owners = ("barred, HQs too", side), (board.enemy_of(side), "hex fort")
    return board.derived(key, owners, lambda: barred_hexes(board, side) | _enemy_hqs(board, side))


def _enemy_hqs(board: Board, side: Side) -> dict[HexId, None]:
    enemy = board.enemy_of(side)
    key = ("hq hexes", enemy)
    return board.derived(key, (enemy,), lambda: {board.hex_of(unit): None for unit in units_of(board, enemy, "hq")})


class Terms(NamedTuple):
    """On what terms a unit walks: the prices of the ground, the tolls, and the hexes that are closed to it."""

    exits: Exits[HexId]
    toll: Mapping[HexId, int]
    barred: Mapping[HexId, None]


def terms(board: Board, unit: UnitId) -> Terms:
    """See 5.13, 5.16, 7.21: units that pay alike share them, and while a side moves its enemy changes none."""
    counter, scenario = board.unit(unit), board.scenario
    payer = scenario.memo(("payer", unit), lambda: (is_stosstruppen(counter), prices_of(scenario, counter)))
    key, owners = ("terms", payer, may_displace(board, unit)), (board.enemy_of(counter.side), "hex fort", "entrained")
    return board.derived(key, owners, lambda: Terms(exits(scenario, counter), toll(board, unit), barred(board, unit)))


# -- the allowance -------------------------------------------------------------------------------------------


def allowance(board: Board, unit: UnitId, is_march: bool = False) -> int:
    """16.0/9.21 (see 5.14, 9.21, 10.35, 19.11, 23.2, rulings D8, D12): the points that the unit has in this phase."""
    counter = board.unit(unit)
    points = counter.figure("move")
    if march.is_fast(board, unit):
        points = int(board.scenario.charts["surprise"]["stosstruppen_movement"])
    if board.is_marked(unit, "unsupplied") and is_combat_unit(counter):
        points = max(1, points // 2)
        if is_stosstruppen(counter):
            points = int(board.scenario.charts["supply"]["stosstruppen_movement"])
    return points + (march.bonus(board, unit) if is_march else 0)


# -- where to ------------------------------------------------------------------------------------------------


def reachable(board: Board, unit: UnitId, is_march: bool = False) -> Reach:
    """5.15, 5.21, 7.22, 7.23, 5.17 (see 5.0, 5.13, 5.14): all hexes that the unit can walk to now, with their costs."""
    start = board.hex_of(unit)
    if board.is_marked(unit, "out-of-command"):
        return Reach({start: 0}, {})
    ways, extra, closed = terms(board, unit)
    found = reach(start, allowance(board, unit, is_march), ways, extra, closed)
    cost = found.cost
    for there, price in ways[start]:  # 5.17: one hex is always possible
        if there not in cost and there not in closed:
            cost[there] = price + extra.get(there, 0)
            found.previous[there] = start
    return found


def step_price(board: Board, unit: UnitId, here: HexId, there: HexId) -> int | None:
    """5.12, 7.21: the price of one step; nothing where it is prohibited."""
    ways, extra, closed = terms(board, unit)
    if there in closed:
        return None
    for hex_id, price in ways[here]:
        if hex_id == there:
            return price + extra.get(there, 0)
    return None


def way(board: Board, unit: UnitId, here: HexId, points: int, goal: HexId | None = None) -> Reach:
    """5.14: the hexes within this many points of a hex on the unit's way; the way to one of them if it is named."""
    ways, extra, closed = terms(board, unit)
    return reach(here, points, ways, extra, closed, goal=goal, grid=board.map.grid)


# -- why not -------------------------------------------------------------------------------------------------


def why_not(board: Board, unit: UnitId, goal: HexId, *, start: HexId | None = None, left: int | None = None) -> Illegal:
    """See 5.13, 5.14, 5.4.blocked, 5.4.water, 16.0/5.4b, 10.52, 17.31: what keeps the unit from walking to a hex."""
    here = start or board.hex_of(unit)
    points = allowance(board, unit) if left is None else left
    if board.is_marked(unit, "out-of-command"):
        return out_of_command(unit)
    far = board.derived(("far", unit, here), EVERYTHING, lambda: way(board, unit, here, FAR).cost).get(goal)
    if board.unit(unit).type == "monitor":
        return why_not_by_water(board, unit, goal, far, points)
    hexside = _why_no_crossing(board, unit, here, goal)
    if far is None or hexside:
        return _why_closed(board, unit, goal) or hexside or _no_way(board, unit, here, goal)
    step = step_price(board, unit, here, goal) if start and board.map.grid.are_adjacent(here, goal) else None
    found, wanted = f"the path costs {far} MP" if step is None else f"the step costs {step} MP", f"at most {points} MP"
    why = f"{board.map.called(goal)} is out of reach for {unit} from {here}"
    return Illegal("5.14", why, found=found, wanted=wanted, advice=_instead(board, unit, here, goal, points))


def out_of_command(unit: UnitId) -> Illegal:
    """See 5.17, 4.0.A1d, 10.41: an out-of-command unit stays where it is."""
    why = f"{unit} is out of command and may not move; not even the one hex of 5.17"
    return Illegal("4.0.A1d", why, wanted="a unit in command", advice="give the order a condition: `if U in command`")


def _why_closed(board: Board, unit: UnitId, goal: HexId) -> Illegal | None:
    """5.4.water (see 5.13, 10.52): what in the hex itself keeps the unit out."""
    called, enemy = board.map.called(goal), board.enemy_of(board.unit(unit).side)
    holders = combat_units(board, goal, enemy)
    if holders:
        why = f"{called} holds the enemy {', '.join(holders)}; a unit never enters an enemy-occupied hex"
        return Illegal("5.13", why, advice=f"order an attack in the Combat Phase: attack {goal} with {unit}")
    if standing_fortress(board, goal, enemy):
        return Illegal("5.13", f"the enemy fortress in {called} still stands; nobody may enter it")
    if goal in barred(board, unit):
        hqs = ", ".join(hqs_in(board, goal, enemy))
        return Illegal("10.52", f"{called} holds {hqs}; only a combat unit with an attack strength may enter there")
    if board.scenario.charts["terrain"][board.map.base[goal]]["mp"] == PROHIBITED:
        return Illegal("5.4.water", f"{called} is {board.map.base[goal]}; land units never enter it")
    return None


def _why_no_crossing(board: Board, unit: UnitId, here: HexId, goal: HexId) -> Illegal | None:
    """5.4.blocked (see 16.0/5.4b, ruling D13): what on the hexside before it keeps the unit out, even as its first
    hex."""
    if not board.map.grid.are_adjacent(here, goal):
        return None
    advice = "to go round, name each hex of the path"
    if board.map.crosses(here, goal, "impassable"):
        return Illegal("5.4.blocked", f"the hexside between {here} and {goal} is impassable", advice=advice)
    counter = board.unit(unit)
    if board.map.crosses(here, goal, "ridge") and ridge_price(board.scenario.charts, counter) is None:
        why = f"a ridge lies between {here} and {goal}; {unit} is {counter.type} and never crosses one"
        return Illegal("16.0/5.4b", why, advice=advice)
    return None


def _no_way(board: Board, unit: UnitId, here: HexId, goal: HexId) -> Illegal:
    why = f"{unit} has no path from {here} to {board.map.called(goal)}: enemies, water or hexsides block every one"
    return Illegal("5.13", why)


def _instead(board: Board, unit: UnitId, here: HexId, goal: HexId, points: int) -> str:
    cost = way(board, unit, here, points).cost
    shown = nearest(board.map, cost, here, goal, lambda price: f"{price} of {points} MP")
    return f"{unit} can reach {shown}" if shown else ""
