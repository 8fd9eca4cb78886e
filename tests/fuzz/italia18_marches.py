"""The greedy player's moves in Italia 1917-1918: up to the front, into gaps, over the river, reliefs and reserves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.italia18.allowance import EXPLOIT, MARCH, MOVE, RESERVE
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.orders_combat import Exploit
from pbem.games.italia18.by_mail.orders_move import Leg, Move, Relieve, Reserve
from pbem.games.italia18.counters import defence_factor, is_detachment, is_reduced
from pbem.games.italia18.disorder import is_disorganized, morale
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import ABOARD, EXPLOITATION, FROZEN, RESERVES
from pbem.games.italia18.pinned import is_held_in
from pbem.games.italia18.relief import Phase, begin, check_leave
from pbem.games.italia18.reserves import check_fit, different
from pbem.games.italia18.stacking import detachments_in, points_in, points_of
from pbem.games.italia18.supply import is_supplied_hex
from pbem.games.italia18.turns import sequence
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from tests.fuzz.italia18_goals import FAR, Wish, movers, nearest_enemy

Made = list[Order]
FULL, PAIR = 4, 2  # stacking points and detachments of a hex
ROUND = 2  # points of way that a move must save
LEADS = 4  # morale from which a unit leads an attack
TIRED = 4  # defence below which a unit in the line is relieved


def moves(board: Board, wish: Wish) -> Made:
    """Who is free goes where it is wanted, the strongest first; who cannot go on waits in reserve."""
    copy, phase, made, gone = board.copy(), begin(board, wish.side), list[Order](), dict[UnitId, None]()
    made += reliefs(copy, wish, phase, gone)
    need = dict(wish.worth)
    for unit in movers(board, wish.side):
        if unit in gone or any(board.is_marked(unit, mark) for mark in (FROZEN, RESERVES, ABOARD)):
            continue
        units = (unit, *riding_with(copy, unit))
        order = one_move(copy, wish, need, units, phase)
        if order:
            made.append(order)
            gone |= dict.fromkeys(units)
    return [*made, *reserves(copy, wish, gone)]


def one_move(board: Board, wish: Wish, need: dict[HexId, int], units: tuple[UnitId, ...], phase: Phase) -> Move | None:
    """The best hex within reach, by a march where nobody is near."""
    here = board.hex_of(units[0])
    if units[0] in phase.pinned and not wish.is_attacker:
        return None
    if is_disorganized(board, units[0]):
        return None
    try:
        check_leave(board, units, phase, None)
    except Illegal:
        return None
    for how in (MARCH, MOVE) if nearest_enemy(board, wish.side, here) > 4 else (MOVE,):
        path = chosen(board, wish, need, units, how)
        if path:
            break
    if not path:
        return None
    goal = path[-1]
    for unit in units:
        board.put(unit, goal, "greedy")
    if goal in need and not wish.is_attacker:
        need[goal] -= defence_factor(board, units[0]) // 3
    return Move(units, (Leg(path),), how == MARCH)


def chosen(
    board: Board, wish: Wish, need: Mapping[HexId, int], units: tuple[UnitId, ...], how: str
) -> tuple[HexId, ...]:
    """The way to where it is wanted more, by enough to be worth it, in supply, with room; nothing if it stays."""
    if how == MARCH and is_disorganized(board, units[0]):
        return ()
    walking = walk(board, units, how)
    found = way(board, walking, walking.start, walking.points)
    reached = found.cost
    able = [one for one in reached if one == walking.start or has_room(board, one, units[0])]
    if not wish.is_attacker or is_last(board):
        able = [one for one in able if is_supplied_hex(board, one, wish.side)] or [walking.start]
    weigh = _forward if wish.is_attacker else _fill
    best = min(able, key=lambda one: (weigh(board, wish, need, units[0], one), one != walking.start, reached[one], one))
    here = weigh(board, wish, need, units[0], walking.start)
    if weigh(board, wish, need, units[0], best) + ROUND > here:
        return ()
    path = tuple(found.path(best)[1:])
    return path if board.map.grid.are_adjacent(walking.start, best) else (best,)


def is_last(board: Board) -> bool:
    """Whether supply is checked, or points are counted, after this sequence."""
    return sequence(board) >= int(board.scenario.card["sequences"][board.turn - 1])


def _forward(board: Board, wish: Wish, need: Mapping[HexId, int], unit: UnitId, one: HexId) -> int:
    """For an attacker: how far from the prizes; crowds in front of a wall are a little worse."""
    return 2 * wish.far.get(one, FAR) + points_in(board, one, wish.side) // 3


def _fill(board: Board, wish: Wish, need: Mapping[HexId, int], unit: UnitId, one: HexId) -> int:
    """For a defender: gaps and weak places first; he stays where he is needed and keeps out of contact elsewhere."""
    in_zone = is_in_enemy_zoc(board, one, wish.side)
    spot = 3 * need.get(one, 0)
    return 2 * min(wish.far.get(one, FAR), 30) - spot + (8 if in_zone and not spot else 0)


def has_room(board: Board, hex_id: HexId, unit: UnitId) -> bool:
    """Whether the unit can stay there beside its friends."""
    side = board.unit(unit).side
    if is_detachment(board.unit(unit)):
        return detachments_in(board, hex_id, side) < PAIR
    return points_in(board, hex_id, side) + points_of(board, unit) <= FULL


# -- the line ------------------------------------------------------------------------------------------------


def reliefs(board: Board, wish: Wish, phase: Phase, gone: dict[UnitId, None]) -> Made:
    """Worn units leave the line to find their order again: beside a friend who stays, or relieved by a whole one."""
    made: Made = []
    free = [unit for unit in movers(board, wish.side) if unit not in phase.pinned and _is_ready(board, unit)]
    fresh = [unit for unit in free if not is_reduced(board, unit)]
    leading = [unit for unit in free if morale(board, unit) >= LEADS and defence_factor(board, unit) >= TIRED]
    for unit in [one for one in phase.pinned if _is_worn(board, one) or _is_leaderless(board, wish, one)]:
        here, back = board.hex_of(unit), _behind(board, wish.side, unit)
        if not back:
            continue
        others = [one for one in combat_units_in(board, here, wish.side) if one in phase.pinned and one not in gone]
        able = [one for one in fresh if one not in gone and _reaches(board, one, here)]
        if not _is_worn(board, unit):
            able, others = [one for one in leading if one not in gone and _reaches(board, one, here)], []
        if any(not _is_worn(board, one) for one in others):
            made.append(Move((unit, *riding_with(board, unit)), (Leg(back),)))
        elif able:
            units = (able[0], *riding_with(board, able[0]))
            made += [Relieve(unit, units), Move((unit, *riding_with(board, unit)), (Leg(back),))]
            _put(board, gone, units, here)
        else:
            continue
        _put(board, gone, (unit, *riding_with(board, unit)), back[-1])
    return made


def _put(board: Board, gone: dict[UnitId, None], units: Sequence[UnitId], hex_id: HexId) -> None:
    for unit in units:
        board.put(unit, hex_id, "greedy")
        gone[unit] = None


def _is_worn(board: Board, unit: UnitId) -> bool:
    """Disorganized, or with little left; never a detachment, and nobody who is frozen."""
    is_out = is_detachment(board.unit(unit)) or board.is_marked(unit, FROZEN)
    is_weak = is_reduced(board, unit) and defence_factor(board, unit) <= TIRED
    return not is_out and (is_weak or is_disorganized(board, unit))


def _is_leaderless(board: Board, wish: Wish, unit: UnitId) -> bool:
    """Of an attacker's line: nobody in the hex may lead an attack (12.2.3)."""
    here = combat_units_in(board, board.hex_of(unit), wish.side)
    is_held = board.is_marked(unit, FROZEN) or is_detachment(board.unit(unit))
    return wish.is_attacker and not is_held and all(morale(board, one) < LEADS for one in here)


