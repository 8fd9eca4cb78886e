"""The mail meter: which questions of a phase may still come, how likely each is, and the order that saves the mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.italia18 import disengagement
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.by_mail.chances import coordination_chances
from pbem.games.italia18.by_mail.coverage_hits import Meter, losses_of
from pbem.games.italia18.by_mail.odds import planned, without_defence
from pbem.games.italia18.by_mail.orders_combat import Assault, Leave
from pbem.games.italia18.called_up import may_be_called
from pbem.games.italia18.coordination import MISUNDERSTOOD, NONE, PARTIAL, PERFECT, benefit, modifiers
from pbem.games.italia18.disorder import is_fit
from pbem.games.italia18.fleeing import paths
from pbem.games.italia18.foreseen import foreseen
from pbem.games.italia18.guns import may_counter, ready_guns
from pbem.games.italia18.retreat import defenders_flight
from pbem.games.italia18.stripping import marked_stacks
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.meter import Point

SURE, NEVER = Fraction(1), Fraction(0)
ORDERS = Fraction(1, 6)  # each face of the die of Misunderstood Orders
Spread = Mapping[str, Fraction]


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """See 12.2, 13.0a: every point of a Combat or Exploitation Phase that neither orders nor standing orders decide."""
    found: list[Point] = []
    for side, given in orders.items():
        enemy = orders.get(board.enemy_of(side))
        theirs = enemy.standing if enemy else ()
        for order in given.items:
            if isinstance(order, Assault):
                found += _of_attack(board, order, given.standing, theirs)
            elif isinstance(order, Leave):
                found += _of_leaving(board, order, side, given.standing, theirs)
    return list(dict.fromkeys(found))


def _of_attack(board: Board, order: Assault, ours: Sequence[Order], theirs: Sequence[Order]) -> list[Point]:
    try:
        battle = planned(board, order)
    except Illegal:
        return []  # its moves come first, or it cannot be carried out
    about = f"attack on {order.target}"
    own = Meter(battle.attack.side, about, ours, order.results)
    enemy = Meter(battle.side(board, DEFENDER), about, theirs)
    dice = _dice(board, battle)
    return [
        *_before(board, battle, enemy),
        *_after(board, battle, enemy, dice),
        *losses_of(board, battle, own, enemy),
        *_misunderstood(board, battle, own, dice),
        *_gains(board, battle, own, dice),
    ]


def _dice(board: Board, battle: Battle) -> dict[str, Spread]:
    """See 12.2.6b: what the coloured dice bring, without the defender's guns: other nations' would lower his."""
    found, batteries = foreseen(board, battle), without_defence(board, battle)
    drm = {r: modifiers(board, battle, found.leads, batteries[r].all, r).total for r in (ATTACKER, DEFENDER)}
    return {role: coordination_chances(board, total) for role, total in drm.items()}


def _share(spread: Spread, *results: str) -> Fraction:
    return sum([spread.get(result, NEVER) for result in results], NEVER)


# -- before the dice -----------------------------------------------------------------------------------------


def _before(board: Board, battle: Battle, enemy: Meter) -> list[Point]:
    """See 12.2.2a, 12.2.2b, 12.2.3e: what the defender is asked when the attack is declared."""
    found: list[Point] = []
    ready = ready_guns(board, enemy.side, battle.target, is_attack=False)
    if ready:
        found += enemy.point("guns", SURE, "no gun fires", "guns: match")
    if battle.attack.guns and any(may_counter(board, gun) for gun in ready):
        found += enemy.point("cb", SURE, "none fires at guns", "cb: none")
    if len(battle.units(board, DEFENDER)) > 1:
        found += enemy.point("lead", SURE, "the highest morale leads", "lead: highest")
    return found


# -- after the dice ------------------------------------------------------------------------------------------


def _after(board: Board, battle: Battle, enemy: Meter, dice: Mapping[str, Spread]) -> list[Point]:
    """See 12.2.6c, 12.2.6e, 12.2.6g, 12.2.6i2: the defender's way out, his reserves, and markers of the attacker."""
    target, side = battle.target, enemy.side
    coordinated, failed = _share(dice[DEFENDER], PERFECT, PARTIAL), _share(dice[ATTACKER], NONE, MISUNDERSTOOD)
    found: list[Point] = []
    if paths(board, defenders_flight(board, side, target, 1, is_chosen=True)):
        hint = f"retreat {target}: never"
        found += enemy.point("retreat", coordinated, "they stand", hint, is_most=True)
    if may_be_called(board, battle, benefit(board, PARTIAL, "within")):
        found += enemy.point("send", coordinated, "nobody comes", f"send {target}: none", is_most=True)
    if marked_stacks(board, battle):
        found += enemy.point("strip", failed, "the nearest Exploitation marker goes", "strip: exploitation, nearest")
    if len(battle.units(board, ATTACKER)) > 1:
        confused = _share(dice[ATTACKER], MISUNDERSTOOD) * ORDERS
        found += enemy.point("confuse", confused, "the strongest is confused", "confuse: strongest")
    return found


def _misunderstood(board: Board, battle: Battle, own: Meter, dice: Mapping[str, Spread]) -> list[Point]:
    """See 12.2.6h6, 12.2.6i4: what the attacker decides before the defender does."""
    astray = _share(dice[DEFENDER], MISUNDERSTOOD) * ORDERS
    fled = _share(dice[ATTACKER], MISUNDERSTOOD) * ORDERS
    found = own.point("misdirect", astray, "nobody goes astray", "misdirect: none", is_most=True)
    if len(battle.units(board, ATTACKER)) > 1:
        found += own.point("panic", fled, "the weakest goes back", "panic: weakest first")
    return found


def _gains(board: Board, battle: Battle, own: Meter, dice: Mapping[str, Spread]) -> list[Point]:
    """See 12.4a, 14.0a: who advances, if the hex falls, and who exploits, if he stays fit."""
    able = [unit for unit in battle.units(board, ATTACKER) if is_fit(board, unit)]
    found: list[Point] = []
    if not able:
        return found
    for topic, default, hint in (
        ("advance", "nobody advances", "advance: all"), ("exploit", "nobody exploits", "exploit: strongest first"),
    ):  # fmt: skip
        if topic == "exploit" and battle.attack.is_exploitation:
            continue
        left = _share(dice[ATTACKER], *(result for result in (PERFECT, PARTIAL) if not own.is_told(result, topic)))
        found += own.point(topic, left, default, hint, is_most=True)
    return found


# -- disengagement -------------------------------------------------------------------------------------------


def _of_leaving(
    board: Board, order: Leave, side: Side, ours: Sequence[Order], theirs: Sequence[Order]
) -> list[Point]:  # fmt: skip
    """See 13.0c: the chance that the enemy leads the stack, and that its owner has a choice."""
    try:
        test = disengagement.stack_to_test(board, side, order.hex, order.morale_of)
    except Illegal:
        return []
    about = f"disengagement from {order.hex}"
    spread = board.scenario.chart("disengagement").chances(0, disengagement.modifiers(board, test).total)
    led = _share(spread, disengagement.LED)
    enemy = Meter(board.enemy_of(side), about, theirs)
    found = enemy.point("r3", led, "the way that costs least", f"r3 {order.hex}: away from HEX")
    if not order.distance and not order.ways:
        own = Meter(side, about, ours)
        found += own.point("distance", SURE - led, "as far as they may", "distance: max", is_most=True)
    return found
