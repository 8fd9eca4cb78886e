"""A simple greedy player of Caporetto: good attacks, marches to victory points, gaps filled, sensible standing orders.

It looks at the whole board, also at what fog of war would hide from a player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from pbem.games.caporetto import mines, morale, reinforcements, replacements, strategic
from pbem.games.caporetto.attack import Spent
from pbem.games.caporetto.by_mail.orders_combat import Attack, Infiltrate, Mine, Support
from pbem.games.caporetto.by_mail.orders_turn import (
    DeclarePause,
    DeployHistorical,
    Enter,
    Leg,
    Mobilise,
    Mode,
    Move,
    Rebuild,
    Replenish,
    StrategicMove,
)
from pbem.games.caporetto.counters import AL, CP, NATIONS, is_combat_unit, nation_of
from pbem.games.caporetto.headquarters import hqs, is_in_support_mode, radius
from pbem.games.caporetto.mandatory import chances, is_in_force, wanted
from pbem.games.caporetto.supply import has_line, is_out_of_supply
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.instructions import on_result
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference
from tests.fuzz.caporetto_attacks import advancing, plans, seconds
from tests.fuzz.caporetto_field import Field
from tests.fuzz.caporetto_marches import infiltrations, marches, transfers
from tests.fuzz.caporetto_worth import centre, distance_to_goal, is_in_contact, mood, step_worth, threat

Made = list[Order]


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand; nothing in them is left to chance."""
    kind = board.step.partition("-")[2] if board.step[:3] in ("cp-", "al-") else board.step
    return _STEPS[kind](board, side) if kind in _STEPS else []


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """What a careful player leaves with the program for the whole game."""
    army = morale.ARMY_OF[side]
    home = "1902" if side == AL else "3422"
    steady = Condition(f"morale {army}", ">=", "0")
    return [
        Preference("losses", ("weakest first",)),
        Preference("retreat", ("always",), conditions=(Condition("losing a unit"), steady)),
        Preference("retreat", ("never",)),
        Preference("retreat-to", (f"toward {home}",)),
        Preference("support", ("match",)),
        Preference("contest", ("match",)),
        Preference("advance", ("strongest first",)),
        Preference("second", ("stay",)),
        Preference("overstack", ("weakest first",)),
        Defaults(),
    ]


# -- before Operations ---------------------------------------------------------------------------------------


def _set_up(board: Board, side: Side) -> Made:
    return [DeployHistorical()]


def _pause(board: Board, side: Side) -> Made:
    """A shaken army that does not attack takes a rest."""
    is_shaken = morale.level(board, morale.ARMY_OF[side]) <= -2
    return [DeclarePause(is_shaken and not mood(board, side).is_attacking)]


def _reinforcement(board: Board, side: Side) -> Made:
    """At the source nearest to the main front; each Allied nation has its own."""
    made: Made = []
    taken: dict[str, str] = {}
    for unit in reinforcements.due(board, side):
        nation = nation_of(board, unit)
        hexes = [h for h in reinforcements.entry_hexes(board, unit) if taken.get(h, nation) == nation or side == CP]
        best = min(hexes, key=lambda h: (board.map.grid.distance(h, centre(side)), h), default=None)
        made += [Enter((unit,), best)] if best else []
        taken |= {best: nation} if best else {}
    return made


def _replacement(board: Board, side: Side) -> Made:
    made: Made = []
    left = {nation: replacements.points(board, nation) for nation in NATIONS}
    if side == AL and _needs_mobilization(board):
        made.append(Mobilise())
        left["IT"] += 4
    own = [unit for unit in board.units(side) if is_combat_unit(board.unit(unit))]
    weak = [u for u in own if replacements.is_depleted(board, u) and not is_out_of_supply(board, u)]
    fed = [u for u in weak if has_line(board, board.hex_of(u), side)]
    lost = [u for u in own if replacements.is_eliminated(board, u) and reinforcements.entry_hexes(board, u)]
    for unit in sorted(fed, key=lambda u: (-_need(board, side, u), u)):
        if _pay(board, unit, left, 1):
            made.append(Replenish((unit,)))
    for unit in sorted(lost, key=lambda u: (-step_worth(board, u), u)):
        steps = min(2, board.unit(unit).figure("steps"))
        if _pay(board, unit, left, steps):
            made.append(Rebuild(unit, "full"))
        elif _pay(board, unit, left, 1):
            made.append(Rebuild(unit, "depleted"))
    return made


