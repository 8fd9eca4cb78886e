"""The greedy player's attacks: which hexes, with whom and from where, and whether the table is kind enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch.attack import Phase, declare, hqs_for
from pbem.games.durchbruch.by_mail.odds import outcomes
from pbem.games.durchbruch.by_mail.orders import Advance, Attack, Move, Overrun
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.costs import mover
from pbem.games.durchbruch.counters import AG, corps_of, infiltrates, is_combat_unit, is_gun, is_regiment
from pbem.games.durchbruch.ground import is_across_the_isonzo
from pbem.games.durchbruch.marks import BRIDGING, OOC2, PINNED, SPENT, STOPPED
from pbem.games.durchbruch.passages import needs_check
from pbem.games.durchbruch.planning import Segment, check_goal, check_units, plan
from pbem.games.durchbruch.status import strength
from pbem.games.durchbruch.support import able
from pbem.games.durchbruch.walking import has_room, reachable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.preferences import Condition
from tests.fuzz.durchbruch_goals import away, axis, price_of_a_step, progress, worth

Units = tuple[UnitId, ...]
MOST_GROUPS = 3  # that attack one hex
GROUND = Fraction(1, 4)  # what it is worth to push an enemy back
MORE = Fraction(1, 3)  # for which another group joins
HOPE = Fraction(3, 4)  # that a passage is made
RISK = Fraction(5, 4)  # by which it fears its own losses more than their price
LEAST = Fraction(1, 4)  # the least gain for which it attacks


@dataclass(slots=True)
class Intent:
    """What a corps means to do: a board on which it has been done, the orders for it, and who and what is used."""

    side: Side
    corps: str  # nothing in the Preliminary Phase
    board: Board
    segment: Segment
    moves: list[Move | Overrun] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    busy: dict[UnitId, None] = field(default_factory=dict)
    faced: dict[UnitId, None] = field(default_factory=dict)  # batteries of the enemy that earlier attacks draw

    def go(self, units: Units, goal: HexId) -> bool:
        """Move on the board of intentions, if the rules allow it; who stands there already need not."""
        here = self.board.hex_of(units[0])
        if here == goal:
            return True
        order = Move(units, (goal,), "next" if self.corps and len(units) > 1 else "")
        try:
            check_units(self.board, units, self.segment)
            plan(self.board, units, order.path, here)
            check_goal(self.board, units, goal, self.segment)
        except Illegal:
            return False
        for unit in units:
            self.board.put(unit, goal, "greedy")
        self.segment.moved |= dict.fromkeys(units)
        self.moves.append(order)
        return True


def groups(board: Board, side: Side, corps: str) -> list[Units]:
    """The combat units of the corps that may act, hex by hex; where corps are mixed each for itself."""
    found: dict[tuple[HexId, str], list[UnitId]] = {}
    for unit in board.on_map(side):
        counter = board.unit(unit)
        is_held = any(board.is_marked(unit, mark) for mark in (STOPPED, BRIDGING, SPENT))
        if is_combat_unit(counter) and not is_held and corps in ("", corps_of(counter)):
            found.setdefault((board.hex_of(unit), corps_of(counter)), []).append(unit)
    return [tuple(units) for units in found.values()]


def fighters(board: Board, units: Units) -> Units:
    """Those of a group that may attack."""
    held = (PINNED, OOC2)
    found = tuple([u for u in units if not any(board.is_marked(u, mark) for mark in held)])
    return found if any(board.unit(unit).type != "mg" for unit in found) else ()


def assaults(intent: Intent, most_units: int = 99, gain: Mapping[HexId, Fraction] | None = None) -> None:
    """Plan the attacks of the corps, the most promising first; each group takes part in one."""
    board, side, gains = intent.board, intent.side, gain or {}
    able_groups = [fighters(board, _without(group, tuple(intent.busy))) for group in groups(board, side, intent.corps)]
    free = {group: reachable(board, group).cost for group in able_groups if group}
    promising: list[tuple[Fraction, HexId, str]] = []
    for target in _targets(board, side, free):
        for corps in dict.fromkeys(corps_of(board.unit(group[0])) for group in free):
            found = _best(intent, target, _of_corps(board, free, corps), most_units, gains.get(target, Fraction(0)))
            if found:
                promising.append((-found.value, target, corps))
    for _, target, corps in sorted(promising):
        near = {group: cost for group, cost in _of_corps(board, free, corps).items() if group[0] not in intent.busy}
        left = most_units - len(intent.busy)
        found = _best(intent, target, near, left, gains.get(target, Fraction(0)))
        if found and not any(order.target == target for order in intent.attacks):
            _commit(intent, found)


Reaches = Mapping[Units, Mapping[HexId, int]]


def _of_corps(board: Board, free: Reaches, corps: str) -> dict[Units, Mapping[HexId, int]]:
    return {group: cost for group, cost in free.items() if corps_of(board.unit(group[0])) == corps}


def _targets(board: Board, side: Side, free: Reaches) -> list[HexId]:
    reached = dict.fromkeys(hex_id for cost in free.values() for hex_id in cost)
    return [one for one in enemy_hexes(board, side) if any(h in reached for h in board.map.grid.neighbours[one])]


# -- one attack ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack that is worth making: what it promises, the moves for it, and the board after them."""

    value: Fraction
    board: Board
    moves: tuple[Move | Overrun, ...]
    order: Attack
    faced: Units


