"""What the greedy player of Italia 1917-1918 wants: hexes with a worth for each scenario, and the way there."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass

from pbem.games.italia18.area import is_inside
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.costs import ground_price
from pbem.games.italia18.counters import EN, attack_factor, fighters, is_combat_unit
from pbem.games.italia18.entering import holder
from pbem.games.italia18.holding import BEHIND, COCKADE, CROSS, worth
from pbem.games.italia18.ratio import defence_of
from pbem.games.italia18.turns import initiative
from pbem.games.italia18.victory_caporetto import is_across, west_bank
from pbem.games.italia18.ways import is_by_road, is_passable, is_unbridged_major
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

FAR = 999
KEEN = 3  # points of way that a Victory Point is worth
FIGHT = 3  # points of way that an enemy stack costs, before its strength
STRONG = 8  # defence that costs a point of way
FERRY = 4  # points of way that a river without a bridge costs


@dataclass(frozen=True, slots=True)
class Wish:
    """What a side wants in a phase: the worth of hexes, and how far every hex is from the best of them."""

    side: Side
    worth: Mapping[HexId, int]
    far: Mapping[HexId, int]
    is_attacker: bool


def wish(board: Board, side: Side) -> Wish:
    """Of the side with the initiative what it must take, of the other what it must hold or win back."""
    is_attacker = side == initiative(board.scenario)
    wanted = prizes(board, side) if is_attacker else needs(board, side)
    return Wish(side, wanted, spread(board, side, wanted), is_attacker)


def prizes(board: Board, side: Side) -> dict[HexId, int]:
    """What the attacker of the scenario does not hold yet, with a worth in points."""
    found: dict[HexId, int] = {}
    symbol = COCKADE if side == EN else CROSS
    for one in board.map.hexes_with(symbol):
        if is_inside(board.scenario, one) and holder(board, one) != side:
            found[one] = 2 * worth(board, one, symbol)
    terms = board.scenario.card["victory"]
    for one, points in _named(board, terms).items():
        if one in board.map.grid and not combat_units_in(board, one, side):
            found[one] = max(found.get(one, 0), points)
    if "vp_trench" in terms:
        for one in board.map.hexes_with("trench", owner=board.enemy_of(side)):
            if is_inside(board.scenario, one) and holder(board, one) != side:
                found[one] = found.get(one, 0) + 2
        plain = [one for one in board.map.hexes_with(BEHIND) if board.map.base[one] == "clear"]
        found |= {one: 4 for one in plain if is_inside(board.scenario, one)}
    if board.scenario.name == "caporetto" and not is_across(board):
        found |= {one: 5 for one in west_bank(board.map) if one not in found}
    return found or {board.hex_of(unit): 1 for unit in fighters(board, board.enemy_of(side))}


def _named(board: Board, terms: Mapping[str, object]) -> dict[HexId, int]:
    """Hexes that the card names for a level of victory."""
    found: dict[HexId, int] = {}
    for key, points in (("operational", 5), ("strategic", 8)):
        names = terms.get(key)
        found |= {HexId(one): points for one in names} if isinstance(names, list) else {}
    if "lowered_without" in terms:
        found[HexId(str(terms["lowered_without"]))] = 12
    return found


def needs(board: Board, side: Side) -> dict[HexId, int]:
    """Where the defender of the scenario is weak: what counts or is held, with enemies at hand."""
    enemy, found = board.enemy_of(side), dict[HexId, int]()
    symbol = COCKADE if enemy == EN else CROSS
    lines = dict.fromkeys([*board.map.hexes_with(symbol), *board.map.hexes_with("trench", owner=side)])
    held = dict.fromkeys([board.hex_of(unit) for unit in fighters(board, side)])
    threats = threat(board, enemy)
    for one in {**lines, **held}:
        if not is_inside(board.scenario, one) or one not in threats or combat_units_in(board, one, enemy):
            continue
        strong = sum(defence_of(board, unit, one).value for unit in combat_units_in(board, one, side))
        short = threats[one] - int(strong)
        found[one] = max(0, 1 + short // 4) + worth(board, one, symbol) + (3 if not strong else 0)
    return {one: points for one, points in found.items() if points > 0}


def threat(board: Board, enemy: Side) -> dict[HexId, int]:
    """How strong the enemy is next to a hex, and half of what stands a hex farther."""
    found: dict[HexId, int] = {}
    for unit in fighters(board, enemy):
        here, factor = board.hex_of(unit), attack_factor(board, unit)
        for there in board.map.grid.within(here, 2):
            near = board.map.grid.distance(here, there)
            found[there] = found.get(there, 0) + (factor if near == 1 else factor // 2)
    return found


def spread(board: Board, side: Side, wanted: Mapping[HexId, int]) -> dict[HexId, int]:
    """How far every hex is from what is wanted: points of way, less what the goal is worth."""
    enemy = board.enemy_of(side)
    held = walls(board, enemy)
    best = max(wanted.values(), default=0) * KEEN
    found: dict[HexId, int] = {}
    heap = [(best - points * KEEN, one) for one, points in wanted.items()]
    heapq.heapify(heap)
    while heap:
        cost, here = heapq.heappop(heap)
        if here in found:
            continue
        found[here] = cost
        for there in board.map.grid.neighbours[here]:
            if there not in found and is_passable(board.map, there, here) and is_inside(board.scenario, there):
                heapq.heappush(heap, (cost + _step(board, side, there, here) + held.get(here, 0), there))
    return found


def walls(board: Board, enemy: Side) -> dict[HexId, int]:
    """The points of way that the enemy's stacks cost, by their strength where they stand."""
    found: dict[HexId, int] = {}
    for one in dict.fromkeys([board.hex_of(unit) for unit in fighters(board, enemy)]):
        strong = sum(defence_of(board, unit, one).value for unit in combat_units_in(board, one, enemy))
        found[one] = FIGHT + int(strong) // STRONG
    return found


def _step(board: Board, side: Side, here: HexId, there: HexId) -> int:
    """The points of one step forward, roughly."""
    if is_by_road(board, here, there):
        return 1
    return ground_price(board, there) + (FERRY if is_unbridged_major(board, here, there, side) else 0)


def nearest_enemy(board: Board, side: Side, hex_id: HexId) -> int:
    """How many hexes the nearest enemy combat unit is away."""
    found = [board.map.grid.distance(board.hex_of(unit), hex_id) for unit in fighters(board, board.enemy_of(side))]
    return min(found, default=FAR)


def movers(board: Board, side: Side) -> list[UnitId]:
    """Combat units, the strongest first."""
    units = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]
    return sorted(units, key=lambda unit: (-attack_factor(board, unit), unit))
