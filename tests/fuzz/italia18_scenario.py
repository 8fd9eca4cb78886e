"""What the greedy player of Italia 1917-1918 does by scenario: aircraft, refugees and agents, the great retreat."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.italia18 import hindrances, missions
from pbem.games.italia18.air import MISSIONS, in_box
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.orders_combat import Leave
from pbem.games.italia18.by_mail.orders_move import Disengage
from pbem.games.italia18.by_mail.orders_retreat import RetreatMode
from pbem.games.italia18.by_mail.orders_special import (
    Display,
    Exit,
    Fly,
    Refugees,
    RetreatOrder,
    Sabotage,
    Swap,
    Withdraw,
)
from pbem.games.italia18.costs import WHOLE
from pbem.games.italia18.counters import CP, EN, attack_factor, defence_factor, fighters, is_combat_unit, is_division
from pbem.games.italia18.cut_off import end_worth
from pbem.games.italia18.disorder import RETREAT_MODE
from pbem.games.italia18.guns import is_gun
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import DISENGAGE
from pbem.games.italia18.retreat_mode import ORDER, check_enter
from pbem.games.italia18.turns import track_turn
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.ways import PONTOON, bridges
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from tests.fuzz.italia18_goals import FAR, Wish, threat

Made = list[Order]
ORDER_TURN = 3  # of the retreat at Caporetto: later it costs less, and saves nobody


def set_up(board: Board, side: Side) -> Made:
    """The display of 52 DF, which can exploit as one; the strongest mountain brigades for the plain of the Piave."""
    if side == EN:
        return [Display("52")]
    elite = [unit for unit in board.on_map(CP) if board.unit(unit).size == "X"]
    others = [unit for unit in board.on_map(CP) if is_division(board.unit(unit))]
    made: Made = []
    if elite and others:
        made.append(Swap(elite[0], max(others, key=lambda unit: (attack_factor(board, unit), unit))))
    return made


# -- aircraft ------------------------------------------------------------------------------------------------


def fly(board: Board, wish: Wish, phasing: Side) -> Made:
    """Pontoons first; then observers and bombers in pairs over the hexes that will be fought for."""
    ready, made = list(in_box(board, wish.side, MISSIONS)), list[Order]()
    if not ready or not missions.may_do_anything(board, wish.side, phasing):
        return []
    if wish.side == EN and phasing == EN and "anti_pontoon" in board.scenario.card:
        for hex_id in _pontoons(board):
            made += [Fly(ready.pop(), hex_id, missions.AT_PONTOON)] if ready else []
    own = phasing == wish.side
    for hex_id in _contested(board, wish, is_own=own):
        if not missions.is_in_radius(board, hex_id, wish.side) or not ready:
            continue
        made.append(Fly(ready.pop(), hex_id, missions.OBSERVE))
        made += [Fly(ready.pop(), hex_id, missions.BOMBARD)] if ready else []
    return made


def _pontoons(board: Board) -> list[HexId]:
    """The hexes of the enemy's markers, on the near side of their arrows."""
    found = []
    for bridge, value in board.marked_sides(PONTOON).items():
        owner, _, far = value.partition(">")
        found += [bridge.a if bridge.b == far else bridge.b] if owner == CP else []
    return found


def _contested(board: Board, wish: Wish, *, is_own: bool) -> list[HexId]:
    """The enemy's stacks that stand in the way, or the own ones in most danger."""
    enemy = board.enemy_of(wish.side)
    if is_own:
        near = [there for unit in fighters(board, wish.side) for there in board.map.grid.neighbours[board.hex_of(unit)]]
        held = [one for one in dict.fromkeys(near) if combat_units_in(board, one, enemy)]
        return sorted(held, key=lambda one: (wish.far.get(one, FAR), one))
    dangers = threat(board, enemy)
    held = list(dict.fromkeys([board.hex_of(unit) for unit in fighters(board, wish.side)]))
    return sorted(held, key=lambda one: (-dangers.get(one, 0), one))


def hinder(board: Board, wish: Wish) -> Made:
    """Before the enemy moves: aircraft over the threatened, and at Caporetto refugees and agents (S1)."""
    made = fly(board, wish, board.enemy_of(wish.side))
    if "refugees" not in board.scenario.card:
        return made
    held = dict.fromkeys([board.hex_of(unit) for unit in board.on_map(EN)])
    strong = sorted(held, key=lambda one: (-sum(end_worth(board, unit) for unit in board.units_at(one, EN)), one))
    able = [one for one in strong if _may_crowd(board, wish.side, one)][:3]
    made += [Refugees(tuple(able))] if able else []
    for here in held:
        for there in board.map.grid.neighbours[here]:
            if bridges(board.map, here, there) and board.map.crosses(here, there, "major-river"):
                made += _blown(board, wish.side, *sorted((here, there)))
    return list(dict.fromkeys(made))


