"""The mail meter of losses: how likely it is that somebody has to say who pays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.games.italia18 import ratio
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.by_mail.chances import bombardment_chances, columns_after
from pbem.games.italia18.columns import Leads
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.foreseen import foreseen
from pbem.games.italia18.guns import Battery, attacker_battery, may_counter, ready_guns
from pbem.games.italia18.paying import KEYS, STOSS, questions
from pbem.games.italia18.results import printed_hits
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.instructions import OnResult, is_told
from pbem.kernel.text.orders import Order
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.meter import Point
from pbem.values import NamedTuple

NEVER = Fraction(0)


class Meter(NamedTuple):
    """Who may be asked, about what, and what he has said already."""

    side: Side
    about: str
    standing: Sequence[Order]
    results: Sequence[OnResult] = ()

    def is_told(self, result: str, topic: str) -> bool:
        """Whether the attack itself says what is wanted after a result."""
        return is_told(self.results, result, topic)

    def point(self, topic: str, share: Fraction, default: str, hint: str, *, is_most: bool = False) -> list[Point]:
        """One point, unless the orders settle it or it cannot come to that."""
        if not share or is_settled(self.standing, topic) or self.is_told("", topic):
            return []
        whole = 0 if share == 1 else 36
        return [Point(self.side, topic, Chance(share, whole), default, hint, self.about, is_most=is_most)]


def losses_of(board: Board, battle: Battle, own: Meter, enemy: Meter) -> list[Point]:
    """See 12.2.8c, 15.2.2g: bombardments, hit points, Stosstruppen, of both sides."""
    low, hint = "the weakest pay", "losses: weakest first"
    found: list[Point] = []
    for role, meter in ((DEFENDER, enemy), (ATTACKER, own)):
        hit = _bombarded(board, battle, role)
        is_open = len(battle.units(board, role)) > 1
        if is_open:
            found += meter.point("bombarded", hit, low, "bombarded: weakest first", is_most=role == ATTACKER)
        shares = _shares(board, battle, role, KEYS[role])
        found += meter.point("losses", max(shares), low, hint, is_most=len(dict.fromkeys(shares)) > 1)
    shares = _shares(board, battle, ATTACKER, STOSS)
    return [*found, *own.point("stoss", max(shares), "the lead unit pays", "stoss: never", is_most=True)]


def _bombarded(board: Board, battle: Battle, role: str) -> Fraction:
    """See 15.2.2d: the chance that the other side's guns hit; of the defender's, if all of them fire."""
    own = attacker_battery(board, battle.attack, 0)
    theirs = Battery(ready_guns(board, battle.side(board, DEFENDER), battle.target, is_attack=False))
    if role == DEFENDER:
        return 1 - bombardment_chances(board, battle, own, Battery(), ATTACKER).get(0, NEVER)
    return 1 - bombardment_chances(board, battle, theirs, own, DEFENDER).get(0, NEVER)


def _asks(board: Board, here: Fight, role: str, hits: Hits, key: str) -> bool:
    return any(question.key == key for question in questions(board, here, role, hits.of(role)))


def _shares(board: Board, battle: Battle, role: str, key: str) -> list[Fraction]:
    """On each column that the guns make possible, the share of results that lead to a question."""
    found = foreseen(board, battle)
    leads = Leads(found.leads.attacker, found.leads.defender)
    here = Fight(battle, leads, {}, {})
    shares = [NEVER]
    for column in _columns(board, battle):
        spread = ratio.crt(board).chances(column)
        hits = {text: printed_hits(board, battle, leads, text) for text in spread}
        wanted = [share for text, share in spread.items() if _asks(board, here, role, hits[text], key)]
        shares.append(sum(wanted, NEVER))
    return shares[1:] or shares


def _columns(board: Board, battle: Battle) -> list[int]:
    """See 12.2.4i: the columns that can come of the guns: without the defender's, with all, and with all at guns."""
    ready = ready_guns(board, battle.side(board, DEFENDER), battle.target, is_attack=False)
    corps = tuple([gun for gun in ready if may_counter(board, gun)])
    others = tuple([gun for gun in ready if gun not in corps])
    found: dict[int, None] = {}
    for defence in (Battery(), Battery(ready), Battery(others, corps)):
        attack = attacker_battery(board, battle.attack, len(defence.counter))
        found |= dict.fromkeys(columns_after(board, battle, {ATTACKER: attack, DEFENDER: defence}))
    return list(found)
