"""A simple greedy player of Strafexpedition 1916: good assaults behind the guns, trenches where it holds, marches."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import logistics, plans
from pbem.games.strafexpedition.artillery import is_in_battery, is_ready
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Activate, Brigade, Emplace, Move, Pass, Spend
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard, Dig
from pbem.games.strafexpedition.command import battalions, headquarters, range_of
from pbem.games.strafexpedition.counters import INFANTRY, is_artillery, is_battery, is_hq, is_independent
from pbem.games.strafexpedition.digging import check as check_dig
from pbem.games.strafexpedition.reaction import hq_hexes
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.walking import walkers_of, ways
from pbem.games.strafexpedition.zoc import beside_enemy
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.hidden import kept
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference
from tests.fuzz.strafexpedition_attacks import Blow, blows, reach
from tests.fuzz.strafexpedition_goals import POINTS, Aim, distance

Made = list[Order]
NEAR = 6  # hexes within which a brigade is at the front
MOST_MARCHES = 60  # moves in one march


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand; nothing in them is left to chance."""
    return orders_for(board, side, POINTS)


def orders_for(board: Board, side: Side, aim: Aim) -> Sequence[Order]:
    """Of a player who wants something else than the points."""
    kind = board.step.partition("-")[2] if board.step[:3] in ("it-", "ah-") else board.step
    return _STEPS[stem_of(kind)](board, side, aim) if stem_of(kind) in _STEPS else []


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """What a careful player leaves with the program for the whole game."""
    good = Condition("ratio", ">=", "2-1")
    return [
        Preference("losses", ("weakest first",)),
        Preference("fire", ("strongest first",)),
        Preference("guns", ("match",)),
        Preference("pay", ("never",)),
        Preference("counter-assault", ("all",), conditions=(good,)),
        Preference("counter-assault", ("never",)),
        Preference("react", ("any",)),
        Defaults(),
    ]


# -- the morning ---------------------------------------------------------------------------------------------


def _enemies(board: Board, side: Side) -> tuple[HexId, ...]:
    foes = [unit for unit in board.on_map(board.enemy_of(side)) if not is_hq(board.unit(unit))]
    return tuple(dict.fromkeys(board.hex_of(unit) for unit in foes))


