"""The greedy player's attacks: where odds and expected losses are good, with as much support as pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.errors import Illegal
from pbem.games.caporetto.advance import STAY
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.attack import Declared, Spent, check_attacker, check_target
from pbem.games.caporetto.by_mail.orders_combat import Second
from pbem.games.caporetto.control import enemy_hexes
from pbem.games.caporetto.counters import attack_factor, combat_units, is_out_of_supply, nation_of
from pbem.games.caporetto.employment import Call, chance
from pbem.games.caporetto.limits import attacks_left, guns_left
from pbem.games.caporetto.modifiers import Effort, artillery, die_modifiers, printed, shifts
from pbem.games.caporetto.ratio import attack_strength, columns, defence_strength, modified_row, ratio_column
from pbem.games.caporetto.stacking import limit
from pbem.games.caporetto.support import available, check_attack_support, in_defence, most_in_attack
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.fuzz.caporetto_field import Field
from tests.fuzz.caporetto_worth import Mood, distance_to_goal, hex_worth, mood_at, step_worth, threat

PRICE = 0.6  # what a support unit must bring, in factors: it could help elsewhere, or in defence
EARLY_PRICE = 1.5  # the same on turns 1 and 2
SECOND_GAS_PRICE = 9.0  # what a second German gun must bring then
UNIT_PRICE = 0.3  # what a unit must bring
MOST_SUPPORT = 5
HOPELESS = 4.0  # attacks that are worse than this are not looked at closely


@dataclass(slots=True)
class Plan:
    """An attack that could be made, and what it promises."""

    target: HexId
    units: tuple[UnitId, ...]
    support: tuple[UnitId, ...] = ()
    worth: float = -1.0
    vacant: float = 0.0  # how likely the hex is emptied


class Scene:
    """One enemy hex as an attacker sees it: what does not depend on who attacks."""

    def __init__(self, board: Board, side: Side, target: HexId) -> None:
        self.board, self.side, self.target = board, side, target
        self.mood = mood_at(board, side, target)
        self.defenders = check_target(board, side, target, Spent())
        self.steps = sum(board.steps(unit) for unit in self.defenders)
        self.step_worth = sum(step_worth(board, unit) for unit in self.defenders) / len(self.defenders)
        self.ground = _ground(board, side, target, self.mood)
        able = in_defence(board, board.enemy_of(side), self.defenders)
        calls = [Call(unit, target, self.defenders, is_attack=False) for unit in able]
        self.shield = [float(chance(board, call)) for call in calls]
        self.chances: dict[UnitId, float] = {}

    def chance(self, gun: UnitId, units: tuple[UnitId, ...]) -> float:
        """How likely the support unit is employed here."""
        if gun not in self.chances:
            self.chances[gun] = float(chance(self.board, Call(gun, self.target, units, is_attack=True)))
        return self.chances[gun]


def plans(board: Board, side: Side) -> list[Plan]:
    """The best attacks, one after the other, each unit and each gun once."""
    free, guns, most = _able(board, side), list(available(board, side)), attacks_left(board, side)
    scenes = {target: Scene(board, side, target) for target in free}
    offers = {target: _best(scenes[target], units, guns) for target, units in free.items()}
    made: list[Plan] = []
    while offers and (most is None or len(made) < most):
        targets = [plan.target for plan in made]
        wide = {t: plan.worth + _breach(board, plan, targets, scenes[t].mood) for t, plan in offers.items()}
        best = offers.pop(max(wide, key=lambda target: (wide[target], target)))
        if wide[best.target] <= 0:
            break
        made.append(best)
        guns = [gun for gun in guns if gun not in best.support]
        for target, plan in list(offers.items()):
            if set(plan.units) & set(best.units) or set(plan.support) & set(best.support):
                left = [unit for unit in free[target] if not any(unit in one.units for one in made)]
                offers[target] = _best(scenes[target], left, guns)
    return made


def _breach(board: Board, plan: Plan, targets: Sequence[HexId], how: Mood) -> float:
    """A hex beside another that is attacked makes the hole wider."""
    beside = [there for there in board.map.grid.neighbours[plan.target] if there in targets]
    return how.breach * plan.vacant * len(beside) if how.is_attacking else 0.0


def _able(board: Board, side: Side) -> dict[HexId, list[UnitId]]:
    """Every enemy hex that can be attacked, with the units beside it."""
    found = {}
    for target in sorted(enemy_hexes(board, side)):
        around = [unit for there in board.map.grid.neighbours[target] for unit in combat_units(board, there, side)]
        units = [unit for unit in around if _may_attack(board, side, unit, target)]
        if units and combat_units(board, target, board.enemy_of(side)):
            found[target] = units
    return found


def _may_attack(board: Board, side: Side, unit: UnitId, target: HexId) -> bool:
    if is_out_of_supply(board, unit):
        return False  # it would pay in whole steps for half of its strength
    try:
        check_attacker(board, side, unit, target, Spent())
    except Illegal:
        return False
    return True


# -- one attack ----------------------------------------------------------------------------------------------


def _best(scene: Scene, units: Sequence[UnitId], guns: Sequence[UnitId]) -> Plan:
    """With all units at hand, one support unit after the other as long as it pays; then no more units than it takes."""
    board = scene.board
    plan = Plan(scene.target, tuple(sorted(units, key=lambda u: (-attack_factor(board, u), u))))
    if not units:
        return plan
    judge(scene, plan)
    most = min(MOST_SUPPORT, most_in_attack(board, scene.side, units))
    useless: list[tuple[str, str]] = []
    for gun in _usable(scene, plan, guns) if most else ():
        kind = (board.unit(gun).nation, board.unit(gun).type)
        if len(plan.support) == most or kind in useless:
            continue
        more = judge(scene, Plan(scene.target, plan.units, (*plan.support, gun)))
        if more.worth - plan.worth >= _price(board, plan, gun):
            plan = more
        else:
            useless.append(kind)
    return _trimmed(scene, plan) if plan.worth > -HOPELESS else plan


def _price(board: Board, plan: Plan, gun: UnitId) -> float:
    """On turns 1 and 2 support opens holes everywhere and is dear; one German gun brings the gas, a second little."""
    if board.turn > 2:
        return PRICE
    if gun not in artillery(board, (gun,), "GE"):
        return EARLY_PRICE
    return SECOND_GAS_PRICE if artillery(board, plan.support, "GE") else 0.0


def _trimmed(scene: Scene, plan: Plan) -> Plan:
    """The strongest units of the plan, as many as pay: the others can attack elsewhere."""
    best = plan
    for number in range(1, len(plan.units)):
        less = judge(scene, Plan(plan.target, plan.units[:number], plan.support))
        if less.worth - UNIT_PRICE * number > best.worth - UNIT_PRICE * len(best.units):
            best = less
    return best


def _usable(scene: Scene, plan: Plan, guns: Sequence[UnitId]) -> list[UnitId]:
    """Support units that may help here, Germans and the surest first."""
    board, left = scene.board, guns_left(scene.board, scene.side)
    able = [gun for gun in guns if _may_help(scene, gun, plan)]
    if left is not None:
        fire = [gun for gun in able if board.unit(gun).type == "artillery"]
        able = [gun for gun in able if gun not in fire[left:]]
    return sorted(able, key=lambda gun: (nation_of(board, gun) != "GE", -scene.chance(gun, plan.units), gun))


def _may_help(scene: Scene, gun: UnitId, plan: Plan) -> bool:
    try:
        check_attack_support(scene.board, scene.side, gun, plan.units, plan.target)
    except Illegal:
        return False
    return True


def judge(scene: Scene, plan: Plan) -> Plan:
    """What the attack is worth in factors, and how likely it empties the hex; written into the plan."""
    board = scene.board
    declared = Declared(scene.side, 1, plan.target, plan.units, scene.defenders, plan.support)
    column = _column(scene, declared)
    drm = die_modifiers(board, Effort(declared, plan.support)).total
    ours = sum(step_worth(board, unit) for unit in plan.units) / len(plan.units)
    storming = [unit for unit in plan.units if is_assault(board, unit, plan.target)]
    ground = scene.ground + scene.mood.storm * len(storming)
    plan.worth = plan.vacant = 0.0
    for die in range(1, 7):
        row = board.scenario.charts["crt"][f"row{modified_row(board, die, drm)}"]
        for index, share in _columns(board, column):
            cost, hits = row[index].split("/")
            hit = scene.steps if hits == "E" else min(scene.steps, int(hits))
            gone = 1.0 if hit >= scene.steps else 0.3 if hit else 0.0
            gain = scene.mood.gain * hit * scene.step_worth - int(cost) * ours + gone * ground
            plan.worth += share / 6 * gain
            plan.vacant += share / 6 * gone
    return plan


def _column(scene: Scene, declared: Declared) -> float:
    """The column that can be expected: odds, terrain and the like, and the mean of both sides' support."""
    board = scene.board
    attack, defence = attack_strength(board, declared.attackers), defence_strength(board, declared.defenders)
    column: float = ratio_column(board, attack.total, defence.total)
    column += shifts(board, Effort(declared)).total
    column += sum(scene.chance(gun, declared.attackers) for gun in declared.support)
    line = printed(board, "shift", "feuerwaltz")
    if board.turn in line["turns"] and len(artillery(board, declared.support, "GE")) >= int(line["german_artillery"]):
        column += int(line["right"])
    return column - 0.6 * sum(scene.shield[: max(1, len(declared.support))])


