"""16.0 How a scenario may end: levels of victory, and the points that lead to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import SIDES
from pbem.kernel.naming import does, the
from pbem.kernel.pieces import Side
from pbem.values import NamedTuple

STRATEGIC, OPERATIONAL, TACTICAL, DRAW = "strategic", "operational", "tactical", "draw"
LEVELS = (STRATEGIC, OPERATIONAL, TACTICAL, DRAW)
NOBODY = Side("")


class Verdict(NamedTuple):
    """Who wins, and how: a level, `draw`, or nothing for a plain win of the side that had to hold."""

    winner: Side
    level: str = ""

    @property
    def words(self) -> str:
        """`a draw`, `a tactical victory of the Central Powers`, `the Entente win`."""
        if self.level == DRAW:
            return "a draw"
        name = SIDES[self.winner]
        article = "an" if self.level == OPERATIONAL else "a"
        if self.level:
            return f"{article} {self.level} victory of {the(name)}"
        return does(name, "win")


def drawn() -> Verdict:
    """Nobody wins."""
    return Verdict(NOBODY, DRAW)


def lowered(verdict: Verdict) -> Verdict:
    """See S0.vc4, S2.vc4, S5.vc3, ruling R92: a victory is worth one level less, a tactical one a draw."""
    if verdict.level not in LEVELS or verdict.level == DRAW:
        return verdict
    below = LEVELS[LEVELS.index(verdict.level) + 1]
    return drawn() if below == DRAW else Verdict(verdict.winner, below)


def by_points(points: int, attacker: Side, defender: Side, terms: Mapping[str, Any]) -> Verdict:
    """See S0.vc3, S1.vc4, S3.vc2, S5.vc3, ruling R11: the best level whose bound the points reach or pass.

    The card says `tactical_above` where a bound must be passed and `tactical_from` where it is enough to reach it.
    """
    for level in LEVELS[:3]:
        passed = f"{level}_above" in terms and points > int(terms[f"{level}_above"])
        if passed or (f"{level}_from" in terms and points >= int(terms[f"{level}_from"])):
            return Verdict(attacker, level)
    lowest = terms.get("draw_from", terms.get("draw"))
    return drawn() if lowest is not None and points >= int(lowest) else Verdict(defender)
