"""The exact chance of each combat result, employment dice included: whole fractions, no rounding anywhere."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.games.caporetto.attack import Declared
from pbem.games.caporetto.counters import nation_of
from pbem.games.caporetto.employment import Call, chance
from pbem.games.caporetto.modifiers import Effort, die_modifiers, shifts
from pbem.games.caporetto.ratio import crt, shifted_column
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Outcome

Spread = dict[tuple[UnitId, ...], Fraction]  # who is employed, and how likely


def calls_of(declared: Declared, units: Sequence[UnitId], *, is_attack: bool) -> list[Call]:
    """The support units of one side as they will be called upon."""
    supported = declared.attackers if is_attack else declared.defenders
    return [Call(unit, declared.target, supported, is_attack, declared.is_watched) for unit in units]


def employed_spread(board: Board, calls: Sequence[Call]) -> Spread:
    """See 16.3: every number of units employed, with its chance. Units of one kind and nation stand for each other."""
    kinds: dict[tuple[str, str], list[Call]] = {}
    for call in calls:
        kinds.setdefault((board.unit(call.unit).type, nation_of(board, call.unit)), []).append(call)
    spread: Spread = {(): Fraction(1)}
    for group in kinds.values():
        counts = _counts([chance(board, call) for call in group])
        spread = {
            (*before, *(call.unit for call in group[:number])): likely * share
            for before, likely in spread.items()
            for number, share in enumerate(counts)
            if share
        }
    return spread


def _counts(chances: Sequence[Fraction]) -> list[Fraction]:
    """How likely it is that none, one, two ... of these succeed."""
    counts = [Fraction(1)]
    for one in chances:
        fails = [share * (1 - one) for share in counts] + [Fraction(0)]
        succeeds = [Fraction(0)] + [share * one for share in counts]
        counts = [fail + success for fail, success in zip(fails, succeeds, strict=True)]
    return counts


def result_chances(board: Board, declared: Declared, column: int, shield: Sequence[UnitId] = ()) -> dict[str, Fraction]:
    """See 11.7, 16.3: each result of the attack from this column of the basic odds, with its exact chance."""
    ours = employed_spread(board, calls_of(declared, declared.support, is_attack=True))
    theirs = employed_spread(board, calls_of(declared, shield, is_attack=False))
    found: dict[str, Fraction] = {}
    for (employed, likely), (against, other) in itertools.product(ours.items(), theirs.items()):
        effort = Effort(declared, employed, against)
        for result, share in _by_die(board, effort, column).items():
            found[result] = found.get(result, Fraction(0)) + likely * other * share
    return dict(sorted(found.items(), key=lambda entry: _rank(entry[0])))


def _by_die(board: Board, effort: Effort, column: int) -> Mapping[str, Fraction]:
    final = shifted_column(board, column, shifts(board, effort).total)
    return crt(board).chances(final, die_modifiers(board, effort).total)


def _rank(result: str) -> tuple[int, int]:
    """From the attacker's worst result to his best."""
    ours, theirs = result.split("/")
    return (99 if theirs == "E" else int(theirs)), -int(ours)


def shown(chances: Mapping[str, Fraction]) -> tuple[Outcome, ...]:
    """The chances as outcomes, from the attacker's worst to his best."""
    return tuple([Outcome(result, Chance(share)) for result, share in chances.items()])
