"""The greedy player's marches: toward the goals, back to what must be held, and headquarters and guns behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch.by_mail.orders import Move, Overrun
from pbem.games.durchbruch.communication import enemy_hexes, is_cut_off, road_to_edge
from pbem.games.durchbruch.costs import Mover, mover
from pbem.games.durchbruch.counters import (
    AG,
    IT,
    artillery_range,
    corps_of,
    division_of,
    exerts_zone,
    is_combat_unit,
    is_gun,
    is_hq,
    is_regiment,
)  # fmt: skip
from pbem.games.durchbruch.exits import exit_points
from pbem.games.durchbruch.ground import is_built_up, level, ways_from
from pbem.games.durchbruch.marks import HELD, SPENT, queue
from pbem.games.durchbruch.overrun import check_target
from pbem.games.durchbruch.planning import Plan, check_goal, check_units, plan
from pbem.games.durchbruch.reinforcements import due, entry_hexes, entry_price
from pbem.games.durchbruch.status import strength
from pbem.games.durchbruch.walking import has_room, reachable, zones
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.fuzz.durchbruch_attacks import Intent, Units, groups
from tests.fuzz.durchbruch_goals import CROWD, PULL, away, axis, nearest_enemy, pressure, prizes, route, worth

CLOSE = 2  # hexes at which an enemy holds a defender where he is
OUTNUMBERED = 5  # times the own strength: time to go
WAY = Fraction(1, 8)  # what it is worth to clear the way, and for each point at its end half of it
COMMAND = 4  # hexes that a headquarters keeps to its units


# -- the attackers -------------------------------------------------------------------------------------------


def advance(intent: Intent, most_units: int = 99) -> None:
    """Everybody who does not attack goes toward a goal of his division; those in front first, to make room."""
    board, wanted = intent.board, dict[HexId, int]()
    waiting = [group for group in groups(board, intent.side, intent.corps) if group[0] not in intent.busy]
    for group in sorted(waiting, key=lambda units: (_nearest(board, units), units)):
        left = most_units - len(intent.busy)
        free = tuple([unit for unit in _testers_first(board, group) if unit not in intent.busy][:left])
        if not free or free[0] in intent.segment.moved:
            continue
        goal = _goal(board, free, wanted)
        if _overruns(intent, free, goal):
            continue
        there = toward(intent, free, mover(board, free[0]), goal)
        if there and intent.go(free, there):
            wanted[goal] = wanted.get(goal, 0) + 1
            intent.busy |= dict.fromkeys(free)
            _leave(intent, free, there)


def on_the_way(board: Board, side: Side, corps: str) -> dict[HexId, Fraction]:
    """The next hexes on the ways of all groups to their goals, with what it is worth to have them."""
    found: dict[HexId, Fraction] = {}
    for group in groups(board, side, corps):
        goal = _goal(board, group, {})
        value = WAY + worth(board, goal, corps_of(board.unit(group[0]))) * WAY / 2
        for one in route(board, mover(board, group[0]), board.hex_of(group[0]), goal):
            found[one] = max(found.get(one, Fraction(0)), value)
    return found


def in_the_way(board: Board, side: Side, corps: str) -> dict[HexId, Fraction]:
    """What it is worth to drive an enemy away who stands on such a way, or beside it."""
    found: dict[HexId, Fraction] = {}
    for one, value in on_the_way(board, side, corps).items():
        for there in (one, *board.map.grid.neighbours[one]):
            if there in enemy_hexes(board, side) and (there == one or _has_zone(board, side, there)):
                found[there] = max(found.get(there, Fraction(0)), value)
    return found


def _has_zone(board: Board, side: Side, there: HexId) -> bool:
    return any(exerts_zone(board.unit(unit)) for unit in board.units_at(there, board.enemy_of(side)))


def _testers_first(board: Board, group: Units) -> Units:
    """Engineers make passages best, then storm troops; the regiment comes last."""
    ranks = {"engineer": 0, "assault": 1, "rommel": 2, "mg": 4}
    return tuple(sorted(group, key=lambda unit: (ranks.get(board.unit(unit).type, 3), unit)))


def _nearest(board: Board, units: Units) -> int:
    return min(away(board, mover(board, units[0]), board.hex_of(units[0]), goal) for goal in axis(board, units))


def _goal(board: Board, units: Units, wanted: dict[HexId, int]) -> HexId:
    """The place that is worth the way; one to which many go already is worth less."""
    corps, who, here = corps_of(board.unit(units[0])), mover(board, units[0]), board.hex_of(units[0])

    def merit(goal: HexId) -> tuple[int, HexId]:
        value = int(PULL * worth(board, goal, corps)) // (1 + wanted.get(goal, 0) // CROWD)
        return away(board, who, here, goal) - value, goal

    return min(axis(board, units), key=merit)


def toward(intent: Intent, units: Units, who: Mover, goal: HexId) -> HexId | None:
    """The hex in reach with room that is nearest to the goal, if it is nearer than here."""
    board, here = intent.board, intent.board.hex_of(units[0])
    found = [one for one in reachable(board, units).cost if one != here and has_room(board, units, one)]
    best = min(found, key=lambda one: (away(board, who, one, goal), one), default=here)
    return best if away(board, who, best, goal) < away(board, who, here, goal) else None


def _overruns(intent: Intent, units: Units, goal: HexId) -> bool:
    """See 12.3: the first enemy on the way, if he is so weak that nobody need stop for him."""
    board, who, here = intent.board, mover(intent.board, units[0]), intent.board.hex_of(units[0])
    way = (here, *route(board, who, here, goal, 4))
    at = next((number for number, one in enumerate(way) if one in enemy_hexes(board, intent.side)), 0)
    if not at or not _is_weak(board, units, way[at]):
        return False
    order = Overrun(units, (*way[1:at], way[at]), way[at + 1 :][:2])
    try:
        check_units(board, units, intent.segment)
        found = plan(board, units, order.path[:-1], here) if at > 1 else Plan((here,), ())
        check_target(board, order, found, way[at])
        check_goal(board, units, way[at], intent.segment)
    except Illegal:
        return False
    for unit in units:
        board.put(unit, way[at], "greedy")
    intent.segment.moved |= dict.fromkeys(units)
    intent.busy |= dict.fromkeys(units)
    intent.moves.append(order)
    return True


def _is_weak(board: Board, units: Units, target: HexId) -> bool:
    """Eight to one with what the ground gives the defender; a counter face down counts as one point."""
    foes = board.units_at(target, board.enemy_of(board.unit(units[0]).side))
    theirs = sum(1 if is_stand_in(unit) else strength(board, unit) for unit in foes)
    ours = sum(strength(board, unit) for unit in units)
    return ours >= theirs * (8 + level(board.map, target) - 1 + 2 * is_built_up(board.map, target))


def _leave(intent: Intent, units: Units, there: HexId) -> None:
    """See 17-T4, 17-G3: regiments that score by it leave the map, if the points suffice."""
    if intent.board.map.has(there, "exit", owner=AG) and any(exit_points(intent.board, unit) for unit in units):
        last = intent.moves[-1]
        intent.moves[-1] = replace(last, leaves=True) if isinstance(last, Move) else last


# -- the defenders -------------------------------------------------------------------------------------------


def defend(intent: Intent) -> None:
    """Reserves go where a place is in danger, whoever is outnumbered or cut off goes back, all others hold."""
    board, taken = intent.board, dict[HexId, int]()
    for group in sorted(groups(board, IT, intent.corps), key=lambda units: (_far(board, units), units)):
        here = board.hex_of(group[0])
        movers = tuple([unit for unit in group if unit not in intent.busy and board.unit(unit).type != "engineer"])
        if not any(exerts_zone(board.unit(unit)) for unit in movers):
            continue
        if _holds(board, movers, here):
            taken[here] = taken.get(here, 0) + 1
            continue
        goal = _post(board, movers, taken)
        there = toward(intent, movers, mover(board, movers[0]), goal) if goal else None
        if goal and there and intent.go(movers, there):
            taken[goal] = taken.get(goal, 0) + 1
            intent.busy |= dict.fromkeys(movers)


def _far(board: Board, units: Units) -> int:
    return nearest_enemy(board, IT, board.hex_of(units[0]))


def _holds(board: Board, units: Units, here: HexId) -> bool:
    """Whether the group stays: on a place that counts, and elsewhere while it is neither overwhelmed nor cut off."""
    own = sum(strength(board, unit) for unit in units)
    near = nearest_enemy(board, IT, here)
    if here in prizes(board) and near <= 2 * CLOSE:
        return True
    is_hopeless = pressure(board, IT, here) > OUTNUMBERED * own or any(is_cut_off(board, unit) for unit in units)
    return near <= CLOSE and not (is_hopeless and here in zones(board, IT))


def _post(board: Board, units: Units, taken: dict[HexId, int]) -> HexId | None:
    """The place in most danger that this group can still reach before the enemy."""
    who, here = mover(board, units[0]), board.hex_of(units[0])

    def merit(goal: HexId) -> tuple[int, HexId]:
        value = int(6 * prizes(board)[goal]) // (1 + taken.get(goal, 0))
        return away(board, who, here, goal) + 2 * nearest_enemy(board, IT, goal) - value, goal

    listed = [one for one in prizes(board) if not board.hex_mark(one, HELD) and taken.get(one, 0) < CROWD]
    return min(listed, key=merit, default=None)


# -- headquarters and guns -----------------------------------------------------------------------------------


def follow(intent: Intent) -> None:
    """Headquarters keep to their units and to their line, guns to their range; both keep clear of the enemy."""
    board = intent.board
    own = [unit for unit in board.on_map(intent.side) if corps_of(board.unit(unit)) == intent.corps]
    hqs = sorted([unit for unit in own if is_hq(board.unit(unit))], key=lambda hq: bool(division_of(board.unit(hq))))
    for hq in [hq for hq in hqs if hq not in intent.busy]:
        _move_best(intent, hq, _led(board, own, hq))
    for gun in [unit for unit in own if is_gun(board.unit(unit)) and unit not in intent.busy]:
        if not board.is_marked(gun, SPENT) and _is_useless(board, gun):
            _move_best(intent, gun, [unit for unit in own if is_regiment(board.unit(unit))])


def _led(board: Board, own: Sequence[UnitId], hq: UnitId) -> list[UnitId]:
    division = division_of(board.unit(hq))
    fit = [u for u in own if is_combat_unit(board.unit(u)) and (not division or division_of(board.unit(u)) == division)]
    return fit if division else [u for u in own if is_hq(board.unit(u)) and u != hq] or fit


def _is_useless(board: Board, gun: UnitId) -> bool:
    """An Austro-German battery without an enemy in range; an Italian one with an enemy before its muzzles."""
    near = nearest_enemy(board, board.unit(gun).side, board.hex_of(gun))
    return near > artillery_range(board.unit(gun)) if board.unit(gun).side == AG else near <= CLOSE


def _move_best(intent: Intent, unit: UnitId, led: Sequence[UnitId]) -> None:
    """As near to the units as safety, room and the line allow; only if it is better than where it stands."""
    board, here = intent.board, intent.board.hex_of(unit)
    if not led:
        return
    hexes = [here, *(one for one in reachable(board, (unit,)).cost if one != here and has_room(board, (unit,), one))]
    scores = {one: _distress(board, unit, led, one) for one in hexes}
    for best in sorted(scores, key=lambda one: (scores[one], one != here, one))[:3]:
        if best == here or scores[best] >= scores[here]:
            return
        if _keeps_line(board, unit, best) and intent.go((unit,), best):
            return


def _distress(board: Board, unit: UnitId, led: Sequence[UnitId], one: HexId) -> int:
    """How many units are too far, how far they are in all, and how near the enemy is."""
    gaps = [board.map.grid.distance(one, board.hex_of(other)) for other in led]
    side = board.unit(unit).side
    is_guarded = any(is_regiment(board.unit(other)) for other in board.units_at(one, side))
    danger = 0 if is_guarded else max(0, 3 - nearest_enemy(board, side, one))
    is_off_road = one not in ways_from(board.map) and (is_gun(board.unit(unit)) or not division_of(board.unit(unit)))
    return 20 * sum(gap > COMMAND for gap in gaps) + sum(gaps) + 15 * danger + 500 * is_off_road


def _keeps_line(board: Board, unit: UnitId, there: HexId) -> bool:
    """See 2.4.6.1: a corps HQ goes nowhere without its road to the edge."""
    if not is_hq(board.unit(unit)) or division_of(board.unit(unit)):
        return True
    trial = board.copy()
    trial.put(unit, there, "greedy")
    return bool(road_to_edge(trial, unit))


# -- reinforcements ------------------------------------------------------------------------------------------


def arrive(intent: Intent) -> list[Move]:
    """Each as far toward its goals as it comes, one behind the other."""
    board, made = intent.board, list[Move]()
    for unit in due(board, intent.side, intent.corps):
        for at in entry_hexes(board, unit):
            order = _entry(intent, unit, at)
            if order:
                made.append(order)
                board.put(unit, order.path[-1], "greedy")
                intent.segment.moved[unit] = None
                board.write(queue(at), board.number(queue(at)) + 1, "8.1.2")
                break
    return made


def _entry(intent: Intent, unit: UnitId, at: HexId) -> Move | None:
    board, who = intent.board, mover(intent.board, unit)
    cost = entry_price(board, at, board.number(queue(at)))
    goals = axis(board, (unit,)) if intent.side == AG else tuple(prizes(board)) or (at,)
    goal = min(goals, key=lambda one: (away(board, who, at, one), one))
    for there in sorted(board.map.grid.within(at, 6), key=lambda one: (away(board, who, one, goal), one))[:40]:
        try:
            if there != at:
                plan(board, (unit,), (at, there), at, cost)
            check_goal(board, (unit,), there, intent.segment)
        except Illegal:
            continue
        return Move((unit,), (at, there) if there != at else (at,), enters=True)
    return None