def _is_ready(board: Board, unit: UnitId) -> bool:
    is_bound = board.is_marked(unit, FROZEN) or is_detachment(board.unit(unit))
    return not is_bound and not is_disorganized(board, unit)


def _reaches(board: Board, unit: UnitId, goal: HexId) -> bool:
    if board.map.grid.distance(board.hex_of(unit), goal) > 4:
        return False
    walking = walk(board, (unit, *riding_with(board, unit)))
    return goal in way(board, walking, walking.start, walking.points, goal).cost


def _behind(board: Board, side: Side, unit: UnitId) -> tuple[HexId, ...]:
    """The way to a hex out of the enemy's zones with room."""
    walking = walk(board, (unit, *riding_with(board, unit)))
    found = way(board, walking, walking.start, walking.points)
    able = [one for one in found.cost if not is_in_enemy_zoc(board, one, side) and has_room(board, one, unit)]
    able = [one for one in able if is_supplied_hex(board, one, side)]
    best = min(able, key=lambda one: (found.cost[one], one), default=None)
    return tuple(found.path(best)[1:]) if best else ()


def reserves(board: Board, wish: Wish, gone: Mapping[UnitId, None]) -> Made:
    """Whole units behind the front that found nowhere to go wait for a hole (11.2.8)."""
    made, stacks = list[Order](), dict[HexId, list[UnitId]]()
    for unit in movers(board, wish.side):
        if unit in gone or board.is_marked(unit, FROZEN) or is_detachment(board.unit(unit)):
            continue
        try:
            check_fit(board, unit)
        except Illegal:
            continue
        here = stacks.setdefault(board.hex_of(unit), [])
        if len(different(board, [*here, unit])) <= PAIR:
            here.append(unit)
    most = int(board.scenario.charts["markers"]["reserves"][wish.side])
    ranked = sorted(stacks.items(), key=lambda item: (wish.far.get(item[0], FAR), item[0]))
    made += [Reserve(tuple(units)) for _, units in ranked[:most]]
    return made


# -- exploitation --------------------------------------------------------------------------------------------


def exploits(board: Board, wish: Wish) -> Made:
    """Marked units go on toward the prizes, as far as their supply reaches."""
    made, copy = list[Order](), board.copy()
    for unit in movers(board, wish.side):
        how = EXPLOIT if board.is_marked(unit, EXPLOITATION) else RESERVE if board.is_marked(unit, RESERVES) else ""
        if not how or is_held_in(copy, (unit,), copy.hex_of(unit)):
            continue
        units = (unit, *riding_with(copy, unit))
        path = chosen(copy, wish, wish.worth, units, how)
        if path:
            made.append(Exploit(unit, path))
            for one in units:
                copy.put(one, path[-1], "greedy")
    return made
