"""A random player of Caporetto: The Italian Front: every verb in every step, mostly legal, some of it silly."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import infiltration, mines, reinforcements, replacements, supply, support, walking
from pbem.games.caporetto.allied_options import is_garda_crossing
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.by_mail.orders_combat import Attack, Infiltrate, Mine, Recon, Second, Support, Top
from pbem.games.caporetto.by_mail.orders_turn import (
    DeclarePause,
    DeployHistorical,
    Enter,
    Leg,
    Mobilise,
    Mode,
    Move,
    Raid,
    Rebuild,
    Replenish,
    StrategicMove,
    Withdraw,
)
from pbem.games.caporetto.by_mail.sheet import targets
from pbem.games.caporetto.control import enemy_hexes, friendly_hexes
from pbem.games.caporetto.counters import AL, NATIONS, is_division, is_support, nation_of
from pbem.games.caporetto.deployment import START, allowed_hexes
from pbem.games.caporetto.headquarters import hqs
from pbem.games.caporetto.options import is_on
from pbem.games.caporetto.stacking import has_room, may_share
from pbem.games.caporetto.strategic import most
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.instructions import OnResult, on_result
from pbem.kernel.text.orders import Deploy, Hold, MoreOrder, Order
from tests.fuzz.caporetto_words import conditions, preferences

Made = list[Order]


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand."""
    kind = board.step.partition("-")[2] if board.step[:3] in ("cp-", "al-") else board.step
    made = _STEPS[kind](board, side, chance) if kind in _STEPS else []
    if kind in _IN_PARTS and chance.random() < 0.1:
        return [*made, MoreOrder()]
    return made


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Standing orders: now and then, since what they decide is not decided at random."""
    return preferences(board, side, chance) if chance.random() < 0.5 else []


def _some(chance: random.Random, items: Sequence[UnitId], share: float) -> list[UnitId]:
    return [item for item in items if chance.random() < share]


# -- set-up --------------------------------------------------------------------------------------------------


def _set_up(board: Board, side: Side, chance: random.Random) -> Made:
    waiting = [unit for unit in board.units_at(START) if board.unit(unit).side == side]
    moved = _some(chance, waiting, chance.choice([0.0, 0.1, 0.5]))
    made: Made = [Deploy(unit, chance.choice(list(allowed_hexes(board, unit)))) for unit in moved]
    if moved and chance.random() < 0.5:
        made.append(Top((chance.choice(moved),)))
    chiefs = [unit for unit in waiting if board.unit(unit).type == "hq"]
    return [DeployHistorical(), *made, *_modes(chiefs, chance)]


def _modes(chiefs: Sequence[UnitId], chance: random.Random) -> Made:
    changed = _some(chance, chiefs, 0.3)
    return [Mode(tuple(changed), chance.choice(["support", "support", "movement"]))] if changed else []


# -- before Operations ---------------------------------------------------------------------------------------


def _pause(board: Board, side: Side, chance: random.Random) -> Made:
    is_wanted = chance.random() < 0.2
    return [DeclarePause(is_wanted, conditions(board, side, chance))] if chance.random() < 0.8 else []


def _reinforcement(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    for unit in _some(chance, reinforcements.due(board, side), 0.8):
        hexes = reinforcements.entry_hexes(board, unit)
        made += [Enter((unit,), chance.choice(list(hexes)))] if hexes else []
    sources = supply.usable_sources(board, side)
    return [*made, Enter((), chance.choice(sources))] if sources and chance.random() < 0.2 else made


def _replacement(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    if side == AL and replacements.may_mobilise(board) and chance.random() < 0.4:
        made.append(Mobilise(conditions(board, side, chance)))
    left = {nation: replacements.points(board, nation) + chance.choice([0, 0, 2]) for nation in NATIONS}
    units = [unit for unit in board.units(side) if not is_support(board.unit(unit))]
    for unit in chance.sample(units, len(units)):
        order = _recover(board, unit, chance)
        steps = 2 if isinstance(order, Rebuild) and order.strength == "full" else 1
        if order and left[nation_of(board, unit)] >= replacements.cost(board, unit, steps):
            left[nation_of(board, unit)] -= replacements.cost(board, unit, steps)
            made.append(order)
    return made


def _recover(board: Board, unit: UnitId, chance: random.Random) -> Order | None:
    if replacements.is_depleted(board, unit):
        return Replenish((unit,))
    if not replacements.is_eliminated(board, unit):
        return None
    hexes = reinforcements.entry_hexes(board, unit)
    at = chance.choice([None, *hexes[:3]])
    return Rebuild(unit, chance.choice(["full", "depleted"]), at)


def _withdrawal(board: Board, side: Side, chance: random.Random) -> Made:
    units = [unit for unit in board.units(side) if board.is_on_map(unit) or is_support(board.unit(unit))]
    return [Withdraw(tuple(chance.sample(units, min(4, len(units)))))] if units and chance.random() < 0.5 else []


def _strategic(board: Board, side: Side, chance: random.Random) -> Made:
    own = [unit for unit in board.on_map(side) if not walking.is_pinned(board, unit)]
    hexes = [h for h in friendly_hexes(board, side) if supply.has_line(board, h, side)]
    made: Made = []
    for unit in chance.sample(own, min(len(own), chance.randint(0, most(board, side) + 1))):
        goals = [h for h in chance.sample(hexes, min(12, len(hexes))) if has_room(board, h, side, (unit,))]
        goal = _nearest(board, side, goals, chance)
        if goal:
            made.append(StrategicMove(unit, goal, conditions(board, side, chance)))
    return made


# -- combat --------------------------------------------------------------------------------------------------


def _first_combat(board: Board, side: Side, chance: random.Random) -> Made:
    made = _modes(hqs(board, side), chance)
    if side == AL and is_on(board, "trieste-raid") and (board.turn == 13 or chance.random() < 0.02):
        able = [unit for unit in board.on_map(AL) if not walking.is_pinned(board, unit)]
        able = [unit for unit in able if is_division(board.unit(unit)) and nation_of(board, unit) == "IT"]
        made += [Raid(chance.choice(able))] if able else []
    return [*made, *_combat(board, side, chance)]


def _combat(board: Board, side: Side, chance: random.Random) -> Made:
    spare = list(support.available(board, side))
    chance.shuffle(spare)
    return [
        *_tops(board, side, chance),
        *_recon(board, side, spare, chance),
        *_mine(board, side, chance),
        *_attacks(board, side, spare, chance),
    ]


def _tops(board: Board, side: Side, chance: random.Random) -> Made:
    units = board.on_map(side)
    return [Top(tuple(chance.sample(units, min(2, len(units)))))] if units and chance.random() < 0.2 else []


def _recon(board: Board, side: Side, spare: list[UnitId], chance: random.Random) -> Made:
    """Some air units over an enemy hex, most often one that can be attacked."""
    enemies = sorted(enemy_hexes(board, side))
    flying = [unit for unit in spare if board.unit(unit).type == "air" and chance.random() < 0.4]
    if not flying or not enemies:
        return []
    spare[:] = [unit for unit in spare if unit not in flying]
    return [Recon(tuple(flying), chance.choice(enemies), conditions(board, side, chance))]


def _mine(board: Board, side: Side, chance: random.Random) -> Made:
    hexes = mines.targets(board) if mines.is_open(board) else ()
    if side == AL or not hexes or chance.random() < 0.3:
        return []
    return [Mine(chance.choice(list(hexes)), chance.choice([(), ("all",), ("none",)]), conditions(board, side, chance))]


def _attacks(board: Board, side: Side, spare: list[UnitId], chance: random.Random) -> Made:
    aims: dict[HexId, list[UnitId]] = {}
    eagerness = chance.choice([0.1, 0.3, 0.6, 0.9])
    for unit in _some(chance, board.on_map(side), eagerness):
        hexes = targets(board, unit)
        if hexes:
            aims.setdefault(chance.choice(list(hexes)), []).append(unit)
    made: Made = []
    for target, units in aims.items():
        guns = _guns(board, side, target, units, spare, chance)
        results = _instructions(board, units, chance)
        made.append(Attack(target, tuple(units), guns, conditions(board, side, chance), results))
    return made


def _guns(
    board: Board, side: Side, target: HexId, units: list[UnitId], spare: list[UnitId], chance: random.Random
) -> Support:
    """Support units that may be used here, each once; now and then one that may not."""
    able = [unit for unit in spare if _may_support(board, side, unit, units, target) or chance.random() < 0.01]
    number = chance.randint(0, 3) if support.most_in_attack(board, side, units) > 1 else chance.randint(0, 1)
    taken = able[:number]
    spare[:] = [unit for unit in spare if unit not in taken]
    if not taken:
        return Support()
    return Support(tuple(taken), chance.choice([0, 0, len(taken)]))


def _may_support(board: Board, side: Side, unit: UnitId, units: list[UnitId], target: HexId) -> bool:
    try:
        support.check_attack_support(board, side, unit, units, target)
    except Illegal:
        return False
    return True


def _instructions(board: Board, units: Sequence[UnitId], chance: random.Random) -> tuple[OnResult, ...]:
    """What is done after which result; often nothing, so that questions come."""
    made = []
    for _ in range(chance.choice([0, 0, 1, 2])):
        ours, theirs = chance.choice(["*", "1", "2"]), chance.choice(["*", "1", "2", "E"])
        losses = chance.choice([(), ("weakest first",), tuple(units)])
        advance = chance.choice([("all",), ("none",), tuple(units[:1])])
        storming = [unit for unit in units if is_assault(board, unit)]
        second = (
            (Second(chance.choice(["stay", _beside(board, storming[0], chance)]), storming[0]),) if storming else ()
        )
        made.append(on_result(ours, theirs, losses=losses, advance=advance, second=second))
    return tuple(made)


def _beside(board: Board, unit: UnitId, chance: random.Random) -> HexId:
    """A hex two away: it may lie behind the target."""
    return chance.choice(board.map.grid.within(board.hex_of(unit), 2))


def _infiltration(board: Board, side: Side, chance: random.Random) -> Made:
    made: Made = []
    for unit in board.on_map(side):
        if not is_assault(board, unit) or chance.random() < 0.3:
            continue
        goals = [hex_id for hex_id in infiltration.reachable(board, unit).cost if hex_id != board.hex_of(unit)]
        goal = _nearest(board, side, goals, chance)
        if goal:
            made.append(Infiltrate((unit,), (goal,), conditions(board, side, chance)))
    return [*_tops(board, side, chance), *made]


# -- movement ------------------------------------------------------------------------------------------------


def _movement(board: Board, side: Side, chance: random.Random) -> Made:
    made = _tops(board, side, chance)
    stacks: dict[HexId, list[UnitId]] = {}
    for unit in board.on_map(side):
        stacks.setdefault(board.hex_of(unit), []).append(unit)
    for here, units in stacks.items():
        if walking.is_pinned(board, units[0]) or chance.random() < 0.3:
            made += [Hold(tuple(units))] if chance.random() < 0.2 else []
        elif len(units) > 1 and chance.random() < 0.3:
            made += _march_together(board, side, units, chance)
        else:
            made += [order for unit in units for order in _march(board, side, here, unit, chance)]
    return made


def _march(board: Board, side: Side, here: HexId, unit: UnitId, chance: random.Random) -> Made:
    over = [there for there in board.map.grid.neighbours[here] if is_garda_crossing(board, here, there)]
    reached = [h for h in walking.reachable(board, (unit,)).cost if h != here]
    open_ = [h for h in reached if has_room(board, h, side, (unit,)) and may_share(board, unit, h)]
    goal = over[0] if over and chance.random() < 0.5 else _nearest(board, side, open_, chance)
    return [Move((unit,), (Leg((goal,)),), conditions(board, side, chance))] if goal else []


def _march_together(board: Board, side: Side, units: list[UnitId], chance: random.Random) -> Made:
    """A stack that goes as one, perhaps with a unit that leaves it on the way."""
    reached = [h for h in walking.reachable(board, units).cost if h != board.hex_of(units[0])]
    goal = _nearest(board, side, [h for h in reached if has_room(board, h, side, units)], chance)
    if not goal:
        return []
    legs = [Leg((goal,))]
    if chance.random() < 0.4:
        on_the_way = chance.choice(list(walking.reachable(board, units).path(goal))[1:])
        legs = [Leg((on_the_way,)), Leg((), (units[-1],)), *([Leg((goal,))] if on_the_way != goal else [])]
    return [Move(tuple(units), tuple(legs), conditions(board, side, chance))]


def _nearest(board: Board, side: Side, reached: list[HexId], chance: random.Random) -> HexId | None:
    """Anywhere, or (more often) as near to the enemy as it gets, so that there is something to fight."""
    enemies = sorted(enemy_hexes(board, side))
    if not reached or not enemies or chance.random() < 0.4:
        return chance.choice(reached) if reached else None
    aim = chance.choice(enemies)
    return min(reached, key=lambda hex_id: (board.map.grid.distance(hex_id, aim), hex_id))


_STEPS: Mapping[str, Callable[[Board, Side, random.Random], Made]] = {
    "set-up": _set_up,
    "pause": _pause,
    "reinforcement": _reinforcement,
    "replacement": _replacement,
    "withdrawal": _withdrawal,
    "strategic": _strategic,
    "first-combat": _first_combat,
    "infiltration": _infiltration,
    "second-combat": _combat,
    "movement": _movement,
}
_IN_PARTS = ("first-combat", "infiltration", "second-combat", "movement")
