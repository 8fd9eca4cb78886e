"""The mail meter: which questions may still come, how likely each is, and the order that saves the mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch.attack import Declared, hqs_for
from pbem.games.durchbruch.by_mail.odds import declared_as_seen, outcomes
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.counters import corps_of, is_combat_unit
from pbem.games.durchbruch.support import able
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.meter import Point

Row = tuple[str, Fraction, str, str]


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """Every point of the step that neither orders nor standing orders decide, as far as the side can know it."""
    found: list[Point] = []
    for side, given in orders.items():
        enemy = orders.get(board.enemy_of(side))
        for order in given.items:
            if isinstance(order, Attack):
                found += _of_attack(board, order, given, enemy.standing if enemy else ())
    return found


def _of_attack(board: Board, order: Attack, given: Orders, standing: Sequence[Order]) -> list[Point]:
    try:
        seen, declared = declared_as_seen(board, order)
    except Illegal:
        return []
    if not declared.defenders:
        return []
    about, enemy = f"attack on {order.target}", board.enemy_of(given.side)
    ours = [row for row in _attacker(order, seen, declared) if not is_settled(given.standing, row[0])]
    theirs = [row for row in _defender(seen, declared) if not is_settled(standing, row[0])]
    rows = [(given.side, row) for row in ours] + [(enemy, row) for row in theirs]
    return [
        Point(side, topic, Chance(share), default, hint, about) for side, (topic, share, default, hint) in rows if share
    ]


def _share(board: Board, declared: Declared, *, of_defender: bool, least: int) -> Fraction:
    """How likely a side has so many hits or more."""
    hits = [(one.result.split("-"), one.chance.share) for one in outcomes(board, declared)]
    return sum((share for (ours, theirs), share in hits if int(theirs if of_defender else ours) >= least), Fraction(0))


def _attacker(order: Attack, board: Board, declared: Declared) -> list[Row]:
    """See 13.6.1, 14.2: further losses, and the advance."""
    rows: list[Row] = []
    if not order.losses and len(declared.attackers) > 1:
        share = _share(board, declared, of_defender=False, least=2)
        rows.append(("losses", share, "the weakest pay", "losses: weakest first"))
    if not (order.far or order.vacated):
        share = _share(board, declared, of_defender=True, least=1)
        rows.append(("advance", share, "nobody advances", "advance: none"))
    return rows


def _defender(board: Board, declared: Declared) -> list[Row]:
    """See 13.2.1-2, 13.6.2-a: guns and HQ before the dice, hits and ways after them."""
    enemy, sure = board.enemy_of(declared.side), Fraction(1)
    units = [unit for unit in declared.defenders if is_combat_unit(board.unit(unit))]
    guns = () if declared.is_preliminary else able(board, enemy, declared.target, units)
    hqs = hqs_for(board, enemy, declared.target, corps_of(board.unit(declared.defenders[0])))
    hit = _share(board, declared, of_defender=True, least=1)
    return [
        ("support", sure if guns else Fraction(0), "no guns", "support: none"),
        ("hq", sure if hqs else Fraction(0), "no HQ", "hq: none"),
        ("hits", hit, "all as retreat", "hits: retreat"),
        ("retreat-to", hit, "the first way", "retreat-to: toward HEX"),
    ]
