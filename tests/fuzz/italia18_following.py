"""Who follows a won combat for the greedy player of Italia 1917-1918, and how far."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.area import is_inside
from pbem.games.italia18.battle import Attack, combat_units_in
from pbem.games.italia18.by_mail.orders_combat import Going
from pbem.games.italia18.counters import attack_factor, is_reduced
from pbem.games.italia18.disorder import is_disorganized, morale
from pbem.games.italia18.stacking import points_in, points_of
from pbem.games.italia18.ways import is_passable, is_unbridged_major
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.fuzz.italia18_goals import FAR, Wish

FULL = 4  # stacking points of a hex


def goings(board: Board, wish: Wish, attack: Attack) -> list[Going]:
    """Whole units that do not lead: the first go on through the hole, the others into the hex."""
    found, room = list[Going](), {attack.target: FULL}
    hole = beyond(board, wish, attack.target)
    if hole:
        room[hole] = FULL - points_in(board, hole, wish.side)
    for unit in followers(board, attack):
        goal = next((one for one in (hole, attack.target) if one and room[one] >= points_of(board, unit)), None)
        if goal:
            room[goal] -= points_of(board, unit)
            found.append(Going(unit, (attack.target, goal) if goal == hole else (goal,)))
    return found


def followers(board: Board, attack: Attack) -> list[UnitId]:
    """Those that may go, the lead last since it pays first; the best first."""
    able = [unit for unit in attack.units if not is_reduced(board, unit) and not is_disorganized(board, unit)]
    able = able or list(attack.units)
    leading = attack.leads[:1]
    return sorted(able, key=lambda unit: (unit in leading, -morale(board, unit), -attack_factor(board, unit), unit))


def beyond(board: Board, wish: Wish, target: HexId) -> HexId | None:
    """The hex behind the attacked one that lies nearest to the prizes and in the zone of nobody else."""
    around = [there for there in board.map.grid.neighbours[target] if _is_open(board, wish, target, there)]
    best = min(around, key=lambda one: (wish.far.get(one, FAR), one), default=None)
    return best if best and wish.far.get(best, FAR) < wish.far.get(target, FAR) else None


def _is_open(board: Board, wish: Wish, target: HexId, there: HexId) -> bool:
    """Whether a unit may go on there once the defenders of the target are gone (12.4c, 12.4d)."""
    if not is_passable(board.map, target, there) or is_unbridged_major(board, target, there, wish.side):
        return False
    around: Sequence[HexId] = [one for one in board.map.grid.neighbours[there] if one != target]
    enemy = board.enemy_of(wish.side)
    held = any(combat_units_in(board, one, enemy) for one in (there, *around))
    return is_inside(board.scenario, there) and not held
