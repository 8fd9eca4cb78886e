"""A random player of Durchbruch: set-ups, fires, moves, overruns and attacks picked at random, some of them silly."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pbem.games.durchbruch import reinforcements, support
from pbem.games.durchbruch.by_mail.orders import (
    Advance,
    Attack,
    Bridge,
    ChoosePlan,
    Destroy,
    Fire,
    First,
    Gas,
    LateChit,
    LeaveOut,
    Marker,
    Move,
    Overrun,
    Replace,
    Strengthen,
    Target,
    Top,
)
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.counters import AG, CORPS, IT, artillery_range, corps_of, is_combat_unit, is_gun, is_hq
from pbem.games.durchbruch.cup import CHITS
from pbem.games.durchbruch.masks import is_on, may_mask
from pbem.games.durchbruch.passages import may_lie
from pbem.games.durchbruch.set_up import is_free
from pbem.games.durchbruch.walking import reachable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId, hexside
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Deploy, MoreOrder, Order
from pbem.kernel.text.preferences import Preference

MASKED = 0.3  # of the special units, where masks are played with


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand."""
    if board.step == "set-up":
        return _set_up(board, side, chance)
    if board.step == "bombardment":
        return _bombardment(board, chance)
    if board.step == "surprise":
        units = [u for u in board.on_map(AG) if is_combat_unit(board.unit(u)) and _near(board, u, 3)]
        chosen = chance.sample(units, min(len(units), 22))
        moves = _moves(board, chosen[:10], chance)
        return [First(chance.choice(CORPS[AG])), *moves, *_attacks(board, chosen, moves, chance)]
    if board.step == "morning":
        return _morning(board, side, chance)
    return _corps(board, side, chance)


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Standing orders that say something to most questions."""
    return [
        Preference("losses", (chance.choice(["weakest first", "strongest first"]),)),
        Preference("hits", (chance.choice(["retreat", "hold", "steps 1"]),)),
        Preference("advance", (chance.choice(["all", "none"]),)),
        Preference("support", (chance.choice(["all", "none"]),)),
        Preference("mg", ("highest",)),
        Preference("blow", (chance.choice(["yes", "no"]),)),
    ]


def _near(board: Board, unit: UnitId, most: int) -> bool:
    """Whether an enemy is near, so that there is something to fight."""
    side = board.unit(unit).side
    distance, here = board.map.grid.distance, board.hex_of(unit)
    return any(distance(here, there) <= most for there in enemy_hexes(board, side))


# -- before turn 1 -------------------------------------------------------------------------------------------


def _set_up(board: Board, side: Side, chance: random.Random) -> list[Order]:
    hexes = list(board.map.grid.hexes)
    found: list[Order] = [ChoosePlan(chance.choice(["conrad", "boroevic", "waffentreue"]))] if side == AG else []
    for unit in [unit for unit in board.on_map(side) if is_free(board.unit(unit)) and chance.random() < 0.3]:
        near = chance.choice(board.map.grid.within(board.hex_of(unit), 2))
        found.append(Deploy(unit, near if chance.random() < 0.9 else chance.choice(hexes)))
    dummies = [unit for unit in board.on_map(side) if board.unit(unit).type == "dummy"]
    return [*found, *(LeaveOut(unit) for unit in dummies if chance.random() < 0.2)]


def _bombardment(board: Board, chance: random.Random) -> list[Order]:
    able = [u for u in board.on_map(AG) if board.unit(u).type in ("infantry", "mountain", "assault")]
    under = chance.sample(able, 10)
    found: list[Order] = [Marker(tuple(under))]
    found += [Strengthen(unit, chance.randint(1, 4)) for unit in under if chance.random() < 0.5]
    targets = [h for h in board.map.grid.hexes if may_lie(board, h) or board.units_at(h, IT)]
    for gun in [unit for unit in board.on_map(AG) if is_gun(board.unit(unit)) and chance.random() < 0.7]:
        most = artillery_range(board.unit(gun))
        near = [h for h in targets if board.map.grid.distance(h, board.hex_of(gun)) <= most]
        found += [Fire((gun,), chance.choice(near))] if near else []
    gas = [unit for unit in board.on_map(AG) if board.unit(unit).has("gas")]
    return [*found, *(Gas(u, chance.choice(board.map.grid.within(board.hex_of(u), 2))) for u in gas)]


def _morning(board: Board, side: Side, chance: random.Random) -> list[Order]:
    units = chance.sample(board.on_map(side), 6)
    found: list[Order] = [Replace(tuple(units))]
    return [*found, LateChit(chance.random() < 0.8)] if side == IT and chance.random() < 0.5 else found


# -- a corps -------------------------------------------------------------------------------------------------


def _corps(board: Board, side: Side, chance: random.Random) -> list[Order]:
    corps = CHITS[board.step]
    units = [unit for unit in board.on_map(side) if corps_of(board.unit(unit)) == corps]
    found: list[Order] = []
    for unit in [unit for unit in units if board.unit(unit).type == "engineer" and chance.random() < 0.5]:
        found.append(_engineer(board, unit, chance))
    found += _fires(board, side, units, chance)
    for unit in reinforcements.due(board, side, corps):
        at = chance.choice(reinforcements.entry_hexes(board, unit))
        found.append(Move((unit,), (at, chance.choice(board.map.grid.neighbours[at])), enters=True))
    moves = _moves(board, [unit for unit in units if chance.random() < 0.6], chance)
    attacks = _attacks(board, units, moves, chance)
    if is_on(board.scenario):
        found += [Top(unit) for unit in units if may_mask(board.unit(unit)) and chance.random() < MASKED]
    if attacks and chance.random() < 0.1:
        aims = [order.target for order in attacks if isinstance(order, Attack)]
        found += [Target(tuple(aims[1:]))] if aims[1:] else []
    return [*found, *moves, MoreOrder()] if chance.random() < 0.1 else [*found, *moves, *attacks]


def _engineer(board: Board, unit: UnitId, chance: random.Random) -> Order:
    if board.unit(unit).side == IT:
        return Destroy(unit)
    here = board.hex_of(unit)
    if board.is_marked(unit, "bridging"):
        return Bridge(chance.choice(["unbridge", "demolish"]), unit)
    return Bridge("bridge", unit, hexside(here, chance.choice(board.map.grid.neighbours[here])))


def _fires(board: Board, side: Side, units: Sequence[UnitId], chance: random.Random) -> list[Order]:
    by_target: dict[HexId, list[UnitId]] = {}
    for gun in [unit for unit in units if is_gun(board.unit(unit)) and chance.random() < 0.6]:
        most = artillery_range(board.unit(gun))
        near = [h for h in enemy_hexes(board, side) if board.map.grid.distance(h, board.hex_of(gun)) <= most]
        if near:
            by_target.setdefault(chance.choice(near), []).append(gun)
    return [Fire(tuple(guns), target) for target, guns in by_target.items()]


def _moves(board: Board, units: Sequence[UnitId], chance: random.Random) -> list[Move]:
    found: list[Move] = []
    for unit in units:
        if board.unit(unit).type == "station" or chance.random() < 0.3:
            continue
        stack = [u for u in board.units_at(board.hex_of(unit), board.unit(unit).side) if u in units and u != unit]
        going = (unit, *(chance.sample(stack, 1) if stack and chance.random() < 0.3 else ()))
        reached = list(reachable(board, going).cost)[1:]
        if reached:
            goal = _goal(board, board.unit(unit).side, reached, chance)
            found.append(Move(going, (goal,), chance.choice(["", "next", "ford"]), leaves=goal in ("2129", "5430")))
    return found


def _goal(board: Board, side: Side, reached: Sequence[HexId], chance: random.Random) -> HexId:
    """Anywhere, or more often as near to the enemy as it gets."""
    if chance.random() < 0.3:
        return chance.choice(reached)
    aim = chance.choice(list(enemy_hexes(board, side)))
    return min(reached, key=lambda hex_id: board.map.grid.distance(hex_id, aim))


def _attacks(board: Board, units: Sequence[UnitId], moves: Sequence[Move], chance: random.Random) -> list[Order]:
    """From where the units will stand after their moves."""
    aims: dict[HexId, list[UnitId]] = {}
    goals = {unit: order.path[-1] for order in moves for unit in order.units}
    for unit in [unit for unit in units if is_combat_unit(board.unit(unit))]:
        side, here = board.unit(unit).side, goals.get(unit, board.hex_of(unit))
        near = [h for h in board.map.grid.neighbours[here] if h in enemy_hexes(board, side)]
        if near:
            aims.setdefault(chance.choice(near), []).append(unit)
    return [_attack(board, target, force, chance) for target, force in aims.items()]


def _attack(board: Board, target: HexId, force: Sequence[UnitId], chance: random.Random) -> Order:
    if chance.random() < 0.1:
        return Overrun((force[0],), (target,))
    side, first = board.unit(force[0]).side, force[0]
    same = tuple([unit for unit in force if corps_of(board.unit(unit)) == corps_of(board.unit(first))])
    guns = support.able(board, side, target, same) if board.step != "surprise" else ()
    hqs = [
        u for u in board.on_map(side) if is_hq(board.unit(u)) and corps_of(board.unit(u)) == corps_of(board.unit(first))
    ]
    near = [hq for hq in hqs if board.map.grid.distance(board.hex_of(hq), target) <= 2]
    beyond = chance.choice(board.map.grid.neighbours[target])
    return Attack(
        target, same, tuple(gun for gun in guns if chance.random() < 0.5),
        near[0] if near and chance.random() < 0.5 else "", far=(Advance(first, (target, beyond)),),
        vacated=(Advance(first, (target,)),),
    )  # fmt: skip
