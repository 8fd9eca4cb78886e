"""A random player of Italia 1917-1918: every verb in every step, mostly legal, some of it silly."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from pbem.games.italia18 import reinforcements
from pbem.games.italia18.allowance import EXPLOIT, MARCH, MOVE, RESERVE
from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.orders_combat import Assault, Drop, Exploit, Leave
from pbem.games.italia18.by_mail.orders_move import (
    Arrive,
    Demolish,
    Disengage,
    Displace,
    Leg,
    Move,
    Rebuild,
    Release,
    Relieve,
    Reserve,
    Span,
    Unbridge,
)
from pbem.games.italia18.costs import is_mobile
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.guns import OFFENSIVE, may_counter, ready_guns
from pbem.games.italia18.lead import possible_leads
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import ATTACKED, DISENGAGE, EXPLOITATION, FROZEN, RESERVES
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.ways import PONTOON, bridges, river
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.text.orders import Hold, MoreOrder, Order
from pbem.kernel.text.preferences import Preference
from tests.fuzz import italia18_lines, italia18_specials

Made = list[Order]
BUSY = 24  # units that a side moves in a phase, on the average, where it has many


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand."""
    kind = stem_of(board.step.partition("-")[2])
    made = _STEPS[kind](board, side, chance) if kind in _STEPS else []
    return [*made, MoreOrder()] if kind in ("move", "combat") and chance.random() < 0.04 else made


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Standing orders: now and then, since what they decide is not decided at random."""
    if chance.random() < 0.5:
        return []
    plain = [Preference("overstack", ("weakest first",)), Preference("distance", (chance.choice(["max", "min", "1"]),))]
    return [*plain, *italia18_lines.standing(board, side, chance)]


def _some(chance: random.Random, items: Sequence[UnitId], share: float) -> list[UnitId]:
    return [item for item in items if chance.random() < share]


def _fighters(board: Board, side: Side) -> list[UnitId]:
    return [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]


# -- movement ------------------------------------------------------------------------------------------------


def _move(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    for unit in reinforcements.due(board, side):
        hexes = reinforcements.entry_hexes(board, unit)
        if hexes and chance.random() < 0.7:
            made.append(Arrive((unit,), chance.choice(hexes)))
    movers = [unit for unit in board.on_map(side) if not is_assault_troops(board.unit(unit))]
    going = _some(chance, movers, min(0.5, BUSY / max(1, len(movers))))
    for unit in chance.sample(going, len(going)):
        made += _one_move(board, unit, chance)
    still = [unit for unit in _fighters(board, side) if unit not in going]
    made += _markers(board, side, still, chance)
    made += italia18_specials.rides(board, side, chance)
    return [*italia18_specials.opening(board, side, chance), *made, *_works(board, side, chance)]


def _one_move(board: Board, unit: UnitId, chance: random.Random) -> Made:
    if board.is_marked(unit, FROZEN):
        return [Release((unit,))] if chance.random() < 0.1 else []
    if not is_mobile(board, unit):
        return []
    here, counter = board.hex_of(unit), board.unit(unit)
    units = (unit, *(riding_with(board, unit) if is_combat_unit(counter) else ()))
    is_march = chance.random() < 0.15 and is_combat_unit(counter)
    walking = walk(board, units, MARCH if is_march else MOVE)
    goals = [there for there in way(board, walking, here, walking.points).cost if there != here]
    if not goals:
        return [Hold((unit,))] if chance.random() < 0.2 else []
    goal = chance.choice(sorted(goals))
    others = [one for one in _fighters(board, counter.side) if board.hex_of(one) != here]
    if is_in_enemy_zoc(board, here, counter.side) and others and chance.random() < 0.3:
        near = min(others, key=lambda one: (board.map.grid.distance(board.hex_of(one), here), one))
        return [Relieve(unit, (near,)), Move(units, (Leg((goal,)),))]
    if chance.random() < 0.3 and is_combat_unit(counter):
        return [_over_water(board, units, goal, chance)]
    return [Move(units, (Leg((goal,)),), is_march)]


def _over_water(board: Board, units: tuple[UnitId, ...], goal: HexId, chance: random.Random) -> Order:
    """A move that tries a pontoon, where a river is near; else a plain one."""
    here = board.hex_of(units[0])
    banks = [there for there in board.map.grid.neighbours[here] if river(board.map, here, there)]
    if not banks:
        return Move(units, (Leg((goal,)),))
    there = chance.choice(banks)
    span = Span(here, there, chance.choice([1, 2]))
    return Move(units, (Leg((), span=span), Leg((there,))), otherwise=(goal,) if chance.random() < 0.5 else ())


def _markers(board: Board, side: Side, still: Sequence[UnitId], chance: random.Random) -> Made:
    near = [unit for unit in still if is_in_enemy_zoc(board, board.hex_of(unit), side)]
    made: Made = [Disengage((unit,)) for unit in _some(chance, near, 0.15)]
    back = [unit for unit in still if unit not in near]
    return [*made, *(Reserve((unit,)) for unit in _some(chance, back, 0.4))]


def _works(board: Board, side: Side, chance: random.Random) -> Made:
    """Bridges and pontoons near the own units."""
    made: Made = []
    for unit in _some(chance, board.on_map(side), 0.2):
        here = board.hex_of(unit)
        for there in board.map.grid.neighbours[here]:
            if bridges(board.map, here, there) and chance.random() < 0.3:
                made.append(chance.choice([Demolish, Rebuild])(*sorted((here, there))))
    for one in board.marked_sides(PONTOON):
        if chance.random() < 0.2:
            made.append(Unbridge(one.a, one.b))
    return made


# -- combat --------------------------------------------------------------------------------------------------


def _combat(board: Board, side: Side, chance: random.Random) -> Made:
    made = _attacks(board, side, _fighters(board, side), chance)
    leaving = dict.fromkeys([board.hex_of(unit) for unit in _fighters(board, side) if board.is_marked(unit, DISENGAGE)])
    return [*made, *(Leave(here) for here in leaving if chance.random() < 0.9)]


def _attacks(board: Board, side: Side, units: Sequence[UnitId], chance: random.Random) -> Made:
    """Whoever is beside an enemy may attack him, with some of his neighbours and some guns."""
    able = [u for u in units if not any(board.is_marked(u, mark) for mark in (DISENGAGE, RESERVES, FROZEN, ATTACKED))]
    made: Made = []
    targets = dict.fromkeys([there for unit in able for there in board.map.grid.neighbours[board.hex_of(unit)]])
    held = [there for there in sorted(targets) if combat_units_in(board, there, board.enemy_of(side))]
    for target in chance.sample(held, len(held)):
        near = [unit for unit in able if board.map.grid.are_adjacent(board.hex_of(unit), target)]
        chosen = chance.sample(near, chance.randint(0, len(near)))
        if chosen and possible_leads(board, chosen) and chance.random() < 0.7:
            made.append(_attack(board, side, target, tuple(chosen), chance))
            able = [unit for unit in able if unit not in chosen]
    return made


def _attack(board: Board, side: Side, target: HexId, units: tuple[UnitId, ...], chance: random.Random) -> Order:
    is_late = "exploit" in board.step
    ready = [gun for gun in ready_guns(board, side, target, is_attack=True) if not is_late or may_counter(board, gun)]
    guns = tuple(_some(chance, ready, 0.5))
    troops = [one for unit in units for one in riding_with(board, unit)]
    leads = tuple(chance.sample(units, chance.choice([0, 1])))
    made = Assault(target, units, guns, chance.choice([0, 0, 1, 2]), leads, tuple(_some(chance, troops, 0.7)))
    return italia18_lines.with_results(board, made, chance)


def _exploit(board: Board, side: Side, chance: random.Random) -> Made:
    marked = [unit for unit in _fighters(board, side) if board.is_marked(unit, EXPLOITATION)]
    made = _attacks(board, side, marked, chance)
    made += [Drop(unit) for unit in _some(chance, marked, 0.1)]
    for unit in _fighters(board, side):
        how = EXPLOIT if unit in marked else RESERVE if board.is_marked(unit, RESERVES) else ""
        if how and chance.random() < 0.8:
            walking = walk(board, (unit, *riding_with(board, unit)), how)
            goals = [one for one in way(board, walking, walking.start, walking.points).cost if one != walking.start]
            made += [Exploit(unit, (chance.choice(sorted(goals)),))] if goals else []
    for gun in [unit for unit in board.on_map(side) if board.is_marked(unit, OFFENSIVE)]:
        there = chance.choice(board.map.grid.neighbours[board.hex_of(gun)])
        made += [Displace(gun, (there,))] if chance.random() < 0.6 else []
    return made


_STEPS: Mapping[str, Callable[[Board, Side, random.Random], Made]] = {
    "set-up": italia18_specials.set_up, "hinder": italia18_specials.hinder, "move": _move, "combat": _combat,
    "exploit": _exploit,
}  # fmt: skip
