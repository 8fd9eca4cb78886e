"""The event Mandatory Offensive: how many steps must attack in this turn, and what happens if they do not."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto import limits
from pbem.games.caporetto.attack import Declared, Spent, check_attacker, check_target
from pbem.games.caporetto.counters import CP, combat_units
from pbem.games.caporetto.events import MANDATORY
from pbem.games.caporetto.mines import event_row
from pbem.games.caporetto.ratio import defence_strength
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Preference

COUNT = "offensive"


def is_in_force(board: Board, side: Side) -> bool:
    """See EV.B.mandatory: whether the side must attack in this turn."""
    return side == CP and board.noted("event") == MANDATORY


def wanted(board: Board) -> int:
    """See EV.B.mandatory: how many steps must attack."""
    return int(event_row(board, "EV.B.mandatory")["steps"])


def count_attack(board: Board, declared: Declared) -> None:
    """See EV.B.mandatory, ruling R95: steps at the moment of attacking; who attacks in both Sub-phases counts twice."""
    if is_in_force(board, declared.side):
        limits.count(board, COUNT, _steps(board, declared.attackers), "EV.B.mandatory")


def _steps(board: Board, units: Sequence[UnitId]) -> int:
    return sum(board.steps(unit) for unit in dict.fromkeys(units))


# -- what is possible ----------------------------------------------------------------------------------------


def chances(board: Board, side: Side, spent: Spent) -> dict[HexId, tuple[UnitId, ...]]:
    """See EV.B.mandatory, 11.2, 11.3: every hex that can be attacked now, with the units that can attack it."""
    hexes = dict.fromkeys(board.hex_of(unit) for unit in board.on_map(board.enemy_of(side)))
    found = {}
    for hex_id in sorted(hexes):
        units = _able(board, side, hex_id, spent)
        if units:
            found[hex_id] = units
    return found


def _able(board: Board, side: Side, hex_id: HexId, spent: Spent) -> tuple[UnitId, ...]:
    around = [unit for there in board.map.grid.neighbours[hex_id] for unit in combat_units(board, there, side)]
    try:
        check_target(board, side, hex_id, spent)
    except Illegal:
        return ()
    return tuple([unit for unit in around if _may_attack(board, side, unit, hex_id, spent)])


def _may_attack(board: Board, side: Side, unit: UnitId, hex_id: HexId, spent: Spent) -> bool:
    try:
        check_attacker(board, side, unit, hex_id, spent)
    except Illegal:
        return False
    return True


def most_possible(board: Board, side: Side, spent: Spent) -> int:
    """See EV.B.mandatory, 17.2, rulings R94, R95: the steps that could still attack; in a pause within its attacks."""
    found = list(chances(board, side, spent).values())
    left = limits.attacks_left(board, side)
    if left is None or left >= len(found):
        return _steps(board, [unit for units in found for unit in units])
    groups = itertools.combinations(found, left)
    return max((_steps(board, [unit for units in group for unit in units]) for group in groups), default=0)


# -- the check and the remedy --------------------------------------------------------------------------------


def check_enough(board: Board, side: Side, number: int, ordered: Sequence[UnitId]) -> None:
    """EV.B.mandatory, ruling R95: orders for the second Combat that fall short go back to the player."""
    if number != 2 or not is_in_force(board, side):
        return
    done = limits.count_of(board, COUNT)
    must = min(wanted(board), done + most_possible(board, side, Spent()))
    planned = done + _steps(board, ordered)
    if planned < must:
        why = f"the Mandatory Offensive is not fulfilled: {must} steps must attack in this turn"
        found = f"{done} in the first Combat, {planned - done} ordered now"
        advice = "order more attacks, or write `mandatory: HEX, HEX` as a standing order"
        raise Illegal("EV.B.mandatory", why, found=found, wanted=f"{must - done} steps here", advice=advice)


def next_attack(board: Board, side: Side, number: int, spent: Spent, standing: Sequence[Order]) -> Declared | None:
    """See EV.B.mandatory, rulings R94, R95: the attack that the player owes: the hexes he has listed, then the
    weakest."""
    if not is_in_force(board, side) or limits.count_of(board, COUNT) >= wanted(board):
        return None
    if limits.attacks_left(board, side) == 0:
        return None
    open_ = chances(board, side, spent)
    if not open_:
        return None
    target = _first(board, side, open_, standing, spent)
    return Declared(side, number, target, open_[target], check_target(board, side, target, spent))


def _first(
    board: Board, side: Side, open_: dict[HexId, tuple[UnitId, ...]], standing: Sequence[Order], spent: Spent
) -> HexId:
    lists = [order.choices for order in standing if isinstance(order, Preference) and order.topic == "mandatory"]
    listed = [HexId(hex_id) for choices in lists for hex_id in choices if HexId(hex_id) in open_]
    if listed:
        return listed[0]
    strength = {h: defence_strength(board, check_target(board, side, h, spent)).total for h in open_}
    return min(open_, key=lambda hex_id: (strength[hex_id], hex_id))
