"""A random player of Caporetto 1917: legal moves, attacks and set-ups picked at random, some of them silly."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from pbem.errors import Illegal
from pbem.games.gwe import movement, reinforcements, supply
from pbem.games.gwe.attack import Spent, check_shift
from pbem.games.gwe.barrage import check_attack_support, is_support_unit
from pbem.games.gwe.by_mail.orders import Attack, Enter, Leg, Move, Support
from pbem.games.gwe.by_mail.sheet import targets
from pbem.games.gwe.counters import tcr
from pbem.games.gwe.occupation import occupied_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Hold, Order


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand."""
    if board.step.endswith("movement"):
        return [*_arrivals(board, side, chance), *_moves(board, side, chance)]
    if board.step.endswith("combat"):
        return _attacks(board, side, chance)
    return []


def _arrivals(board: Board, side: Side, chance: random.Random) -> list[Order]:
    found: list[Order] = []
    for unit in reinforcements.due(board, side):
        hexes = reinforcements.entry_hexes(board, unit)
        if hexes and chance.random() < 0.9:
            found.append(Enter(unit, chance.choice(list(hexes)), (), chance.choice(["hold", "edge"])))
    return found


def _moves(board: Board, side: Side, chance: random.Random) -> list[Order]:
    found: list[Order] = []
    for unit in board.on_map(side):
        roll = chance.random()
        if roll < 0.35:
            continue
        if board.is_marked(unit, "entrained") or roll > 0.92:
            found.append(_train(board, unit, chance))
            continue
        is_march = roll > 0.87
        reached = list(movement.reachable(board, unit).cost)
        if len(reached) > 1:
            found.append(Move(unit, (Leg("walk", (_goal(board, side, reached[1:], chance),)),), is_march))
    return found


def _goal(board: Board, side: Side, reached: list[HexId], chance: random.Random) -> HexId:
    """Anywhere, or (more often) as near to the enemy as it gets, so that there is something to fight."""
    enemies = list(occupied_hexes(board, board.enemy_of(side)))
    if not enemies or chance.random() < 0.4:
        return chance.choice(reached)
    aim = chance.choice(enemies)
    return min(reached, key=lambda hex_id: board.map.grid.distance(hex_id, aim))


def _train(board: Board, unit: UnitId, chance: random.Random) -> Order:
    """Somewhere along the rails; whether it is legal, the rules will say."""
    rails = list(board.map.line_from("rail", owner=board.unit(unit).side))
    legs = [Leg("rail", (chance.choice(rails),))]
    if not board.is_marked(unit, "entrained"):
        legs.insert(0, Leg("entrain"))
    if chance.random() < 0.7:
        legs.append(Leg("detrain"))
    return Move(unit, tuple(legs))


def _attacks(board: Board, side: Side, chance: random.Random) -> list[Order]:
    able = {unit: targets(board, unit) for unit in board.on_map(side)}
    aims: dict[HexId, list[UnitId]] = {}
    for unit, hexes in able.items():
        if hexes and chance.random() < 0.8:
            aims.setdefault(chance.choice(list(hexes)), []).append(unit)
    found: list[Order] = []
    for hex_id, units in aims.items():
        attack = Attack(_joint(board, hex_id, units, able, chance), tuple(units))
        found.append(replace(attack, barrage=_guns(board, attack, chance), shifts=_shifts(board, side, attack, chance)))
        found.append(attack)
    return found


def _joint(
    board: Board, hex_id: HexId, units: Sequence[UnitId], able: dict[UnitId, tuple[HexId, ...]], chance: random.Random
) -> tuple[HexId, ...]:
    """Now and then a second hex that all of them can attack, before or behind the first (8.23)."""
    others = [h for h in able[units[0]] if h != hex_id and all(h in able[unit] for unit in units)]
    if not others or chance.random() < 0.6:
        return (hex_id,)
    pair = [hex_id, chance.choice(others)]
    chance.shuffle(pair)
    return tuple(pair)


def _guns(board: Board, attack: Attack, chance: random.Random) -> tuple[Support, ...]:
    """Most of the guns that may support, and now and then one that may not."""
    found = []
    for unit in board.on_map(board.unit(attack.units[0]).side):
        if is_support_unit(board, unit):
            try:
                check_attack_support(board, unit, attack.units, attack.targets)
                wanted = chance.random() < 0.8
            except Illegal:
                wanted = chance.random() < 0.01
            if wanted:
                found.append(Support(unit))
    return tuple(found)


def _shifts(board: Board, side: Side, attack: Attack, chance: random.Random) -> tuple[UnitId, ...]:
    """One HQ of each level that may shift this attack."""
    levels: dict[str, UnitId] = {}
    for unit in board.on_map(side):
        try:
            check_shift(board, side, unit, attack.units, Spent())
        except Illegal:
            continue
        if chance.random() < 0.5:
            levels[board.unit(unit).words.get("level", "")] = unit
    return tuple(levels.values())


def careful_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """The same, but every unit has an order and none goes out of supply: the armies live to the last turn."""
    if not board.step.endswith("movement"):
        return give_orders(board, side, chance)
    found: list[Order] = _arrivals(board, side, chance)
    for unit in board.on_map(side):
        rating = tcr(board.unit(unit))
        reached = [h for h in movement.reachable(board, unit).cost if supply.reaches(board, side, rating, h)]
        if len(reached) > 1 and board.unit(unit).type != "monitor":
            found.append(Move(unit, (Leg("walk", (_goal(board, side, reached[1:], chance),)),)))
        else:
            found.append(Hold((unit,)))
    return found
