"""The mail meter: which questions of an Action may still come, how likely each is, and what saves the mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from pbem.errors import Illegal
from pbem.games.strafexpedition.assault import Assault
from pbem.games.strafexpedition.bombardment import Salvo
from pbem.games.strafexpedition.by_mail import orders_combat
from pbem.games.strafexpedition.by_mail.foresight import foresee
from pbem.games.strafexpedition.by_mail.odds import as_planned, volleys
from pbem.games.strafexpedition.by_mail.orders_command import Activate
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard
from pbem.games.strafexpedition.defensive_fire import Volley, cap, column, quarter
from pbem.games.strafexpedition.defensive_guns import free_guns, with_artillery
from pbem.games.strafexpedition.reaction import TOPIC
from pbem.games.strafexpedition.short_firing import is_firing_short
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.meter import Point
from pbem.values import replace

SURE, NEVER = Fraction(1), Fraction(0)
Standing = Sequence[Order]
Attacks = Sequence[orders_combat.Assault]
Near = Callable[[HexId, HexId], bool]


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """Every point of an Action that neither orders nor standing orders decide; plans are nobody's business."""
    found: list[Point] = []
    for side, given in orders.items():
        enemy = board.enemy_of(side)
        theirs = orders[enemy].standing if enemy in orders else ()
        attacks = [order for order in given.items if isinstance(order, orders_combat.Assault)]
        for order in attacks:
            salvo = _salvo(given.items, order.target)
            found += _of_assault(board, order, attacks, salvo, given.standing, theirs)
        if any(isinstance(order, Activate) for order in given.items):
            found += _point(enemy, TOPIC, SURE, "nobody reacts", "react: never", "", theirs)
    return list(dict.fromkeys(found))


def _of_assault(
    board: Board, order: orders_combat.Assault, attacks: Attacks, salvo: Salvo | None, ours: Standing, theirs: Standing
) -> list[Point]:  # fmt: skip
    """One assault: the fire before it, the losses of both, retreats and what may come back.

    Where the enemy has no choice of fire the chances are exact; where he has, or guns fire short today, they are the
    most that his choice can lead to.
    """
    try:
        assault = as_planned(board, order)
    except Illegal:
        return []  # it is not beside the hex yet: its moves come first
    about, enemy, low = f"assault on {order.target}", board.enemy_of(assault.side), "the weakest full unit pays"
    aims = _aims(board, attacks)
    found = _fire(board, assault, aims, theirs, about)
    seen = foresee(board, order, assault, salvo, _plans(board, assault, aims))
    rows = (
        (assault.side, "losses", low, "losses: weakest first", ours),
        (enemy, "losses", low, "losses: weakest first", theirs),
        (enemy, "retreat-to", "toward supply", f"retreat-to {order.target}: toward HEX", theirs),
        (enemy, "counter-assault", "nobody goes", f"counter-assault {order.target}: never", theirs),
    )
    for side, topic, default, hint, standing in rows:
        if topic != "losses" or side == enemy or not order.losses:
            share = seen.chances.get((side, topic), NEVER) if seen else SURE
            is_most = seen is None or not seen.is_exact or (salvo is not None and is_firing_short(board, assault.side))
            found += _point(side, topic, share, default, hint, about, standing, is_most=is_most)
    return found


def _point(
    side: Side, topic: str, share: Fraction, default: str, hint: str, about: str, standing: Standing, *,
    is_most: bool = False,
) -> list[Point]:  # fmt: skip
    """One point, unless a standing order of the topic settles it or it cannot come to that."""
    if not share or is_settled(standing, topic):
        return []
    return [Point(side, topic, Chance(share), default, hint, about, is_most=is_most)]


# -- the fire ------------------------------------------------------------------------------------------------


def _aims(board: Board, attacks: Attacks) -> dict[HexId, None]:
    """The hexes from which all assaults of the orders come."""
    return dict.fromkeys(board.hex_of(unit) for order in attacks for unit in order.units if board.is_on_map(unit))


def _fire(
    board: Board, assault: Assault, aims: Mapping[HexId, None], standing: Standing, about: str
) -> list[Point]:  # fmt: skip
    """See 13.3.1, 13.3.4, 13.3.7: whom to fire at, which guns, a Logistics Point for more of them."""
    found: list[Point] = []
    for hex_id in dict.fromkeys(origin for _, origin in assault.came_from):
        alone, _ = volleys(board, assault, hex_id)
        near = board.map.grid.are_adjacent
        if any(_is_torn(board, unit, hex_id, aims, near) for unit in alone.infantry):
            found += _point(alone.side, "fire", SURE, "at the strongest", "fire: strongest first", about, standing)
        guns = free_guns(board, alone.side, hex_id)
        if guns:
            found += _point(alone.side, "guns", SURE, "as many as count", "guns: match", about, standing)
        bound = [unit for unit in alone.infantry if not _is_torn(board, unit, hex_id, aims, near)]
        if quarter(board, guns, hex_id) > cap(board, bound):
            found += _point(alone.side, "pay", SURE, "no point is paid", "pay: never", about, standing)
    return found


def _plans(board: Board, assault: Assault, aims: Mapping[HexId, None]) -> list[tuple[Volley, ...]]:
    """See 13.3.1, 13.3.4, 13.3.7: every way in which the enemy may fire at the hexes of one assault.

    Units beside another hex of the Action too fire here or there, guns join or keep silent, a point is paid or not.
    """
    near = board.map.grid.are_adjacent
    choices: list[list[Volley]] = []
    for hex_id in dict.fromkeys(origin for _, origin in assault.came_from):
        alone, _ = volleys(board, assault, hex_id)
        bound = [unit for unit in alone.infantry if not _is_torn(board, unit, hex_id, aims, near)]
        ways = dict.fromkeys([alone, replace(alone, infantry=tuple(bound))])
        guns = free_guns(board, alone.side, hex_id)
        joined = [with_artillery(board, one, guns, is_paid) for one in ways for is_paid in (False, True)]
        fires = dict.fromkeys([*ways, *joined])
        choices.append(list({column(board, one): one for one in fires if one.infantry or one.guns}.values()))
    return list(product(*[one for one in choices if one]))


def _is_torn(board: Board, unit: UnitId, hex_id: HexId, aims: Mapping[HexId, None], near: Near) -> bool:
    return any(near(board.hex_of(unit), other) for other in aims if other != hex_id)


def _salvo(items: Sequence[Order], target: HexId) -> Salvo | None:
    """See 13.2.5: what the same orders fire at the hex before it is assaulted."""
    found = [order for order in items if isinstance(order, Bombard) and order.target == target]
    return Salvo(target, found[0].guns) if found else None
