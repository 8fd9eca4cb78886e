"""The mail meter of an attack: what both sides may be asked before and after its dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch.attack import Declared, hqs_for
from pbem.games.durchbruch.by_mail.odds import declared_as_seen, outcomes
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.communication import is_cut_off
from pbem.games.durchbruch.counters import corps_of, is_combat_unit
from pbem.games.durchbruch.defence import LONG
from pbem.games.durchbruch.losses import Bill, first_payers, payers, with_guns
from pbem.games.durchbruch.retreat import groups
from pbem.games.durchbruch.routes import ways
from pbem.games.durchbruch.support import able
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple, replace


class Row(NamedTuple):
    """A question that may come: who is asked, what about, how likely, and what saves the mail."""

    side: Side
    topic: str
    share: Fraction
    default: str
    hint: str
    is_most: bool = False


def of_attack(board: Board, order: Attack, *, is_later: bool) -> list[Row]:
    """See 13.2.1-2, 13.6.1, 13.6.2-a, 14.2: all moments of one combat. After moves that may fail chances are limits."""
    try:
        seen, declared = declared_as_seen(board, order)
    except Illegal:
        return []
    if not declared.defenders:
        return []
    enemy = seen.enemy_of(declared.side)
    units = [unit for unit in declared.defenders if is_combat_unit(seen.unit(unit))]
    guns = () if declared.is_preliminary else able(seen, enemy, declared.target, units)
    hqs = hqs_for(seen, enemy, declared.target, corps_of(seen.unit(declared.defenders[0])))
    hits = _Hits(seen, declared, guns, hqs)
    before = _before_the_dice(seen, enemy, units, guns, hqs)
    after = [*_attacker(seen, order, declared, hits), *_defender(seen, declared, units, hits)]
    rows = [*before, *(row._replace(is_most=row.is_most or hits.is_most) for row in after)]
    return [row._replace(is_most=row.is_most or is_later) for row in rows]


class _Hits:
    """How likely so many hits are: at most, where guns or an HQ of the defender may change the odds."""

    def __init__(self, board: Board, declared: Declared, guns: Sequence[UnitId], hqs: Sequence[UnitId]) -> None:
        helped = replace(declared, shield=tuple(guns), their_hq=hqs[0] if hqs else None)
        self.is_most = bool(guns or hqs)
        self.tables = [
            [(one.result.partition("-"), one.chance.share) for one in outcomes(board, each)]
            for each in ([declared, helped] if self.is_most else [declared])
        ]

    def ours(self, least: int) -> Fraction:
        """So many of the attacker or more."""
        return max(sum((s for (o, _, _), s in rows if int(o) >= least), Fraction(0)) for rows in self.tables)

    def theirs(self, least: int) -> Fraction:
        """So many of the defender or more."""
        return max(sum((s for (_, _, t), s in rows if int(t) >= least), Fraction(0)) for rows in self.tables)

    def most(self) -> int:
        """The most that the defender can suffer."""
        return max(int(theirs) for rows in self.tables for (_, _, theirs), _ in rows)


def _attacker(board: Board, order: Attack, declared: Declared, hits: _Hits) -> list[Row]:
    """See 13.6.1, 14.2: the first loss, which the enemy may name, further ones, and the advance."""
    side, none = declared.side, Fraction(0)
    rows = _first_loss(board, Bill(side, declared.attackers, 1, declared.gunner, declared.target), hits.ours(1))
    if order.losses:
        rows = [row for row in rows if row.topic != "losses"]
    elif len(payers(board, declared.attackers)) > 1:
        rows.append(Row(side, "losses", hits.ours(2), "the weakest pay", "losses: weakest first"))
    share = none if order.far or order.vacated else hits.theirs(1)
    return [*rows, Row(side, "advance", share, "nobody advances", "advance: none", is_most=True)]


def _first_loss(board: Board, bill: Bill, share: Fraction) -> list[Row]:
    """See 13.6.1: with an MG value nobody is asked; of several assault units the owner names one, else the enemy."""
    first = first_payers(board, bill)
    if len(first) < 2:
        return []
    if any(board.unit(unit).type == "assault" for unit in first):
        return [Row(bill.side, "losses", share, "the weakest pays", "losses: weakest first")]
    return [Row(board.enemy_of(bill.side), "pick", share, "the strongest pays", "pick: strongest first")]


def _before_the_dice(
    board: Board, enemy: Side, units: Sequence[UnitId], guns: Sequence[UnitId], hqs: Sequence[UnitId]
) -> list[Row]:
    """See 13.2.1-2, 13.2.1-7, 13.2.1-10: guns, HQ and MG value of the defender."""
    asked = [
        (guns, Row(enemy, "support", Fraction(1), "no guns", "support: none")),
        (hqs, Row(enemy, "hq", Fraction(1), "no HQ", "hq: none")),
        (with_guns(board, units)[1:], Row(enemy, "mg", Fraction(1), "the highest", "mg: highest")),
    ]
    return [row for choice, row in asked if choice]


def _defender(board: Board, declared: Declared, units: Sequence[UnitId], hits: _Hits) -> list[Row]:
    """See 13.6.2-a, 14.1-1: hits, steps and ways."""
    enemy, target, rows = board.enemy_of(declared.side), declared.target, list[Row]()
    if not units:
        return rows
    is_forced = any(is_cut_off(board, unit) for unit in declared.defenders)
    if not is_forced:
        rows.append(Row(enemy, "hits", hits.theirs(1), "all as retreat", "hits: retreat"))
        bill = Bill(enemy, declared.defenders, 1, declared.their_gunner, target)
        rows += [row._replace(is_most=True) for row in _first_loss(board, bill, hits.theirs(1))]
    if len(payers(board, declared.defenders)) > 1:
        share = hits.theirs(LONG) if is_forced else hits.theirs(2)
        rows.append(Row(enemy, "losses", share, "the weakest pay", "losses: weakest first", is_most=not is_forced))
    share = max((hits.theirs(number) for number in _tied(board, declared, units, hits)), default=Fraction(0))
    hint = f"retreat-to {target}: toward HEX"
    return [*rows, Row(enemy, "retreat-to", share, "the first way", hint, is_most=True)]


def _tied(board: Board, declared: Declared, units: Sequence[UnitId], hits: _Hits) -> list[int]:
    """See 14.1-1: the numbers of hexes for which several ways are equally good."""
    stacks = groups(board, units)
    return [
        n for n in range(1, hits.most() + 1) if any(len(ways(board, one, declared.target, n)) > 1 for one in stacks)
    ]