def _best(intent: Intent, target: HexId, free: Reaches, left: int, gain: Fraction) -> Blow | None:
    """The force that promises most: the strongest groups, one more as long as it helps."""
    best: Blow | None = None
    trial = replace(intent, board=intent.board.copy(), moves=[], segment=_copied(intent.segment))
    faced, force, joined = _shield(intent, target), list[UnitId](), 0
    lost, won = Fraction(0), Fraction(0)
    ranked = sorted(free, key=lambda group: (-sum(strength(intent.board, unit) for unit in group), group))
    sure = Fraction(1)
    for group in ranked:
        start, tester = _position(trial, target, group, free[group])
        if not start or len(force) + len(group) > left or not trial.go((*tester, *_without(group, tester)), start):
            continue
        force, joined = [*force, *_without(group, tester)], joined + 1
        sure *= HOPE if tester else 1
        lost += _ahead(intent.board, group, free[group], start)
        won = max(won, progress(intent.board, group, target))
        order, value = _judged(trial, target, tuple(force), gain + won, faced)
        value -= lost
        if order and (best is None or value * sure > best.value + MORE):
            order = replace(order, conditions=_provided(trial)) if sure < 1 else order
            best = Blow(value * sure, trial.board.copy(), tuple(trial.moves), order, faced)
        if joined >= MOST_GROUPS:
            break
    return best if best and best.value >= LEAST else None


def _ahead(board: Board, group: Units, cost: Mapping[HexId, int], start: HexId) -> Fraction:
    """What the group gives up if it attacks from there instead of going on: its best march toward its goal."""
    if board.unit(group[0]).side != AG or not any(is_regiment(board.unit(unit)) for unit in group):
        return Fraction(0)
    best = max((progress(board, group, one) for one in cost), default=Fraction(0))
    return max(Fraction(0), best - progress(board, group, start))


def _shield(intent: Intent, target: HexId) -> Units:
    """The batteries with which the defender is likely to answer."""
    board, enemy = intent.board, intent.board.enemy_of(intent.side)
    units = [unit for unit in board.units_at(target, enemy) if is_combat_unit(board.unit(unit))]
    if not intent.corps or not units:
        return ()
    return tuple([gun for gun in able(board, enemy, target, units) if gun not in intent.faced])


def _copied(segment: Segment) -> Segment:
    return replace(segment, moved=dict(segment.moved), coming=[])


def _commit(intent: Intent, blow: Blow) -> None:
    order = blow.order
    intent.board = blow.board
    intent.moves += blow.moves
    intent.attacks.append(order)
    intent.segment.moved |= dict.fromkeys(unit for move in blow.moves for unit in move.units)
    intent.busy |= dict.fromkeys((*order.units, *order.support, *([UnitId(order.hq)] if order.hq else [])))
    intent.faced |= dict.fromkeys(blow.faced)


def _position(trial: Intent, target: HexId, group: Units, cost: Mapping[HexId, int]) -> tuple[HexId, Units]:
    """Beside the target, and who must make a passage there; not over the Isonzo if there is another hex."""
    board, here = trial.board, trial.board.hex_of(group[0])
    near = [one for one in board.map.grid.neighbours[target] if one in cost]
    free = [one for one in near if one == here or (_is_forward(board, group, one) and has_room(board, group, one))]
    tester = _tester(board, group)
    raw = [one for one in free if one != here and needs_check(board, trial.side, None, one)]
    fit = [one for one in free if one not in raw or tester]

    def rank(one: HexId) -> tuple[bool, bool, Fraction, int, HexId]:
        return one in raw, is_across_the_isonzo(board.map, one, target), -progress(board, group, one), cost[one], one

    best = min(fit, key=rank, default=HexId(""))
    return best, tester if best in raw else ()


def _is_forward(board: Board, group: Units, there: HexId) -> bool:
    """Whether an Austro-German group does not leave its axis for an attack."""
    if board.unit(group[0]).side != AG:
        return True
    who, here = mover(board, group[0]), board.hex_of(group[0])
    goal = min(axis(board, group), key=lambda one: (away(board, who, here, one), one))
    return away(board, who, there, goal) <= away(board, who, here, goal)