def _needs_mobilization(board: Board) -> bool:
    """Once, when a dozen divisions are gone: it costs a victory point."""
    gone = [u for u in board.units(AL) if nation_of(board, u) == "IT" and replacements.is_eliminated(board, u)]
    return replacements.may_mobilise(board) and not replacements.mobilized(board) and len(gone) >= 12


def _need(board: Board, side: Side, unit: UnitId) -> float:
    return step_worth(board, unit) + 0.1 * threat(board, side, board.hex_of(unit))


def _pay(board: Board, unit: UnitId, left: dict[str, int], steps: int) -> bool:
    price, nation = replacements.cost(board, unit, steps), nation_of(board, unit)
    if left[nation] < price:
        return False
    left[nation] -= price
    return True


def _strategic(board: Board, side: Side) -> Made:
    return [StrategicMove(unit, goal) for unit, goal in transfers(board, side, strategic.most(board, side))]


# -- combat and movement -------------------------------------------------------------------------------------


def _first_combat(board: Board, side: Side) -> Made:
    return [*_modes(board, side), *_combat(board, side)]


def _modes(board: Board, side: Side) -> Made:
    """Support mode where troops of both sides are in contact within range, else on the march."""
    made: Made = []
    for hq in hqs(board, side):
        near = board.map.grid.within(board.hex_of(hq), radius(board))
        own = [h for h in near if any(board.unit(u).side == side for u in board.units_at(h))]
        mode = "support" if any(is_in_contact(board, side, h) for h in own) else "movement"
        if (mode == "support") != is_in_support_mode(board, hq):
            made.append(Mode((hq,), mode))
    return made


def _combat(board: Board, side: Side) -> Made:
    made: Made = _mine(board, side)
    used: list[UnitId] = []
    field = Field(board, side)
    for plan in plans(board, side):
        going = advancing(field, plan)
        second = seconds(board, side, plan, going)
        result = on_result("*", "*", losses=("weakest first",), advance=going or ("none",), second=second)
        made.append(Attack(plan.target, plan.units, Support(tuple(plan.support)), (), (result,)))
        used += plan.units
    return [*made, *_owed(board, side, used)]


def _mine(board: Board, side: Side) -> Made:
    hexes = mines.targets(board) if side == CP and mines.is_open(board) else ()
    best = min(hexes, key=lambda h: (distance_to_goal(board, side, h), h), default=None)
    return [Mine(best, ("all",))] if best and board.step == "cp-first-combat" else []


def _owed(board: Board, side: Side, used: Sequence[UnitId]) -> Made:
    """A Mandatory Offensive that the good attacks do not fulfil: the rest with the units at hand, at the end."""
    if not is_in_force(board, side) or board.step != "cp-second-combat":
        return []
    missing = wanted(board) - sum(board.steps(unit) for unit in used)
    made: Made = []
    busy = list(used)
    for target, units in chances(board, side, Spent()).items():
        free = tuple(unit for unit in units if unit not in busy)
        if missing > 0 and len(free) > 1:
            made.append(Attack(target, free))
            busy += free
            missing -= sum(board.steps(unit) for unit in free)
    return made


def _infiltration(board: Board, side: Side) -> Made:
    return [Infiltrate((unit,), (goal,)) for unit, goal in infiltrations(board, side)]


def _movement(board: Board, side: Side) -> Made:
    return [Move((unit,), (Leg((goal,)),)) for unit, goal in marches(board, side)]


_STEPS: Mapping[str, Callable[[Board, Side], Made]] = {
    "set-up": _set_up,
    "pause": _pause,
    "reinforcement": _reinforcement,
    "replacement": _replacement,
    "strategic": _strategic,
    "first-combat": _first_combat,
    "infiltration": _infiltration,
    "second-combat": _combat,
    "movement": _movement,
}
