"""The mail meter: which questions of an Action may still come, how likely each is, and what saves the mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.strafexpedition.assault import Assault, final_column
from pbem.games.strafexpedition.assault_results import bills, read_result
from pbem.games.strafexpedition.assault_shifts import shifts
from pbem.games.strafexpedition.by_mail import orders_combat
from pbem.games.strafexpedition.by_mail.chances import Spread, fire_chances, on_column
from pbem.games.strafexpedition.by_mail.odds import as_planned, volleys
from pbem.games.strafexpedition.by_mail.orders_command import Activate
from pbem.games.strafexpedition.counter_assault import REACH
from pbem.games.strafexpedition.counters import is_fortress, is_infantry
from pbem.games.strafexpedition.defensive_fire import cap, quarter
from pbem.games.strafexpedition.defensive_guns import free_guns
from pbem.games.strafexpedition.fire import read as read_fire
from pbem.games.strafexpedition.losses import Bill, has_choice, payers
from pbem.games.strafexpedition.reaction import TOPIC
from pbem.games.strafexpedition.retreat_hexes import Flight, allowed, empty_around
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.meter import Point

SURE, NEVER = Fraction(1), Fraction(0)
Standing = Sequence[Order]
Attacks = Sequence[orders_combat.Assault]


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """Every point of an Action that neither orders nor standing orders decide; plans are nobody's business."""
    found: list[Point] = []
    for side, given in orders.items():
        enemy = board.enemy_of(side)
        theirs = orders[enemy].standing if enemy in orders else ()
        attacks = [order for order in given.items if isinstance(order, orders_combat.Assault)]
        for order in attacks:
            found += _of_assault(board, order, attacks, given.standing, theirs)
        if any(isinstance(order, Activate) for order in given.items):
            found += _point(enemy, TOPIC, SURE, "nobody reacts", "react: never", "", theirs)
    return list(dict.fromkeys(found))


def _of_assault(
    board: Board, order: orders_combat.Assault, attacks: Attacks, ours: Standing, theirs: Standing
) -> list[Point]:  # fmt: skip
    """One assault: the fire before it, the losses of both, retreats and what may come back."""
    try:
        assault = as_planned(board, order)
    except Illegal:
        return []  # it is not beside the hex yet: its moves come first
    about, enemy, low = f"assault on {order.target}", board.enemy_of(assault.side), "the weakest full unit pays"
    found = _fire(board, assault, _aims(board, attacks), theirs, about)
    if not order.losses:
        likely = max(_own_losses(board, assault), _fire_losses(board, assault))
        found += _point(assault.side, "losses", likely, low, "losses: weakest first", about, ours, is_most=True)
    beaten = _on_final(board, assault)
    hit = _share(beaten, lambda text: has_choice(board, bills(board, read_result(assault, text))[1]))
    found += _point(enemy, "losses", hit, low, "losses: weakest first", about, theirs, is_most=True)
    gone = _share(beaten, lambda text: read_result(assault, text).defender.retreats)
    ways = gone if _has_ways(board, assault) else NEVER
    hint = f"retreat-to {order.target}: toward HEX"
    found += _point(enemy, "retreat-to", ways, "toward supply", hint, about, theirs, is_most=True)
    back = gone if _may_come_back(board, assault) else NEVER
    hint = f"counter-assault {order.target}: never"
    return [*found, *_point(enemy, "counter-assault", back, "nobody goes", hint, about, theirs, is_most=True)]


def _point(
    side: Side, topic: str, share: Fraction, default: str, hint: str, about: str, standing: Standing, *,
    is_most: bool = False,
) -> list[Point]:  # fmt: skip
    """One point, unless a standing order of the topic settles it or it cannot come to that."""
    if not share or is_settled(standing, topic):
        return []
    return [Point(side, topic, Chance(share), default, hint, about, is_most=is_most)]


def _share(spread: Spread, leads: Callable[[str], bool]) -> Fraction:
    return sum((share for text, share in spread.items() if leads(text)), NEVER)


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
        if any(near(board.hex_of(unit), other) for unit in alone.infantry for other in aims if other != hex_id):
            found += _point(alone.side, "fire", SURE, "at the strongest", "fire: strongest first", about, standing)
        guns = free_guns(board, alone.side, hex_id)
        if guns:
            found += _point(alone.side, "guns", SURE, "as many as count", "guns: match", about, standing)
        if quarter(board, guns, hex_id) > cap(board, alone.infantry):
            found += _point(alone.side, "pay", SURE, "no point is paid", "pay: never", about, standing)
    return found


def _fire_losses(board: Board, assault: Assault) -> Fraction:
    """See 13.3.11: how likely a step with a choice is, at the hex where it is likeliest, guns included."""
    shares = [NEVER]
    for hex_id in dict.fromkeys(origin for _, origin in assault.came_from):
        volley = volleys(board, assault, hex_id)[1]
        bills_ = {
            text: Bill("", assault.side, hex_id, payers(board, volley.units), read_fire(text).steps, "13.3.11")
            for text in fire_chances(board, volley)
        }
        chosen = [text for text, bill in bills_.items() if bill.steps and has_choice(board, bill)]
        shares.append(_share(fire_chances(board, volley), chosen.__contains__))
    return max(shares)


# -- the assault ---------------------------------------------------------------------------------------------


def _on_final(board: Board, assault: Assault) -> Spread:
    """The results on today's column; fire can only make it worse for the attacker, and these chances smaller."""
    return on_column(board, final_column(board, assault, shifts(board, assault).total))


def _own_losses(board: Board, assault: Assault) -> Fraction:
    """See 13.4.4: the attacker's choice, on the worst of all columns that fire can still lead to."""
    best = final_column(board, assault, shifts(board, assault).total)

    def leads(text: str) -> bool:
        return has_choice(board, bills(board, read_result(assault, text))[0])

    return max(_share(on_column(board, column), leads) for column in range(-1, best + 1))


def _has_ways(board: Board, assault: Assault) -> bool:
    """See 13.4.5: whether any defender has more than one hex to go to."""
    origins = tuple(dict.fromkeys(origin for _, origin in assault.came_from))
    empty = empty_around(board, assault.target)
    going = [unit for unit in payers(board, assault.defenders) if not is_fortress(board.unit(unit))]
    flights = [Flight(unit, assault.target, origins, origins, empty) for unit in going]
    return any(len(allowed(board, flight)) > 1 for flight in flights)


def _may_come_back(board: Board, assault: Assault) -> bool:
    """See 13.5, 13.5.1: whether infantry of the other side is near enough, the defenders themselves included."""
    near = board.map.grid.within(assault.target, REACH)
    units = [unit for there in near for unit in board.units_at(there, board.enemy_of(assault.side))]
    return any(is_infantry(board.unit(unit)) and not is_fortress(board.unit(unit)) for unit in units)
