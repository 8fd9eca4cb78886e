"""Every way in which a game of Strafexpedition 1916 can end (23.0, S1.vc to S5.vc), and who plays it so."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.position import Position
from tests.fuzz import strafexpedition_greedy as greedy
from tests.fuzz.letters import Hand
from tests.games.endings import Ending

GREEDY = Hand(greedy.give_orders, greedy.give_standing)


def won_by(winner: str) -> Callable[[Position], bool]:
    """See 23.0: IT, AH or a draw."""
    return lambda position: position.notes["winner"] == winner


ENDINGS = {
    "novegno-ah": Ending("novegno", {IT: GREEDY, AH: GREEDY}, won_by(AH)),
    "novegno-draw": Ending("novegno", {IT: GREEDY, AH: GREEDY}, won_by("draw")),
    "novegno-it": Ending("novegno", {IT: GREEDY, AH: GREEDY}, won_by(IT)),
}
