"""The greedy player's rear in Italia 1917-1918: guns, headquarters, bridges, arrivals."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import Illegal
from pbem.games.italia18 import displacing, reinforcements
from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.bridges import check_demolish, check_rebuild
from pbem.games.italia18.by_mail.orders_move import Arrive, Demolish, Displace, Leg, Move, Rebuild
from pbem.games.italia18.costs import is_mobile
from pbem.games.italia18.counters import fighters
from pbem.games.italia18.guns import OFFENSIVE, is_gun
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.ways import MAJOR, bridges, is_blown, rail_links, road_links
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from tests.fuzz.italia18_goals import FAR, Wish, nearest_enemy

Made = list[Order]
SAFE = 2  # hexes that guns keep from the enemy, unless friends stand with them
CLOSE, APART = 3, 6  # hexes that a headquarters keeps from the enemy, and from its front at most
ALONE = 3  # own units beyond a bridge that keep it from being blown


def arrivals(board: Board, wish: Wish) -> Made:
    """Reinforcements appear where the way is shortest."""
    made: Made = []
    for unit in reinforcements.due(board, wish.side):
        hexes = reinforcements.entry_hexes(board, unit)
        if hexes:
            made.append(Arrive((unit,), min(hexes, key=lambda one: (wish.far.get(one, FAR), one))))
    return made


# -- guns and headquarters -----------------------------------------------------------------------------------


def guns(board: Board, wish: Wish) -> Made:
    """A gun that reaches little goes where it reaches more, behind the front."""
    made, stacks = list[Order](), _stacks(board, board.enemy_of(wish.side))
    for unit in board.on_map(wish.side):
        if not is_gun(board, unit) or board.is_marked(unit, OFFENSIVE) or not is_mobile(board, unit):
            continue
        here, length = board.hex_of(unit), board.unit(unit).figure("range")
        walking = walk(board, (unit,))
        hexes = [one for one in way(board, walking, here, walking.points).cost if _is_safe(board, wish.side, one)]
        best = max(
            hexes, key=lambda one: (_reach(board, stacks, one, length), -wish.far.get(one, FAR), one), default=here
        )
        is_better = _reach(board, stacks, best, length) > _reach(board, stacks, here, length) + 1
        is_nearer = not _reach(board, stacks, here, length) and wish.far.get(best, FAR) + 2 < wish.far.get(here, FAR)
        if best != here and (is_better or is_nearer):
            made.append(Move((unit,), (Leg((best,)),)))
    return made


def _stacks(board: Board, side: Side) -> dict[HexId, None]:
    return dict.fromkeys([board.hex_of(unit) for unit in fighters(board, side)])


def _reach(board: Board, stacks: Mapping[HexId, None], hex_id: HexId, length: int) -> int:
    return sum(1 for one in stacks if board.map.grid.distance(one, hex_id) <= length)


def _is_safe(board: Board, side: Side, hex_id: HexId) -> bool:
    """Two hexes from the nearest enemy, or one more with nobody beside it."""
    away = nearest_enemy(board, side, hex_id)
    return away > SAFE or (away == SAFE and bool(combat_units_in(board, hex_id, side)))


def displaced(board: Board, wish: Wish) -> Made:
    """Army Artillery in Offensive mode follows the front by a hex, or two by road (11.3.1.1)."""
    made: Made = []
    for gun in [unit for unit in board.on_map(wish.side) if board.is_marked(unit, OFFENSIVE)]:
        here = board.hex_of(gun)
        if nearest_enemy(board, wish.side, here) <= CLOSE:
            continue
        near = [(one,) for one in board.map.grid.neighbours[here]]
        ways = [*near, *((one, far) for (one,) in near for far in board.map.grid.neighbours[one] if far != here)]
        able = [path for path in ways if _is_open(board, gun, path, wish.side)]
        best = min(able, key=lambda path: (wish.far.get(path[-1], FAR), len(path), path), default=None)
        if best and wish.far.get(best[-1], FAR) < wish.far.get(here, FAR):
            made.append(Displace(gun, best))
    return made


def _is_open(board: Board, gun: UnitId, path: tuple[HexId, ...], side: Side) -> bool:
    try:
        displacing.check(board, Displace(gun, path), (board.hex_of(gun), *path), side)
    except Illegal:
        return False
    return nearest_enemy(board, side, path[-1]) >= SAFE


def headquarters(board: Board, wish: Wish) -> Made:
    """An HQ stays by a road, out of reach of the enemy: an attacker's follows the front, any other its units."""
    made: Made = []
    for unit in [one for one in board.on_map(wish.side) if board.unit(one).type == "hq"]:
        here = board.hex_of(unit)
        own = sorted(fighters(board, wish.side), key=lambda one: board.map.grid.distance(board.hex_of(one), here))[:10]
        walking = walk(board, (unit,))
        hexes = [one for one in way(board, walking, here, walking.points).cost if _is_seat(board, wish.side, one)]
        weigh = _behind_front if wish.is_attacker else _far_off
        best = min(hexes, key=lambda one: (weigh(board, wish, own, one), one != here, one), default=here)
        saved = weigh(board, wish, own, here) - weigh(board, wish, own, best)
        if best != here and (
            nearest_enemy(board, wish.side, here) < CLOSE or saved > (0 if wish.is_attacker else APART)
        ):
            made.append(Move((unit,), (Leg((best,)),)))
    return made


def _behind_front(board: Board, wish: Wish, own: list[UnitId], hex_id: HexId) -> int:
    """For an attacker: the way to the prizes, and the units that are left behind."""
    return 2 * wish.far.get(hex_id, FAR) + _apart(board, own, hex_id) // 5


def _far_off(board: Board, wish: Wish, own: list[UnitId], hex_id: HexId) -> int:
    return _apart(board, own, hex_id)


def _is_seat(board: Board, side: Side, hex_id: HexId) -> bool:
    is_on_way = hex_id in road_links(board) or hex_id in rail_links(board)
    return is_on_way and nearest_enemy(board, side, hex_id) >= CLOSE


def _apart(board: Board, units: list[UnitId], hex_id: HexId) -> int:
    """How far its units are, those beyond its usual distance twice."""
    found = [board.map.grid.distance(board.hex_of(unit), hex_id) for unit in units]
    return sum(found) + sum(away - APART for away in found if away > APART)


# -- bridges -------------------------------------------------------------------------------------------------


def works(board: Board, wish: Wish) -> Made:
    """Bridges that both banks hold are put up again; the defender blows those over great rivers that nobody needs."""
    made: Made = []
    for unit in fighters(board, wish.side):
        here = board.hex_of(unit)
        for there in board.map.grid.neighbours[here]:
            if bridges(board.map, here, there):
                made += _work(board, wish, *sorted((here, there)))
    return list(dict.fromkeys(made))


def _work(board: Board, wish: Wish, here: HexId, there: HexId) -> Made:
    is_down = is_blown(board, here, there)
    try:
        (check_rebuild if is_down else check_demolish)(board, here, there, wish.side)
    except Illegal:
        return []
    if is_down:
        return [Rebuild(here, there)] if wish.is_attacker else []
    is_needed = wish.is_attacker or not board.map.crosses(here, there, MAJOR)
    return [] if is_needed or _beyond(board, wish.side, here, there) >= ALONE else [Demolish(here, there)]


def _beyond(board: Board, side: Side, here: HexId, there: HexId) -> int:
    """Own units on the enemy's bank, near the bridge."""
    near = min((here, there), key=lambda one: (nearest_enemy(board, side, one), one))
    return len([u for u in fighters(board, side) if board.map.grid.distance(board.hex_of(u), near) <= 2])