def _columns(board: Board, column: float) -> list[tuple[int, float]]:
    """The two columns on both sides of the expected one, with their shares."""
    last = len(columns(board)) - 1
    low = int(column // 1)
    share = column - low
    return [(max(0, min(last, low)), 1 - share), (max(0, min(last, low + 1)), share)]


def _ground(board: Board, side: Side, target: HexId, how: Mood) -> float:
    """What the hex itself is worth: a victory point, or being nearer to one."""
    near = max(0, 6 - distance_to_goal(board, side, target)) / 6 if how.is_attacking else 0.0
    return hex_worth(board, side, target) + how.ground * (1 + near)


# -- afterwards ----------------------------------------------------------------------------------------------


def advancing(field: Field, plan: Plan) -> tuple[UnitId, ...]:
    """Who goes in, the strongest first; nobody whose going would open a way for the enemy."""
    board = field.board
    ranked = sorted(plan.units, key=lambda unit: (-attack_factor(board, unit), unit))
    room = limit(board, plan.target, field.side)
    going: list[UnitId] = []
    for unit in ranked:
        if len(going) < room and not field.opens_by([(unit, plan.target)]):
            going.append(unit)
    return tuple(going)


def seconds(board: Board, side: Side, plan: Plan, going: Sequence[UnitId]) -> tuple[Second, ...]:
    """Where assault infantry goes on to: together, into a hex behind the target that is nearer to a goal."""
    storming = [unit for unit in going if is_assault(board, unit, plan.target)]
    held, here = enemy_hexes(board, side), distance_to_goal(board, side, plan.target)
    behind = [there for there in board.map.grid.neighbours[plan.target] if there not in held]
    nearer = [there for there in behind if distance_to_goal(board, side, there) < here]
    goal = min(nearer, key=lambda there: (threat(board, side, there), there), default=None)
    is_wanted = goal and board.turn > 1 and len(storming) > 1 and mood_at(board, side, plan.target).is_attacking
    return (Second(goal),) if goal and is_wanted else (Second(STAY),)
