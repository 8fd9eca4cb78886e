"""The defender's plan for the guns of a phase: lines read in order, guns that are spent passed over, some of them kept.

A gun fires in one combat of a phase, and attacks come one by one. The plan is nobody's business but its owner's: the
rules ask for guns wherever one is ready, and see nothing of it but the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.orders_combat import Keep
from pbem.games.italia18.guns import is_in_range
from pbem.games.italia18.markers import ATTACKED
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Preference, among
from pbem.values import replace


def without_kept(board: Board, question: Question, orders: Sequence[Order]) -> Question:
    """See 15.2.2b: the question about guns without those that wait for another hex."""
    target = HexId(question.about["hexes"][0])
    kept = dict.fromkeys(kept_guns(board, question, target, [order for order in orders if isinstance(order, Keep)]))
    return replace(question, options=tuple([option for option in question.options if option.value not in kept]))


def kept_guns(board: Board, question: Question, target: HexId, lines: Sequence[Keep]) -> Iterator[str]:
    """The guns that some line keeps for a hex that may still be attacked, and is not this one."""
    for line in lines:
        waiting = [hex_id for hex_id in line.hexes if may_be_attacked(board, hex_id, question.side)]
        if target in line.hexes or not waiting:
            continue
        able = [UnitId(option.value) for option in question.options]
        if line.number:
            near = [gun for gun in able if any(is_in_range(board, gun, hex_id) for hex_id in waiting)]
            yield from near[max(0, len(near) - line.number) :]
        else:
            yield from (gun for gun in line.guns if gun in able)


def may_be_attacked(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 12.1b, 12.1c: not attacked yet, own units in it, and an enemy beside it that has not attacked."""
    if board.is_hex_marked(hex_id, ATTACKED) or not combat_units_in(board, hex_id, side):
        return False
    around = board.map.grid.neighbours[hex_id]
    enemies = [unit for there in around for unit in combat_units_in(board, there, board.enemy_of(side))]
    return any(not board.is_marked(unit, ATTACKED) for unit in enemies)


def guns(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.2a: `none`, `all`, `match` (as many as the attacker's), `up to 2`, or guns by name, the first first."""
    if "none" in order.choices:
        return ()
    offered = tuple([option.value for option in question.options])
    named = list(dict.fromkeys([choice for choice in order.choices if choice in board.scenario.units]))
    able = among(question, named) if named else offered
    if "match" in order.choices:
        able = able[: int(question.about["guns"])]
    limits = [int(choice.split()[-1]) for choice in order.choices if choice.startswith("up to ")]
    return able[: limits[0]] if limits else able


def counter_battery(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.2b: how many fire at guns; never more than there are."""
    most = len(question.options) - 1
    wanted = {"none": 0, "max": most}.get(order.choices[0])
    return (str(min(most, int(order.choices[0]) if wanted is None else wanted)),)
