"""The exact chances of a combat: whole fractions, bombardments counted in, no rounding anywhere."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction

from pbem.games.italia18 import lead, ratio
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.bombardment import all_points, column_of, modifiers, suffer
from pbem.games.italia18.coordination import result
from pbem.games.italia18.foreseen import foreseen
from pbem.games.italia18.guns import Battery
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
    fire = all_points(board, battle, own, enemy, role)
    if not fire:
        return {0: Fraction(1)}
    drm = tally(modifiers(board, battle) if role == ATTACKER else ()).total
    column = column_of(board, fire, battle.side(board, role), battle)
    found = board.scenario.chart("bombardment").chances(column, drm)
    return {int(hits): share for hits, share in found.items()}


def combat_chances(board: Board, battle: Battle, batteries: Mapping[str, Battery]) -> Spread:
    """See 12.2.2e, 12.2.4c, 12.2.5a: every result, whatever the guns do before it; the weakest pay for them."""
    found: dict[str, Fraction] = {}
    for there, likely in _after_guns(board, battle, batteries):
        for entry, share in _results(there, battle).items():
            found[entry] = found.get(entry, Fraction(0)) + likely * share
    return dict(sorted(found.items(), key=lambda item: rank(item[0])))


def columns_after(board: Board, battle: Battle, batteries: Mapping[str, Battery]) -> list[int]:
    """See 12.2.4i: the columns of the table that can come of these bombardments."""
    found = [_printed(there, battle) for there, _ in _after_guns(board, battle, batteries)]
    return [column for column in dict.fromkeys(found) if column is not None]


def _after_guns(board: Board, battle: Battle, batteries: Mapping[str, Battery]) -> Iterator[tuple[Board, Fraction]]:
    """Every board that the bombardments can leave behind, with its chance."""
    ours = bombardment_chances(board, battle, batteries[ATTACKER], batteries[DEFENDER], ATTACKER)
    theirs = bombardment_chances(board, battle, batteries[DEFENDER], batteries[ATTACKER], DEFENDER)
    for (hit, likely), (back, other) in itertools.product(ours.items(), theirs.items()):
        there = board.copy()
        suffer(there, battle, DEFENDER, hit)
        suffer(there, battle, ATTACKER, back)
        yield there, likely * other


def _results(board: Board, battle: Battle) -> Spread:
    """What may come of the combat once both bombardments have fallen."""
    if not battle.units(board, ATTACKER):
        return {NO_ATTACKER: Fraction(1)}
    if not battle.units(board, DEFENDER):
        return {BY_GUNS: Fraction(1)}
    column = _printed(board, battle)
    return {CALLED_OFF: Fraction(1)} if column is None else ratio.crt(board).chances(column)


def _printed(board: Board, battle: Battle) -> int | None:
    """See 12.2.3b, 12.2.4c: the column, the defender led by the best that is seen of him; none without an attack."""
    if not battle.units(board, DEFENDER) or not lead.attacker_lead(board, battle):
        return None
    return ratio.printed_column(board, foreseen(board, battle).column)


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