def _tester(board: Board, group: Units) -> Units:
    """Who opens a passage for the others of the group; nobody where only it would be left to attack."""
    able = [unit for kind in ("engineer", "assault") for unit in group if board.unit(unit).type == kind]
    is_alone = not any(is_regiment(board.unit(unit)) for unit in group)
    return () if is_alone else tuple(able[:1])


def _without(group: Units, some: Units) -> Units:
    return tuple([unit for unit in group if unit not in some])


def _provided(trial: Intent) -> tuple[Condition, ...]:
    """That the regiments have got where they were sent."""
    sent = [unit for move in trial.moves for unit in move.units]
    lead = [unit for unit in sent if is_regiment(trial.board.unit(unit))]
    return tuple([Condition(f"{unit} at {trial.board.hex_of(unit)}") for unit in lead])


def _judged(trial: Intent, target: HexId, units: Units, gain: Fraction, faced: Units) -> tuple[Attack | None, Fraction]:
    """The attack with the guns and the HQ that help, and what may be expected of it."""
    board, corps = trial.board, corps_of(trial.board.unit(units[0]))
    phase = Phase(trial.side, trial.corps, is_preliminary=not trial.corps)
    hqs = [hq for hq in hqs_for(board, trial.side, target, corps) if hq not in trial.busy]
    order = Attack(target, units, (), max(hqs, key=lambda hq: strength(board, hq), default=""))
    value = _value(board, phase, order, gain, faced)
    if not trial.corps or value is None:
        return (order if value is not None else None), value or Fraction(0)
    guns = [gun for gun in able(board, trial.side, target, units) if gun not in trial.busy]
    for gun in sorted(guns, key=lambda one: (-board.unit(one).figure("points"), one)):
        more = replace(order, support=(*order.support, gun))
        now = _value(board, phase, more, gain, faced)
        if now is not None and now > value + Fraction(1, 10):
            order, value = more, now
    return order, value


def _value(board: Board, phase: Phase, order: Attack, gain: Fraction, faced: Units) -> Fraction | None:
    """Points that the attack may bring, less those that it may cost; nothing where it is not allowed."""
    try:
        declared = replace(declare(board, phase, order), shield=faced)
    except Illegal:
        return None
    enemy, corps = board.enemy_of(phase.side), corps_of(board.unit(order.units[0]))
    dearest = RISK * max(price_of_a_step(board, unit) for unit in order.units)
    stack = board.units_at(order.target, enemy)
    kill = Fraction(3, 10)  # of the step that a defender may give up rather than the hex
    is_ours = phase.side == AG and order.target in axis(board, order.units)
    prize = worth(board, order.target, corps) if is_ours else Fraction(0)
    ground = GROUND + gain + prize + Fraction(sum(1 for unit in stack if is_gun(board.unit(unit))), 3)
    total = Fraction(0)
    for outcome in outcomes(board, declared):
        ours, theirs = map(int, outcome.result.split("-"))
        taken = Fraction(min(theirs, 2), 2) if declared.defenders else Fraction(1)
        total += outcome.chance.share * (ground * taken + kill * min(theirs, 2) / 2 - dearest * ours)
    return total


# -- afterwards ----------------------------------------------------------------------------------------------


def with_advances(board: Board, order: Attack) -> Attack:
    """Who goes into the vacated hex and beyond: toward the goals of the attackers, each as far as it may."""
    regiments = [unit for unit in order.units if is_regiment(board.unit(unit))]
    lead = [unit for unit in regiments if progress(board, (unit,), order.target) >= 0][:1]
    followers = [unit for unit in order.units if not is_regiment(board.unit(unit))][:3]
    far, near = list[Advance](), list[Advance]()
    for unit in (*lead, *followers):
        deep = _beyond(board, unit, order.target)
        near += [Advance(unit, way) for way in (deep if infiltrates(board.unit(unit)) else [(order.target,)])]
        far += [Advance(unit, way) for way in deep]
    return replace(order, far=tuple(far), vacated=tuple(near))


def _beyond(board: Board, unit: UnitId, target: HexId) -> list[tuple[HexId, ...]]:
    """Ways through the vacated hex that lead nearer to a goal, the longest first; the hex itself last."""
    if board.unit(unit).side != AG:
        return [(target,)]
    who, goals = mover(board, unit), axis(board, (unit,))
    goal = min(goals, key=lambda one: (away(board, who, target, one), one))
    nearer = [
        one for one in board.map.grid.neighbours[target] if away(board, who, one, goal) < away(board, who, target, goal)
    ]
    best = sorted(nearer, key=lambda one: (away(board, who, one, goal), one))[:2]
    return [*((target, one) for one in best if not board.units_at(one)), (target,)]
