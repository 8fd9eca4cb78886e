"""What the greedy player of Durchbruch wants: the axes of the divisions, what places are worth, how far they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.costs import WHOLE, Mover, exits, mover
from pbem.games.durchbruch.counters import AG, corps_of, division_of, is_combat_unit, is_german, is_regiment
from pbem.games.durchbruch.end_of_turn import held_by_turns
from pbem.games.durchbruch.marks import HELD
from pbem.games.durchbruch.set_up import initial_position
from pbem.games.durchbruch.status import strength
from pbem.games.durchbruch.victory import places_scored
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import reach
from pbem.kernel.hidden import kept
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario

# Where the divisions go, the nearest first; a corps without divisions in a hex takes all of its axes.
AXES = {
    "22S": "2125 2527", "3E": "2125 2527 2129", "55": "2518 3017 3022 2125", "J": "2125 2527 2129",
    "50": "3110", "12": "3017 3022 3725 5024 5329 5430",
    "117": "3714 4117 4421 5024 5329 5430",
    "AK": "4009 4011 3813 3714 3621 3821 4421 5024 5329 5430",
    "200": "4207 4011 4117 3813 3714 4421 5024 5329 5430", "26": "4207 4011 4117 4421 5024 5329 5430",
    "1": "4809 4511 5615 5818 5321", "5": "4207 4511 4809 4616 5321 5024 5329 5430",
}  # fmt: skip
# What a plan changes: the corps whose places count twice goes on to Cividale, by Caporetto or over the southern hills.
BY_PLAN = {
    "boroevic": {
        "22S": "1020 2125 2527",
        "3E": "2125 2527 3022 3821 3725 5024 5329 5430",
        "55": "3017 3022 3821 3725 5024 5329 5430",
        "J": "2125 3017 3022 3821 3725 5024 5329 5430",
    },
    "conrad": {"1": "4809 4511 4616 5321 5329 5615 5818", "5": "4207 4511 4616 4117 4421 5024 5329 5321"},
}  # fmt: skip
DIVISIONS = {"I": ("22S", "3E", "55", "J"), "III": ("50", "12", "AK"), "LI": ("200", "26"), "XV": ("1", "5")}
FAR = 120  # half points: beyond it everything is equally far
LATER = Fraction(1, 4)  # what a point loses for each turn that it must be waited for
PULL = 4  # half points that a group goes further for each point that a place brings
CROWD = 3  # groups that share a goal
WATCHED = 4  # hexes within which an enemy may come back


def plan_of(board: Board) -> str:
    """See 16.5: the own plan, as long as it lies face down."""
    return next((line.split("_")[1] for line in kept(board, AG, "plan").values() if "_" in line), "")


def prizes(board: Board) -> dict[HexId, Fraction]:
    """The places that the Austro-Germans do not hold, with what they bring now or in a later turn of the scenario."""
    found: dict[HexId, Fraction] = {}
    last = int(board.scenario.card["turns"])
    for row in board.scenario.charts["vp"]:
        hex_id, first = HexId(row["hex"]), max(board.turn, row["turns"][0])
        if row["turns"][-1] >= board.turn and first <= last and not board.hex_mark(hex_id, HELD):
            worth = row["vp"] - LATER * (first - board.turn)
            found[hex_id] = max(found.get(hex_id, Fraction(0)), worth)
    return found | _rombon(board)


def _rombon(board: Board) -> dict[HexId, Fraction]:
    """See 16.5.2-1b: the summit, if the plan pays for it."""
    plan = plan_of(board)
    worth = board.scenario.charts["plan"][plan].get("rombon", 0) if plan else 0
    return {
        one: Fraction(worth, 2) for one in board.map.hexes_with("rombon") if worth and not board.hex_mark(one, HELD)
    }


def unpaid(board: Board) -> dict[HexId, int]:
    """See 16.1, 17: the places in Austro-German hands that will count when a turn ends, and have not counted yet."""
    scored = {one.hex_id for one in places_scored(board.scenario, held_by_turns(board))}
    rows = [row for row in board.scenario.charts["vp"] if row["turns"][0] <= board.turn <= row["turns"][-1]]
    listed = {HexId(row["hex"]): int(row["vp"]) for row in rows if row["hex"] not in scored}
    return {one: points for one, points in listed.items() if board.hex_mark(one, HELD)}


def guards(board: Board, corps: str) -> dict[UnitId, None]:
    """Who stays in such a place while an enemy is near: the weakest; a regiment alone only for more than a point."""
    found: dict[UnitId, None] = {}
    for place, points in unpaid(board).items():
        own = [
            u for u in board.units_at(place, AG) if is_combat_unit(board.unit(u)) and corps_of(board.unit(u)) == corps
        ]
        ranked = sorted(own, key=lambda unit: (is_regiment(board.unit(unit)), strength(board, unit), unit))
        if len(ranked) > (points == 1) and nearest_enemy(board, AG, place) <= WATCHED:
            found[ranked[0]] = None
    return found


def worth(board: Board, hex_id: HexId, corps: str) -> Fraction:
    """A place in the eyes of a corps: the plan doubles what it takes."""
    found = prizes(board).get(hex_id, Fraction(0))
    plan = plan_of(board)
    return found * 2 if plan and board.scenario.charts["plan"][plan]["doubled"] == corps else found


def axis(board: Board, units: tuple[UnitId, ...]) -> tuple[HexId, ...]:
    """The places that these units make for: those of their division that are still to be had, else any."""
    corps = corps_of(board.unit(units[0]))
    own = dict.fromkeys(division_of(board.unit(unit)) for unit in units if division_of(board.unit(unit)))
    axes = {**AXES, **BY_PLAN.get(plan_of(board), {})}
    names = " ".join(axes[one] for one in (own or DIVISIONS[corps])).split()
    listed = [HexId(one) for one in names if not board.hex_mark(HexId(one), HELD)]
    return tuple(listed or prizes(board)) or board.map.hexes_with("exit", owner=AG)


def field(board: Board, who: Mover, goal: HexId) -> Mapping[HexId, int]:
    """Half points from everywhere to the goal as the map is printed, worked out once for all games."""
    scenario = board.scenario
    return board.map.memo(("greedy field", who, goal), lambda: _field(scenario, who, goal))


def _field(scenario: Scenario, who: Mover, goal: HexId) -> dict[HexId, int]:
    empty = replace(scenario, units={})
    return dict(reach(goal, FAR, exits(Board(empty, initial_position(empty)), who), {}).cost)


def away(board: Board, who: Mover, here: HexId, goal: HexId) -> int:
    """How far it is."""
    return field(board, who, goal).get(here, FAR + WHOLE * board.map.grid.distance(here, goal))


def goal_of(board: Board, units: tuple[UnitId, ...]) -> HexId:
    """The place on the axis of these units that is worth the way most."""
    corps, who, here = corps_of(board.unit(units[0])), mover(board, units[0]), board.hex_of(units[0])
    return min(
        axis(board, units), key=lambda one: (away(board, who, here, one) - int(PULL * worth(board, one, corps)), one)
    )


def progress(board: Board, units: tuple[UnitId, ...], there: HexId) -> Fraction:
    """What it is worth to an Austro-German group to stand there and not here: the nearer to its goal the better."""
    if board.unit(units[0]).side != AG:
        return Fraction(0)
    goal, who = goal_of(board, units), mover(board, units[0])
    nearer = away(board, who, board.hex_of(units[0]), goal) - away(board, who, there, goal)
    return Fraction(nearer, 24) * (1 + worth(board, goal, corps_of(board.unit(units[0]))) / 4)


def nearest_enemy(board: Board, side: Side, here: HexId) -> int:
    """Hexes to the nearest enemy counter."""
    return min([board.map.grid.distance(here, there) for there in enemy_hexes(board, side)], default=99)


def pressure(board: Board, side: Side, here: HexId) -> int:
    """The strength points of the enemy within two hexes."""
    foes = [unit for there in board.map.grid.within(here, 2) for unit in board.units_at(there, board.enemy_of(side))]
    return sum(strength(board, unit) for unit in foes if is_combat_unit(board.unit(unit)))


def price_of_a_step(board: Board, unit: UnitId) -> Fraction:
    """See 16.2.1-2, 16.3.1-2: what the loss of a step costs its owner in points, and in strength."""
    counter, terms = board.unit(unit), board.scenario.card["victory"]
    if counter.side != AG:
        return Fraction(1, int(terms["italian_steps_for_a_point"])) + Fraction(1, 8)
    counts = is_german(counter) or terms["counts_austrians"]
    return Fraction(1 if counts and counter.type not in ("engineer", "mg") else 0) + Fraction(1, 8)


def route(board: Board, who: Mover, here: HexId, goal: HexId, most: int = 9) -> tuple[HexId, ...]:
    """The next hexes on the cheapest way to the goal."""
    found, costs = [here], field(board, who, goal)
    while found[-1] != goal and len(found) <= most and found[-1] in costs:
        ahead = [there for there, _ in exits(board, who)[found[-1]] if there in costs]
        best = min(ahead, key=lambda one: (costs[one], one), default=found[-1])
        if costs[best] >= costs[found[-1]]:
            break
        found.append(best)
    return tuple(found[1:])
