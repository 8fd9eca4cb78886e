"""11.0 Movement on paper: what a unit or a stack can pay for, and along which way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition.area import check_inside, playable
from pbem.games.strafexpedition.costs import (
    HALVES,
    Cost,
    Obstacles,
    Prices,
    check_entry,
    has_friends,
    held,
    obstacles,
    points,
    prices,
    printed,
    step,
)
from pbem.games.strafexpedition.counters import is_battery, is_hq, is_infantry, is_mountain
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.roana import MARK as BRIDGE
from pbem.games.strafexpedition.weather import movement, weather
from pbem.games.strafexpedition.zoc import controlled, is_in_enemy_zone, open_ground
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reached, reach
from pbem.kernel.ground.stages import Stage, Stages, hexes
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario
from pbem.values import dataclass

FRESH, SPENT = "fresh", "spent"  # of a stage: nothing paid yet; all paid for a crag
STRATEGIC_DISTANCE = 4  # 11.2.2
Row = tuple[tuple[Stage, Prices], ...]  # the hexes beside one that may be entered


@dataclass(frozen=True, slots=True)
class Walkers:
    """Who walks, and under which rules: in step A of an Action, or in the Non Activated Unit Movement Phase."""

    units: tuple[UnitId, ...]
    side: Side
    halves: int  # the allowance of the slowest, in half points
    is_march: bool = False
    is_strategic: bool = False


def allowance(board: Board, unit: UnitId, *, is_forced: bool = False, is_strategic: bool = False) -> int:
    """11.3 (see 9.1.rain, 11.2.2, 19.1, rulings R34, R35, R38): half as much again, or twice as much, rounded down.

    The weather and a halved entry come first; by an option half a point of a forced march counts as one. Only infantry
    makes forced marches; guns in fire mode do not move.
    """
    counter = board.unit(unit)
    if is_forced and is_strategic:
        why = "a forced march and strategic movement do not go together"
        raise Illegal("11.3", why, found="both", wanted="one of them", advice="leave one of the two words out")
    if is_forced and not (is_infantry(counter) and counter.figure("move")):
        why = f"{unit} cannot make a forced march"
        raise Illegal("11.3", why, found=counter.type, wanted="infantry", advice="leave `forced` out")
    if is_battery(counter) and board.is_marked(unit, "fire"):
        why = f"{unit} is in fire mode and cannot move"
        raise Illegal("19.1", why, found="fire", wanted="move mode", advice="turn it over in the Artillery Phase")
    today = movement(board, unit, weather(board.scenario, board.turn))
    today = today // 2 if board.is_marked(unit, "halved") else today
    if is_forced:
        return -(-today * 3 // 2) if chosen(board, "forced-march") == "up" else today * 3 // 2
    return today * 2 if is_strategic else today


# -- one step ------------------------------------------------------------------------------------------------


def check_hex(board: Board, walkers: Walkers, hex_id: HexId) -> None:
    """11.2.1 (see 11.0.6, 11.2.2, 19.4, rulings R26, R41): whether they may enter a hex.

    In the Non Activated Unit Movement Phase no enemy zone is entered, whoever stands there.
    """
    check_inside(board.scenario, hex_id, f"{', '.join(walkers.units)} cannot go there")
    check_entry(board, walkers.units[0], hex_id)
    if walkers.is_march and is_in_enemy_zone(board, hex_id, walkers.side):
        why = f"{board.map.called(hex_id)} lies in an enemy zone of control"
        wanted = "a hex outside enemy zones, in this phase"
        raise Illegal("11.2.1", why, found=hex_id, wanted=wanted, advice="stop before it, or activate the brigade")
    if walkers.is_strategic:
        check_distance(board, walkers, hex_id)


def check_distance(board: Board, walkers: Walkers, hex_id: HexId) -> None:
    """11.2.2 (see rulings G2, R36): strategic movement stays at least four hexes from every enemy unit, all the way."""
    if hex_id in _near_enemy(board, board.enemy_of(walkers.side)):
        why = f"{board.map.called(hex_id)} is too near to the enemy for strategic movement"
        wanted = f"{STRATEGIC_DISTANCE} hexes or more from every enemy unit, from the first hex to the last"
        raise Illegal("11.2.2", why, found=hex_id, wanted=wanted, advice="leave `strategic` out, or go around")


def _near_enemy(board: Board, enemy: Side) -> dict[HexId, None]:
    return board.derived(("near", enemy), (enemy,), lambda: _find_near(board, enemy))


def _find_near(board: Board, enemy: Side) -> dict[HexId, None]:
    found: dict[HexId, None] = {}
    for here in dict.fromkeys(board.hex_of(unit) for unit in board.on_map(enemy) if not is_hq(board.unit(unit))):
        found |= dict.fromkeys(board.map.grid.within(here, STRATEGIC_DISTANCE - 1))
    return found


def price(board: Board, walkers: Walkers, a: HexId, b: HexId) -> Cost:
    """See 11.0.2, 11.0.4, 12.4: what the step costs the stack: the dearest of its units."""
    is_stack = len(walkers.units) > 1
    costs = [step(board, unit, a, b, is_stack) for unit in walkers.units]
    return next((cost for cost in costs if cost.is_everything), max(costs))


# -- the way -------------------------------------------------------------------------------------------------


def ways(
    board: Board, walkers: Walkers, start: HexId, left: int, goal: HexId | None = None
) -> Reached[Stage]:  # fmt: skip
    """See 11.0.2, 11.0.3: everywhere the walkers can go with the half points that are left, or the way to one hex.

    A goal lies farther than the next hex: nobody who has paid all for a crag goes on to it.
    """
    begin, steps = Stage(start, FRESH if left == walkers.halves else ""), Stages(_steps(board, walkers, left))
    return reach(begin, left, steps, {}, goal=Stage(goal) if goal else None, grid=board.map.grid)


def _steps(board: Board, walkers: Walkers, left: int) -> Callable[[Stage], Iterator[tuple[Stage, int]]]:
    rows, first, is_stack = _open(board, walkers), walkers.units[0], len(walkers.units) > 1

    def steps(here: Stage) -> Iterator[tuple[Stage, int]]:
        for there, (road, ground) in rows[here.hex] if here.state != SPENT else ():
            if road is not None and not is_stack and not has_friends(board, first, there.hex):
                yield there, road
            elif ground is not None:
                halves, is_everything = ground
                if not is_everything:
                    yield there, halves
                elif here.state == FRESH and left:
                    yield Stage(there.hex, SPENT), left

    return steps


def _open(board: Board, walkers: Walkers) -> Mapping[HexId, Row]:
    """The hexes that such walkers may enter, with their prices; own units have no say in it, so a march keeps it."""
    climbs = all(is_mountain(board.unit(unit)) for unit in walkers.units)
    key = ("open", walkers.side, climbs, walkers.is_march, walkers.is_strategic)
    owners = (board.enemy_of(walkers.side), f"side {BRIDGE}")
    return board.derived(key, owners, lambda: _rows(board, walkers, climbs))


def _rows(board: Board, walkers: Walkers, climbs: bool) -> ByHex[Row]:
    """See 11.0.6, 11.1.1, 11.2.1: filled as it is asked, from what is true now: it must not look at the board later."""
    free, bits = _free_rows(board.scenario, climbs), board.map.areas.bit
    today, shut = obstacles(board, walkers.side), _shut(board, walkers)
    held = board.map.areas.of({**today.zones, **shut})
    near = held | open_ground(board.map).widen(held)
    rows = _made_rows(board.scenario, climbs, today, shut)
    return ByHex(lambda here: rows(here) if today.blown or near & bits[here] else free[here])


def _free_rows(scenario: Scenario, climbs: bool) -> Mapping[HexId, Row]:
    """Far from every enemy, and while the bridge stands: the same for both sides on every day."""
    nobody = Obstacles({}, (), 0)
    return scenario.memo(("free rows", climbs), lambda: ByHex(_made_rows(scenario, climbs, nobody, {})))


def _made_rows(
    scenario: Scenario, climbs: bool, today: Obstacles, shut: Mapping[HexId, None]
) -> Callable[[HexId], Row]:
    steps, inside = printed(scenario), playable(scenario)

    def row(here: HexId) -> Row:
        able = [step for step in steps[here] if step.there not in shut and step.there in inside]
        return tuple([(Stage(step.there), prices(today, climbs, here, step)) for step in able])

    return row


def _shut(board: Board, walkers: Walkers) -> Mapping[HexId, None]:
    """See 11.0.6, 11.2.1, 11.2.2: the hexes that `check_hex` refuses because of the enemy."""
    enemy = board.enemy_of(walkers.side)
    shut = held(board, walkers.side)
    if walkers.is_march:
        shut = {**shut, **controlled(board, enemy)}
    return {**shut, **_near_enemy(board, enemy)} if walkers.is_strategic else shut


def walk(board: Board, walkers: Walkers, goals: Sequence[HexId]) -> tuple[tuple[HexId, ...], int]:
    """11.0 (see 11.0.1, 11.0.3): the path from waypoint to waypoint, and the half points left at its end.

    Between neighbours the step as written, otherwise the cheapest way.
    """
    path, left = [board.hex_of(walkers.units[0])], walkers.halves
    for goal in goals[1:] if goals[0] == path[0] else goals:
        if board.map.grid.are_adjacent(path[-1], goal):
            left = _step(board, walkers, path[-1], goal, left)
            path.append(goal)
        else:
            way, left = _toward(board, walkers, path[-1], goal, left)
            path += way
    return tuple(path), left


def _step(board: Board, walkers: Walkers, a: HexId, b: HexId, left: int) -> int:
    check_hex(board, walkers, b)
    cost = price(board, walkers, a, b)
    wanted = walkers.halves if cost.is_everything else cost.halves
    if wanted > left or (cost.is_everything and not left):
        rule = "11.0.4" if cost.is_everything else "11.0.3"
        why = f"{', '.join(walkers.units)}: not enough movement points to go from {a} to {b}"
        raise Illegal(rule, why, found=points(left), wanted=points(wanted), advice=f"stop in {a}")
    return left - wanted


def _toward(board: Board, walkers: Walkers, here: HexId, goal: HexId, left: int) -> tuple[tuple[HexId, ...], int]:
    check_hex(board, walkers, goal)
    found, stage = ways(board, walkers, here, left, goal), Stage(goal)
    if stage not in found.cost:
        why = f"{', '.join(walkers.units)}: {board.map.called(goal)} is out of reach from {here}"
        wanted = f"a hex within {points(left)} movement points"
        raise Illegal("11.0.3", why, found=goal, wanted=wanted, advice="`pbem moves` shows where it can go")
    return hexes(found.path(stage))[1:], left - found.cost[stage]


def walkers_of(board: Board, units: tuple[UnitId, ...], how: str, is_march: bool) -> Walkers:
    """See 11.0, 11.2.2, 11.3: who walks, with the allowance of the slowest; a stack must begin in one hex."""
    side, start = board.unit(units[0]).side, board.hex_of(units[0])
    apart = [unit for unit in units if board.hex_of(unit) != start]
    if apart:
        why = f"{', '.join(units)} do not stand together"
        raise Illegal("11.0", why, found=f"{apart[0]} in {board.hex_of(apart[0])}", wanted=f"all in {start}")
    is_strategic = how == "strategic"
    if is_strategic and not is_march:
        why, wanted = "strategic movement belongs to the Non Activated Unit Movement Phase", "the section `march`"
        raise Illegal("11.2.2", why, found="an Action", wanted=wanted, advice="leave `strategic` out")
    least = min(allowance(board, unit, is_forced=how == "forced", is_strategic=is_strategic) for unit in units)
    walkers = Walkers(units, side, least * HALVES, is_march, is_strategic)
    if is_strategic:
        check_distance(board, walkers, start)
    return walkers
