"""Ways in which a game of Italia 1917-1918 can end (16.0, S0.vc3, S2.vc3), and who plays it so."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.verdicts import DRAW, Verdict, drawn
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from tests.fuzz import italia18_greedy as greedy
from tests.fuzz.driver import no_orders
from tests.fuzz.letters import Hand
from tests.games.endings import Ending

IDLE = Hand(no_orders, greedy.give_standing)


def ends_with(winner: str, level: str) -> Callable[[Position], bool]:
    """See 16.0: the verdict that the last night has written down."""
    return lambda position: (position.notes["winner"], position.notes.get("level", "")) == (winner, level)


def ending(scenario: str, winner: str, level: str, cp: Hand, en: Hand) -> Ending:
    """By the victory conditions of a scenario, after its last turn."""
    said = drawn().words if level == DRAW else Verdict(Side(winner), level).words
    is_long = scenario not in ("grappa", "radetzky")
    return Ending(scenario, {CP: cp, EN: en}, ends_with(winner, level), (said,), is_long=is_long)


# What is not listed yet has no recorded game: docs/games/italia18-plan.md.
ENDINGS = {
    # S0.vc3, S2.vc3: nobody stirs, and the line holds
    "grappa-en": ending("grappa", EN, "", IDLE, IDLE),
    "radetzky-en": ending("radetzky", EN, "", IDLE, IDLE),
}
