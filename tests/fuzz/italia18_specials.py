"""What the random player of Italia 1917-1918 does beside moving and fighting: aircraft, Trucks, Retreat mode."""

from __future__ import annotations

import random

from pbem.games.italia18.by_mail.orders_move import Leg
from pbem.games.italia18.by_mail.orders_retreat import Burn, Drive, RetreatMode, TryExit
from pbem.games.italia18.by_mail.orders_special import (
    Display,
    Exit,
    Fly,
    Refugees,
    RetreatOrder,
    Sabotage,
    Swap,
    Withdraw,
)
from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.counters import CP, EN, is_combat_unit, is_division
from pbem.games.italia18.disorder import RETREAT_MODE
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.ways import bridges
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order

Made = list[Order]
MISSIONS = ("interdict", "observe", "bombard", "pontoon")


def set_up(board: Board, side: Side, chance: random.Random) -> Made:
    """The display of S2, an exchange of the what-if."""
    made: Made = [Display("52")] if side == EN and chance.random() < 0.5 else []
    elite = [unit for unit in board.on_map(CP) if board.unit(unit).size == "X"]
    others = [unit for unit in board.on_map(CP) if is_division(board.unit(unit))]
    if side == CP and elite and others:
        made.append(Swap(chance.choice(elite), chance.choice(others)))
    return made


def fly(board: Board, side: Side, chance: random.Random) -> Made:
    """Aircraft over hexes that matter."""
    made: Made = []
    held = sorted({board.hex_of(unit) for unit in board.on_map() if is_combat_unit(board.unit(unit))})
    for unit in board.units_at("missions", side):
        if held and chance.random() < 0.6:
            made.append(Fly(unit, chance.choice(held), chance.choice(MISSIONS)))
    return made


def hinder(board: Board, side: Side, chance: random.Random) -> Made:
    """Before the enemy moves."""
    made = fly(board, side, chance)
    near = sorted({board.hex_of(unit) for unit in board.on_map(board.enemy_of(side))})
    if side == CP and "refugees" in board.scenario.card and near:
        made.append(Refugees(tuple(chance.sample(near, min(len(near), chance.randint(1, 3))))))
        here = chance.choice(near)
        over = [there for there in board.map.grid.neighbours[here] if bridges(board.map, here, there)]
        made += [Sabotage(*sorted((here, there))) for there in over[:1]]
    return made


def opening(board: Board, side: Side, chance: random.Random) -> Made:
    """What comes before the moves: aircraft, the order to retreat, who goes over to Retreat mode and who leaves it."""
    made = fly(board, side, chance)
    if side == EN and "retreat_order" in board.scenario.card:
        made += [RetreatOrder()] if chance.random() < 0.3 else []
        units = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit)) or is_gun(board.unit(unit))]
        some = [unit for unit in units if chance.random() < 0.1]
        made += [RetreatMode(tuple(some))] if some and chance.random() < 0.5 else []
        back = [unit for unit in units if board.is_marked(unit, RETREAT_MODE)]
        made += [TryExit(unit) for unit in back if chance.random() < 0.2]
        guns = [unit for unit in units if is_gun(board.unit(unit))]
        made += [Withdraw(chance.choice(guns))] if guns and chance.random() < 0.2 else []
    return made


def rides(board: Board, side: Side, chance: random.Random) -> Made:
    """Trucks with whoever stands beside them; Depots; units at the west edge."""
    made: Made = []
    for unit in board.on_map(side):
        if board.unit(unit).type == "depot" and chance.random() < 0.2:
            made.append(Burn(unit))
        if board.unit(unit).type == "trucks" and chance.random() < 0.7:
            made += _ride(board, unit, chance)
    edge = [unit for unit in board.on_map(side) if board.map.has(board.hex_of(unit), "west-edge")]
    return [*made, *(Exit((unit,), board.hex_of(unit)) for unit in edge if side == EN and chance.random() < 0.2)]


def _ride(board: Board, trucks: UnitId, chance: random.Random) -> Made:
    here, side = board.hex_of(trucks), board.unit(trucks).side
    beside = [unit for unit in board.units_at(here, side) if is_combat_unit(board.unit(unit))]
    walking = walk(board, (trucks,))
    goals = [there for there in way(board, walking, here, walking.points).cost if there != here]
    if not beside or not goals:
        return []
    load = tuple(chance.sample(beside, chance.randint(1, len(beside))))
    dropped = load if chance.random() < 0.6 else ()
    return [Drive(trucks, load, (Leg((chance.choice(sorted(goals)),), dropped),))]
