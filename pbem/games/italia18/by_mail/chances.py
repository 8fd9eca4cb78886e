"""The exact chances of a combat: whole fractions, bombardments counted in, no rounding anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbem.games.italia18 import lead, ratio
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.bombardment import column_of, modifiers, suffer
from pbem.games.italia18.coordination import result
from pbem.games.italia18.foreseen import foreseen
from pbem.games.italia18.guns import Battery, points
from pbem.kernel.board import Board
from pbem.kernel.tally import tally
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Outcome

Spread = Mapping[str, Fraction]
BY_GUNS, CALLED_OFF, NO_ATTACKER = "won by guns", "called off", "no attacker left"
DIE = range(1, 7)


def bombardment_chances(
    board: Board, battle: Battle, own: Battery, enemy: Battery, role: str
) -> Mapping[int, Fraction]:
    """See 15.2.2d: the hit points of one bombardment; none for certain where nothing bombards."""
    fire = points(board, own, enemy)
    if not fire:
        return {0: Fraction(1)}
    drm = tally(modifiers(board, battle) if role == ATTACKER else ()).total
    column = column_of(board, fire, battle.side(board, role), battle)
    found = board.scenario.chart("bombardment").chances(column, drm)
    return {int(hits): share for hits, share in found.items()}


def combat_chances(board: Board, battle: Battle, batteries: Mapping[str, Battery]) -> Spread:
    """See 12.2.2e, 12.2.4c, 12.2.5a: every result, whatever the guns do before it; the weakest pay for them."""
    ours = bombardment_chances(board, battle, batteries[ATTACKER], batteries[DEFENDER], ATTACKER)
    theirs = bombardment_chances(board, battle, batteries[DEFENDER], batteries[ATTACKER], DEFENDER)
    found: dict[str, Fraction] = {}
    for hit, likely in ours.items():
        for back, other in theirs.items():
            for entry, share in _after(board, battle, hit, back).items():
                found[entry] = found.get(entry, Fraction(0)) + likely * other * share
    return dict(sorted(found.items(), key=lambda item: rank(item[0])))


def _after(board: Board, battle: Battle, hit: int, back: int) -> Spread:
    """What may come of the combat once both bombardments have fallen."""
    there = board.copy()
    suffer(there, battle, DEFENDER, hit)
    suffer(there, battle, ATTACKER, back)
    if not battle.units(there, ATTACKER):
        return {NO_ATTACKER: Fraction(1)}
    if not battle.units(there, DEFENDER):
        return {BY_GUNS: Fraction(1)}
    printed = ratio.printed_column(there, column_now(there, battle)) if lead.attacker_lead(there, battle) else None
    return {CALLED_OFF: Fraction(1)} if printed is None else ratio.crt(there).chances(printed)


def column_now(board: Board, battle: Battle) -> int:
    """See 12.2.4i: the column as the units stand, the defender led by the best that is seen of him."""
    return foreseen(board, battle).column


def coordination_chances(board: Board, drm: int) -> Spread:
    """See 12.2.6b: each result of a coloured die."""
    found: dict[str, Fraction] = {}
    for die in DIE:
        name = result(board, die, drm)
        found[name] = found.get(name, Fraction(0)) + Fraction(1, len(DIE))
    return found


def rank(entry: str) -> tuple[int, int, str]:
    """From the attacker's worst result to his best."""
    ours, _, theirs = entry.replace("*", "").partition("/")
    if not theirs:
        return (99 if entry == BY_GUNS else -1), 0, entry
    return int(theirs), -int(ours), entry


def shown(spread: Spread, whole: int = 36) -> tuple[Outcome, ...]:
    """Results with their chances, as players read them."""
    return tuple([Outcome(entry, Chance(share, whole)) for entry, share in spread.items()])
