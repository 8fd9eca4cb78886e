"""A simple greedy player of Durchbruch: gas, guns and good odds up the valleys; the Italians hold, fall back, hit back.

It sees what its side may see, and leaves nothing to chance but the plan of the campaign.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch import accessory, payment
from pbem.games.durchbruch.by_mail.odds import as_seen
from pbem.games.durchbruch.by_mail.orders import Destroy, Fire, LateChit, Replace
from pbem.games.durchbruch.communication import check_corps, enemy_hexes
from pbem.games.durchbruch.counters import AG, CORPS, IT, artillery_range, corps_of, is_gun, is_hq
from pbem.games.durchbruch.cup import CHITS, in_cup
from pbem.games.durchbruch.marks import HELD
from pbem.games.durchbruch.passages import has_passage
from pbem.games.durchbruch.planning import Segment
from pbem.games.durchbruch.replacements import check_unit
from pbem.games.durchbruch.support import why_not_ready
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference
from tests.fuzz.durchbruch_attacks import Intent, assaults, with_advances
from tests.fuzz.durchbruch_before import bombardment, set_up, surprise
from tests.fuzz.durchbruch_goals import guards, nearest_enemy, pressure
from tests.fuzz.durchbruch_marches import advance, arrive, defend, follow, in_the_way

BACK = Fraction(3)  # what a place is worth that the enemy holds


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand."""
    seen = as_seen(board, side)
    if board.step == "set-up":
        return set_up(seen, side, chance)
    if board.step == "bombardment":
        return bombardment(seen)
    if board.step == "surprise":
        return surprise(seen)
    return _morning(seen, side) if board.step == "morning" else corps_orders(seen, side, CHITS[board.step])


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """What a careful player leaves with the program for the whole game."""
    hqs = tuple([unit for unit in board.on_map(side) if is_hq(board.unit(unit))])
    cheap = Preference("hits", ("steps 1",), conditions=(Condition("hits", "<=", "2"),))
    return [
        Preference("losses", ("weakest first",)),
        Preference("pick", ("strongest first",)),
        *((Preference("hits", ("hold",), where="3017"), cheap) if side == IT else ()),
        Preference("hits", ("retreat",)),
        Preference("advance", ("none",)),
        Preference("support", ("all",)),
        *((Preference("hq", hqs),) if hqs else ()),
        Preference("mg", ("highest",)),
        Preference("blow", ("yes",)),
        Defaults(),
    ]


def _morning(board: Board, side: Side) -> list[Order]:
    able = [unit for unit in board.on_map(side) if _may_recover(board, unit)]
    found: list[Order] = [Replace(tuple(able[:4]))] if able else []
    return [*found, LateChit(is_wanted=True)] if side == IT else found


def _may_recover(board: Board, unit: UnitId) -> bool:
    try:
        check_unit(board, unit)
    except Illegal:
        return False
    return True


# -- a corps -------------------------------------------------------------------------------------------------


def corps_orders(board: Board, side: Side, corps: str) -> list[Order]:
    """Attacks first, because the others make way for them; then whatever guns are left fire."""
    board = board.copy()
    check_corps(board, side, corps)
    intent = Intent(side, corps, board.copy(), Segment(side, corps))
    intent.busy |= guards(board, corps) if side == AG else {}
    gain = in_the_way(board, side, corps) if side == AG else dict.fromkeys(board.marked_hexes(HELD), BACK)
    assaults(intent, gain=gain)
    entering = arrive(intent)
    if side == AG:
        advance(intent)
    else:
        defend(intent)
    fires = _fires(board, side, corps, intent)
    follow(intent)
    attacks = [with_advances(intent.board, order) for order in intent.attacks]
    return [*fires, *_destroyed(board, side, corps), *intent.moves, *entering, *attacks]


def _destroyed(board: Board, side: Side, corps: str) -> list[Order]:
    """See 2.5.2.2-2: an Italian engineer where the enemy has a passage."""
    own = [u for u in board.on_map(side) if board.unit(u).type == "engineer" and corps_of(board.unit(u)) == corps]
    return [Destroy(unit) for unit in own if side == IT and has_passage(board, board.hex_of(unit), AG)]


def _fires(board: Board, side: Side, corps: str, intent: Intent) -> list[Order]:
    """What will be attacked, else whoever presses most; the Italians keep their guns for defence while chits of the
    enemy are in the cup."""
    if side == IT and any(one in CORPS[AG] for one in in_cup(board)):
        return []
    own = [unit for unit in board.on_map(side) if is_gun(board.unit(unit)) and corps_of(board.unit(unit)) == corps]
    free = [gun for gun in own if gun not in intent.busy and why_not_ready(board, gun) is None]
    salvos: dict[HexId, list[UnitId]] = {}
    for gun in free:
        target = _target(board, side, gun, [order.target for order in intent.attacks])
        if target and _is_paid(board, side, (*salvos, target)):
            salvos.setdefault(target, []).append(gun)
            intent.busy[gun] = None
    return [Fire(tuple(guns), target) for target, guns in salvos.items()]


def _target(board: Board, side: Side, gun: UnitId, attacked: Sequence[HexId]) -> HexId | None:
    here, most = board.hex_of(gun), artillery_range(board.unit(gun))
    near = [one for one in enemy_hexes(board, side) if board.map.grid.distance(here, one) <= most]
    front = [one for one in near if one in attacked or nearest_enemy(board, board.enemy_of(side), one) <= 2]
    return min(front, key=lambda one: (one not in attacked, -_weight(board, side, one), one), default=None)


def _weight(board: Board, side: Side, one: HexId) -> int:
    return pressure(board, side, one) + 3 * len(board.units_at(one, board.enemy_of(side)))


def _is_paid(board: Board, side: Side, targets: Sequence[HexId]) -> bool:
    """See 7.1-RP: a few points are kept for the corps that act later."""
    return side == IT or len(payment.unpaid(board, targets)) <= accessory.points_left(board)
