"""Ways in which a game of Italia 1917-1918 can end (16.0, S0.vc3, S2.vc3), and who plays it so."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.verdicts import DRAW, OPERATIONAL, STRATEGIC, TACTICAL, Verdict, drawn
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from tests.fuzz import italia18_greedy as greedy
from tests.fuzz.driver import no_orders
from tests.fuzz.italia18_weak import (
    GOING_HOME,
    in_the_mountains,
    in_the_north,
    on_the_grappa,
    resting_after,
    running,
)
from tests.fuzz.letters import Hand
from tests.games.endings import Ending

IDLE = Hand(no_orders, greedy.give_standing)
GREEDY = Hand(greedy.give_orders, greedy.give_standing)
SECOND_ARMY_RUNS = running(in_the_north)
TWO_SEQUENCES, ONE_TURN = resting_after(1, 2), resting_after(1, 3)


def ends_with(winner: str, level: str) -> Callable[[Position], bool]:
    """See 16.0: the verdict that the last night has written down."""
    return lambda position: (position.notes["winner"], position.notes.get("level", "")) == (winner, level)


def ending(scenario: str, winner: str, level: str, cp: Hand, en: Hand) -> Ending:
    """By the victory conditions of a scenario, after its last turn."""
    said = drawn().words if level == DRAW else Verdict(Side(winner), level).words
    is_long = scenario not in ("grappa", "radetzky")
    return Ending(scenario, {CP: cp, EN: en}, ends_with(winner, level), (said,), is_long=is_long)


def level(scenario: str, winner: str, reached: str, cp: Hand = GREEDY, en: Hand = GREEDY) -> dict[str, Ending]:
    """One ending under its name: `grappa-tactical`, `grappa-en`."""
    return {f"{scenario}-{reached or winner.lower()}": ending(scenario, winner, reached, cp, en)}


ENDINGS = {
    # S0.vc1 to S0.vc3
    **level("grappa", CP, STRATEGIC),
    **level("grappa", CP, OPERATIONAL),
    **level("grappa", CP, TACTICAL),
    **level("grappa", DRAW, DRAW),
    **level("grappa", EN, ""),
    # S1.vc4: the Second Army runs, the Third never moves; the Italians go home from turn 2 on and nobody follows
    **level("caporetto", CP, OPERATIONAL, en=SECOND_ARMY_RUNS),
    **level("caporetto", CP, TACTICAL),
    **level("caporetto", EN, "", cp=IDLE, en=GOING_HOME),
    # S2.vc1 to S2.vc3: whoever does not move loses the mountains; whoever does not attack takes nothing
    **level("radetzky", CP, STRATEGIC, en=IDLE),
    **level("radetzky", CP, OPERATIONAL, cp=TWO_SEQUENCES, en=running(on_the_grappa)),
    **level("radetzky", CP, TACTICAL),
    **level("radetzky", DRAW, DRAW),
    **level("radetzky", EN, "", cp=IDLE, en=IDLE),
    # S3.vc1, S3.vc2: the Entente run from the Piave; the Central Powers rest on its bank before they reach a town
    **level("albrecht", CP, STRATEGIC, en=IDLE),
    **level("albrecht", CP, OPERATIONAL, cp=ONE_TURN, en=running()),
    **level("albrecht", CP, TACTICAL, cp=TWO_SEQUENCES, en=running()),
    **level("albrecht", EN, ""),
    # S4.vc1, S4.vc2: the same on both fronts, or in the mountains alone
    **level("solstice", CP, STRATEGIC, en=running()),
    **level("solstice", CP, OPERATIONAL, cp=TWO_SEQUENCES, en=running()),
    **level("solstice", CP, TACTICAL, cp=TWO_SEQUENCES, en=running(in_the_mountains)),
    **level("solstice", EN, ""),
    # S5.vc3
    **level("vittorio", EN, OPERATIONAL, cp=IDLE),
    **level("vittorio", DRAW, DRAW),
    **level("vittorio", CP, ""),
}