def _command(board: Board, side: Side, aim: Aim) -> Made:
    """Brigades at the front, the nearest first, as far as the points of a few days allow; attackers with guns."""
    there, stock = _enemies(board, side), logistics.stock(board, side)
    days = min(3, int(board.scenario.card["turns"]) - board.turn + 1)
    budget = -(-stock // max(1, days)) // (2 if aim.sector else 1)
    own = [one for one, hq in headquarters(board.scenario, side).items() if aim.commands(board, hq)]
    ranked = sorted((_away(board, side, one, there), one) for one in own)
    made: Made = []
    for away, brigade in ranked:
        guns = 5 if side in aim.attackers and _guns_near(board, side, brigade) else 0
        for box in dict.fromkeys((guns, 0)):
            if away <= NEAR and plans.cost(board.scenario, box) <= budget:
                budget -= plans.cost(board.scenario, box)
                made.append(Brigade(brigade, box))
                break
    spent = sum(plans.cost(board.scenario, order.guns) for order in made if isinstance(order, Brigade))
    return [*made, Spend(spent)]


def _away(board: Board, side: Side, brigade: str, there: tuple[HexId, ...]) -> int:
    own = [board.hex_of(unit) for unit in battalions(board, side, brigade)]
    return min([distance(board, one, there) for one in own], default=99)


def _guns_near(board: Board, side: Side, brigade: str) -> list[UnitId]:
    own = tuple(board.hex_of(unit) for unit in battalions(board, side, brigade))
    guns = [unit for unit in board.on_map(side) if is_artillery(board.unit(unit)) and is_ready(board, unit)]
    return [unit for unit in guns if distance(board, board.hex_of(unit), own) <= NEAR]


def _artillery(board: Board, side: Side, aim: Aim) -> Made:
    """Guns within range of an enemy fire, the others come up."""
    there, made = _enemies(board, side), list[Order]()
    for unit in [one for one in board.on_map(side) if is_battery(board.unit(one)) and aim.commands(board, one)]:
        fires = distance(board, board.hex_of(unit), there) <= board.unit(unit).figure("range")
        if fires != is_in_battery(board, unit):
            made.append(Emplace((unit,), "fire" if fires else "move"))
    return made


# -- Actions -------------------------------------------------------------------------------------------------


def _action(board: Board, side: Side, aim: Aim) -> Made:
    hqs = headquarters(board.scenario, side)
    for brigade, most in [one for one in _planned(board, side).items() if aim.commands(board, hqs[one[0]])]:
        hexes = hq_hexes(board, side, brigade)
        if hexes:
            return _script(board, side, brigade, hexes, most, aim)
    return [Pass(is_for_today=True)]


def _planned(board: Board, side: Side) -> dict[str, int]:
    """The brigades that may still act, with the guns of their boxes."""
    found = dict(plans.opened(board, side))
    lines = [line.split("_") for line in kept(board, side, plans.PLAN).values()]
    boxes = {words[1]: int(words[3].partition("-")[2]) if len(words) > 3 else 0 for words in lines}
    names = {name.replace("_", "-"): name for name in headquarters(board.scenario, side)}
    return found | {names[name]: most for name, most in boxes.items() if names[name] not in found}


def _script(board: Board, side: Side, brigade: str, hexes: Sequence[HexId], most: int, aim: Aim) -> Made:
    at, length = hexes[0], range_of(board, headquarters(board.scenario, side)[brigade])
    near = [unit for unit in board.on_map(side) if board.map.grid.distance(board.hex_of(unit), at) <= length]
    near = [unit for unit in near if aim.commands(board, unit)]
    free = [unit for unit in near if is_independent(board.unit(unit)) and not board.is_marked(unit, "acted")]
    helpers = [unit for unit in free if board.unit(unit).type in INFANTRY][:2]
    own = [unit for unit in battalions(board, side, brigade) if unit in near]
    found = blows(board, side, [*own, *helpers], aim)
    guns = [unit for unit in free if is_artillery(board.unit(unit)) and is_ready(board, unit)]
    guns = sorted(guns, key=lambda unit: (-board.unit(unit).figure("bombardment"), unit))[:most]
    made: Made = [Activate(brigade, tuple(hexes[:3]), (*helpers, *guns))]
    made += _assaults(board, found)
    busy = [unit for blow in found for unit, _ in blow.came_from]
    idle = [unit for unit in (*own, *helpers) if unit not in busy]
    made += _bombards(board, side, guns, [blow.target for blow in found])
    return [*made, *_stay_or_go(board, side, idle, aim), Pass()]


def _assaults(board: Board, found: Sequence[Blow]) -> Made:
    made: Made = []
    for blow in found:
        moving = [(unit, origin) for unit, origin in blow.came_from if board.place(unit) != origin]
        made += [Move((unit,), (origin,)) for unit, origin in moving]
        made.append(Assault(blow.target, tuple([unit for unit, _ in blow.came_from])))
    return made


def _bombards(board: Board, side: Side, guns: Sequence[UnitId], wanted: Sequence[HexId]) -> Made:
    """What is assaulted first, else the nearest enemy."""
    salvos: dict[HexId, list[UnitId]] = {}
    for gun in guns:
        here, far = board.hex_of(gun), board.unit(gun).figure("range")
        able = [one for one in (*wanted, *_enemies(board, side)) if board.map.grid.distance(here, one) <= far]
        if able:
            goal = (
                able[0] if able[0] in wanted else min(able, key=lambda one: (board.map.grid.distance(here, one), one))
            )
            salvos.setdefault(goal, []).append(gun)
    return [Bombard(target, tuple(firing)) for target, firing in salvos.items()]


def _stay_or_go(board: Board, side: Side, idle: Sequence[UnitId], aim: Aim) -> Made:
    """Who stands beside an enemy digs, or stays; the others of an attacking side come up."""
    close = {} if aim.leaves_enemies else beside_enemy(board, side)
    diggers = [unit for unit in idle if board.hex_of(unit) in close or side not in aim.attackers]
    made: Made = []
    for unit in [one for one in idle if one not in diggers and not _guards(board, side, one, aim)]:
        goal = _nearer(board, side, unit, reach(board, unit), aim)
        made += [Move((unit,), (goal,))] if goal else []
    able = [unit for unit in diggers if not _is_refused(board, unit)][:5]
    alone = [
        unit for number, unit in enumerate(able) if board.place(unit) not in [board.place(x) for x in able[:number]]
    ]
    return [*made, *([Dig(tuple(alone))] if alone else [])]


def _guards(board: Board, side: Side, unit: UnitId, aim: Aim) -> bool:
    """Whether the unit is the one that stays in a hex that must be kept."""
    here = board.hex_of(unit)
    own = [one for one in board.units_at(here, side) if board.unit(one).type in INFANTRY]
    return here in aim.keeps(board, side) and own[:1] == [unit]


def _is_refused(board: Board, unit: UnitId) -> bool:
    try:
        check_dig(board, unit, 0)
    except Illegal:
        return True
    return False


def _nearer(board: Board, side: Side, unit: UnitId, hexes: Mapping[HexId, int], aim: Aim) -> HexId | None:
    """The reachable hex with room that is nearest to a goal, if it is nearer than where the unit stands."""
    wanted, here = aim.goals(board, side), board.hex_of(unit)
    able = [one for one in hexes if one != here and has_room(board, one, unit)]
    best = min(able, key=lambda one: (aim.away(board, one, wanted), one), default=None)
    return best if best and aim.away(board, best, wanted) < aim.away(board, here, wanted) else None


# -- the march -----------------------------------------------------------------------------------------------


def _march(board: Board, side: Side, aim: Aim) -> Made:
    """Whoever was not activated and does not hold the front goes toward a goal, in strides where nobody is near."""
    made, close = list[Order](), {} if aim.leaves_enemies else beside_enemy(board, side)
    copy = board.copy()
    for unit in board.on_map(side):
        counter = board.unit(unit)
        is_still = is_hq(counter) or board.hex_of(unit) in close or board.is_marked(unit, "acted")
        is_still = is_still or _guards(board, side, unit, aim) or not aim.commands(board, unit)
        if is_still or (is_artillery(counter) and is_in_battery(board, unit)) or len(made) >= MOST_MARCHES:
            continue
        for how in ("strategic", ""):
            goal = _nearer(copy, side, unit, _marches(board, unit, how), aim)
            if goal:
                made.append(Move((unit,), (goal,), how))
                copy.put(unit, goal, "greedy")
                break
    return made


def _marches(board: Board, unit: UnitId, how: str) -> dict[HexId, int]:
    try:
        walkers = walkers_of(board, (unit,), how, is_march=True)
    except Illegal:
        return {}
    return {stage.hex: cost for stage, cost in ways(board, walkers, board.hex_of(unit), walkers.halves).cost.items()}


_STEPS: Mapping[str, Callable[[Board, Side, Aim], Made]] = {
    "command": _command, "artillery": _artillery, "action": _action, "march": _march,
}  # fmt: skip