def _may_crowd(board: Board, side: Side, hex_id: HexId) -> bool:
    try:
        hindrances.check_refugees(board, (hex_id,), side, 0)
    except Illegal:
        return False
    return True


def _blown(board: Board, side: Side, here: HexId, there: HexId) -> Made:
    try:
        hindrances.sabotage(board.copy(), here, there, side)
    except Illegal:
        return []
    return [Sabotage(here, there)]


# -- the great retreat (S1) ----------------------------------------------------------------------------------


def retreat(board: Board, side: Side, from_turn: int = ORDER_TURN) -> Made:
    """From a turn on the Italians go: the order, everybody in Retreat mode, guns off the map."""
    if side != EN or "retreat_order" not in board.scenario.card or track_turn(board) < from_turn:
        return []
    made: Made = [] if board.noted(ORDER) else [RetreatOrder()]
    copy = board.copy()
    copy.write(ORDER, side, "greedy")
    going = [unit for unit in board.on_map(side) if _may_enter(copy, unit, side)]
    artillery = [unit for unit in board.on_map(side) if is_gun(board, unit)]
    if artillery:
        made.append(Withdraw(max(artillery, key=lambda unit: (int(board.hex_of(unit)[3:]), unit))))
    going = [unit for unit in going if unit not in [one.unit for one in made if isinstance(one, Withdraw)]]
    return [*made, *([RetreatMode(tuple(going))] if going else [])]


def _may_enter(board: Board, unit: UnitId, side: Side) -> bool:
    try:
        check_enter(board, unit, side)
    except Illegal:
        return False
    return True


def is_retreating(board: Board, side: Side) -> bool:
    """Whether the order stands, or will with this phase."""
    is_time = "retreat_order" in board.scenario.card and track_turn(board) >= ORDER_TURN
    return side == EN and is_time


def departures(board: Board) -> Made:
    """Who can leaves by the west edge; who is held by the enemy disengages; all others fall back by themselves."""
    made: Made = []
    edge = [one for one in board.map.hexes_with("west-edge") if not is_in_enemy_zoc(board, one, EN)]
    copy = board.copy()
    for unit in board.on_map(EN):
        if end_worth(board, unit):
            copy.mark(unit, RETREAT_MODE, "greedy")
    for unit in board.on_map(EN):
        counter = board.unit(unit)
        if is_combat_unit(counter) and is_in_enemy_zoc(board, board.hex_of(unit), EN):
            made.append(Disengage((unit,)))
        elif is_combat_unit(counter) or is_gun(board, unit) or counter.type == "hq":
            made += _exit(copy, unit, edge)
    return made


def _exit(board: Board, unit: UnitId, edge: list[HexId]) -> Made:
    here = board.hex_of(unit)
    if min([board.map.grid.distance(here, one) for one in edge], default=FAR) > 8:
        return []
    units = (unit, *(riding_with(board, unit) if is_combat_unit(board.unit(unit)) else ()))
    walking = walk(board, units)
    reached = way(board, walking, here, walking.points).cost
    able = [one for one in edge if one in reached and reached[one] + WHOLE <= walking.points]
    return [Exit(units, min(able, key=lambda one: (reached[one], one)))] if able else []


def leaving(board: Board, side: Side) -> Made:
    """Whoever carries a Disengagement marker goes as far as he can (13.0)."""
    marked = [unit for unit in fighters(board, side) if board.is_marked(unit, DISENGAGE)]
    return [Leave(hex_id, distance="max") for hex_id in dict.fromkeys([board.hex_of(unit) for unit in marked])]


def hopeless(board: Board, wish: Wish) -> list[UnitId]:
    """Defenders far weaker than what is around them, in no place that counts, slip away."""
    if wish.is_attacker:
        return []
    dangers = threat(board, board.enemy_of(wish.side))
    found = []
    for hex_id in dict.fromkeys([board.hex_of(unit) for unit in fighters(board, wish.side)]):
        units = combat_units_in(board, hex_id, wish.side)
        counts = any(board.map.has(hex_id, name) for name in ("trench", "iron-cross", "cockade", "city"))
        strong = sum(defence_factor(board, unit) for unit in units)
        if not counts and is_in_enemy_zoc(board, hex_id, wish.side) and dangers.get(hex_id, 0) > 4 * strong:
            found += list(units)
    return found
