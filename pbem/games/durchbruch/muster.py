"""13.2.1-1 Who takes part when a marked hex comes up, and at which odds as far as the attacker knows."""

from __future__ import annotations

from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch import fog
from pbem.games.durchbruch.attack import (
    Declared,
    Phase,
    check_attacker,
    check_target,
    declare,
    defenders_among,
)
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.ratio import chart, column_of
from pbem.games.durchbruch.strengths import attack_strength, defence_strength
from pbem.kernel.board import Board
from pbem.kernel.odds import read_odds
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.preferences import Condition, compare
from pbem.values import NamedTuple, replace


class Absent(NamedTuple):
    """A unit that an attack names and that cannot take part, and why."""

    unit: UnitId
    refusal: Illegal


_HINDRANCES = ("13", "1.4-pin", "1.4-b1", "1.3.4-d", "10.1.2-2", "12.3.7")  # what may come between order and attack


def muster(board: Board, phase: Phase, order: Attack) -> tuple[Attack, tuple[Absent, ...]]:
    """See 13.2.1-1, ruling R184: the attack without units that something has kept away, pinned or bound.

    What no unit could do is refused whole, and so is an attack for which nobody is left.
    """
    check_target(board, phase, order.target)
    absent: list[Absent] = []
    for unit in order.units:
        try:
            check_attacker(board, phase, unit, order.target)
        except Illegal as refusal:
            if refusal.problem.rule not in _HINDRANCES:
                raise
            absent.append(Absent(unit, refusal))
    away = {one.unit: None for one in absent}
    units = tuple([unit for unit in order.units if unit not in away])
    if not units:
        raise absent[0].refusal
    return replace(order, units=units, gunner="" if order.gunner in away else order.gunner), tuple(absent)


# -- odds before the dice ------------------------------------------------------------------------------------


def as_known(board: Board, declared: Declared) -> Declared | None:
    """See 1.5, 13.2.1-6: the attack against those alone whom the attacker sees; nothing where he sees nobody."""
    enemy = board.enemy_of(declared.side)
    seen = [unit for unit in board.units_at(declared.target, enemy) if not fog.is_unseen(board, unit)]
    defenders = defenders_among(board, seen)
    return replace(declared, defenders=defenders) if defenders else None


def failing_odds(board: Board, phase: Phase, order: Attack) -> str:
    """See 13.2, rulings R181 and R184: the first condition on the odds that does not hold, of those who can take part
    against those who are seen, without guns of the defender or points face down. Against nobody seen all hold, and
    so they do where the attack is refused anyhow."""
    asked = [one for one in order.conditions if one.subject == "odds"]
    if not asked:
        return ""
    try:
        known = as_known(board, declare(board, phase, muster(board, phase, order)[0]))
    except Illegal:
        return ""
    return next((str(one) for one in asked if known and not _reaches(board, known, one)), "")


def _reaches(board: Board, known: Declared, wanted: Condition) -> bool:
    ours, theirs = attack_strength(board, known).total, defence_strength(board, known).total
    found, least = chart(board).scale().value(column_of(board, known, ours, theirs)), read_odds(wanted.value)
    assert least
    scale = Fraction(found.denominator * least.value.denominator)
    return compare(int(found * scale), wanted.relation, int(least.value * scale))
