"""A random player of Strafexpedition 1916: every verb in every step, mostly legal, some of it silly."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import deployment, logistics, plans, reinforcements
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Activate, Brigade, Emplace, Move, Pass, Spend, written
from pbem.games.strafexpedition.by_mail.orders_guns import BlowUp, Bombard, Delay, Dig, Enter, Keep, Reduce, Replace
from pbem.games.strafexpedition.command import battalions, headquarters
from pbem.games.strafexpedition.counters import (
    combat_units,
    is_artillery,
    is_battery,
    is_fortress,
    is_hq,
    is_independent,
    is_infantry,
)
from pbem.games.strafexpedition.reaction import hq_hexes
from pbem.games.strafexpedition.trenches import level
from pbem.games.strafexpedition.walking import walkers_of, ways
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.hidden import kept
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.text.orders import Deploy, Hold, MoreOrder, Order
from pbem.kernel.text.preferences import Preference

Made = list[Order]


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand."""
    kind = board.step.partition("-")[2] if board.step[:3] in ("it-", "ah-") else board.step
    made = _STEPS[stem_of(kind)](board, side, chance) if stem_of(kind) in _STEPS else []
    if stem_of(kind) == "action" and chance.random() < 0.05:
        return [*made, MoreOrder()]
    return made


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Standing orders: now and then, since what they decide is not decided at random."""
    if chance.random() < 0.5:
        return []
    brigades = [written(one) for one in headquarters(board.scenario, side) if battalions(board, side, one)]
    reactions = [("never",), ("any",), *((one,) for one in brigades)]
    made: Made = [Preference("react", chance.choice(reactions))]
    return [*made, Preference("infiltration-fire", (chance.choice(["fire", "hold"]),))]


def _some(chance: random.Random, items: Sequence[UnitId], share: float) -> list[UnitId]:
    return [item for item in items if chance.random() < share]


# -- before the Actions --------------------------------------------------------------------------------------


def _set_up(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    waiting = [unit for unit in board.units_at(deployment.START) if board.unit(unit).side == side]
    for unit in _some(chance, waiting, chance.choice([0.0, 0.1, 0.5])):
        line = deployment.line_of(board.scenario, unit)
        zone = deployment.zone_of(board, line) if line else ()
        made += [Deploy(unit, chance.choice(zone))] if zone else []
    guns = [unit for unit in waiting if is_battery(board.unit(unit))]
    moving = _some(chance, guns, 0.2)
    return [*made, Emplace(tuple(moving), "move")] if moving else made


def _reinforcement(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    for unit in _some(chance, reinforcements.due(board, side), 0.9):
        hexes = reinforcements.open_hexes(board, unit)
        made += [Enter((unit,), tuple(chance.sample(hexes, min(2, len(hexes)))))] if hexes else []
    late = _some(chance, reinforcements.due(board, side), 0.05)
    return [*made, Delay(tuple(late))] if late else made


def _command(board: Board, side: Side, chance: random.Random) -> Made:
    brigades = [one for one in headquarters(board.scenario, side) if battalions(board, side, one)]
    left, made = logistics.stock(board, side), list[Order]()
    for brigade in chance.sample(brigades, len(brigades)):
        guns = chance.choice([0, 5, 5, 10, 15])
        points = plans.cost(board.scenario, guns)
        if points <= left and chance.random() < 0.8:
            left -= points
            made.append(Brigade(brigade, guns))
    spent = logistics.stock(board, side) - left
    return [*made, Spend(spent + chance.randint(0, min(2, left)))] if chance.random() < 0.7 else made


def _artillery(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    guns = [unit for unit in board.on_map(side) if is_battery(board.unit(unit))]
    for unit in _some(chance, guns, 0.1):
        made.append(Emplace((unit,), "move" if board.is_marked(unit, "fire") else "fire"))
    own = [unit for unit in board.on_map(side) if is_infantry(board.unit(unit))]
    trenches = [board.hex_of(unit) for unit in _some(chance, own, 0.01) if level(board, board.hex_of(unit))]
    made += [Reduce((one,)) for one in dict.fromkeys(trenches)]
    blown = _some(chance, [unit for unit in board.on_map(side) if is_artillery(board.unit(unit))], 0.01)
    return [*made, BlowUp(tuple(blown))] if blown else made


# -- Actions -------------------------------------------------------------------------------------------------


def _action(board: Board, side: Side, chance: random.Random) -> Made:
    able = [one for one in headquarters(board.scenario, side) if _is_planned(board, side, one)]
    if not able or chance.random() < 0.1:
        return [Pass(chance.random() < 0.5)]
    brigade = chance.choice(able)
    hexes = hq_hexes(board, side, brigade)
    if not hexes:
        return [Pass()]
    at = chance.sample(hexes[:12], min(2, len(hexes[:12])))
    attached = _attached(board, side, brigade, at[0], chance)
    units = [*battalions(board, side, brigade), *(one for one in attached if not is_artillery(board.unit(one)))]
    made: Made = [Activate(brigade, tuple(at), tuple(attached))]
    made += _fight(board, side, units, chance)
    guns = [one for one in attached if is_artillery(board.unit(one))]
    made += _bombardment(board, side, guns, [o.target for o in made if isinstance(o, Assault)], chance)
    diggers = _some(chance, units, 0.2)
    return [*made, *([Dig(tuple(diggers))] if diggers else []), *([Pass()] if chance.random() < 0.3 else [])]


def _is_planned(board: Board, side: Side, brigade: str) -> bool:
    lines = [line.split("_")[1] for line in kept(board, side, plans.PLAN).values()]
    return brigade in plans.opened(board, side) or brigade.replace("_", "-") in lines


def _attached(board: Board, side: Side, brigade: str, at: HexId, chance: random.Random) -> list[UnitId]:
    near = [unit for unit in board.on_map(side) if board.map.grid.distance(board.hex_of(unit), at) <= 5]
    free = [
        u
        for u in near
        if is_independent(board.unit(u)) and not is_hq(board.unit(u)) and not board.is_marked(u, "acted")
    ]
    return chance.sample(free, min(len(free), chance.choice([0, 2, 5, 10])))


def _fight(board: Board, side: Side, units: Sequence[UnitId], chance: random.Random) -> Made:
    """Some move, and whoever is beside an enemy then may assault him."""
    made: Made = []
    for unit in chance.sample(list(units), len(units)):
        if not board.is_on_map(unit):
            continue
        here, roll = board.hex_of(unit), chance.random()
        if roll < 0.4:
            goal = _goal(board, unit, "", False, chance)
            if goal is not None:
                made.append(Move((unit,), (goal,), "forced" if chance.random() < 0.1 else ""))
                here = goal
        targets = [one for one in board.map.grid.neighbours[here] if combat_units(board, one, board.enemy_of(side))]
        if targets and chance.random() < 0.6:
            made.append(Assault(chance.choice(targets), (unit,), chance.random() < 0.05))
    return made


def _goal(board: Board, unit: UnitId, how: str, is_march: bool, chance: random.Random) -> HexId | None:
    try:
        walkers = walkers_of(board, (unit,), how, is_march)
    except Illegal:
        return None
    found = [stage.hex for stage in ways(board, walkers, board.hex_of(unit), walkers.halves).cost]
    goals = sorted({one for one in found if one != board.hex_of(unit)})
    return chance.choice(goals) if goals else None


def _bombardment(
    board: Board, side: Side, guns: Sequence[UnitId], wanted: Sequence[HexId], chance: random.Random
) -> Made:
    made: dict[HexId, list[UnitId]] = {}
    enemies = [board.hex_of(unit) for unit in board.on_map(board.enemy_of(side)) if not is_hq(board.unit(unit))]
    for gun in guns:
        near = [
            one for one in enemies if board.map.grid.distance(board.hex_of(gun), one) <= board.unit(gun).figure("range")
        ]
        able = [one for one in near if one in wanted] or near
        if able and chance.random() < 0.8:
            made.setdefault(chance.choice(able), []).append(gun)
    return [Bombard(target, tuple(firing)) for target, firing in made.items()]


# -- after them ----------------------------------------------------------------------------------------------


def _march(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    able = [u for u in board.on_map(side) if not is_hq(board.unit(u)) and not is_fortress(board.unit(u))]
    for unit in _some(chance, able, min(0.5, 20 / max(1, len(able)))):
        how = chance.choice(["", "", "", "forced", "strategic"])
        goal = _goal(board, unit, how, True, chance)
        if goal is not None:
            made.append(Move((unit,), (goal,), how))
    idle = _some(chance, able, 0.02)
    return [*made, Hold(tuple(idle))] if idle else made


def _rally(board: Board, side: Side, chance: random.Random) -> Made:
    hurt = [
        u for u in board.units(side) if is_infantry(board.unit(u)) and board.steps(u) < board.unit(u).figure("steps")
    ]
    made: Made = [Replace(unit) for unit in _some(chance, hurt, 0.3)]
    tired = _some(chance, [unit for unit in board.marked(side) if board.is_on_map(unit)], 0.05)
    return [*made, Keep(tuple(tired))] if tired else made


_STEPS: Mapping[str, Callable[[Board, Side, random.Random], Made]] = {
    "set-up": _set_up, "reinforcement": _reinforcement, "command": _command, "artillery": _artillery,
    "action": _action, "march": _march, "rally": _rally,
}  # fmt: skip
