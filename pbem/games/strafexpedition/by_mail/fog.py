"""What a side may not know: the enemy's plans, his bid and his stock of points; and how facts are told without them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import fog_of_war
from pbem.kernel.facts import Fact
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario

PLANNING = ("action", "reaction")  # episodes that begin with a headquarters
REFUSED = ("dropped", "skipped")
VOID = "reaction-void"
SILENT = ("react", "pay")  # topics whose answers tell of plans and points, whatever comes of them


def hides(scenario: Scenario) -> str:
    """See 4.0.2.secret, 7.0, ruling R108: in a sentence."""
    plans = "4.0.2, 7.0: plans lie face down until their HQs are placed, and each side alone knows its logistics points"
    stacks = (
        "; 25.1, 25.2: of an enemy stack only the top unit and the number of units are seen, never its disorganization"
    )
    return plans + (stacks if fog_of_war.is_on(scenario) else "")


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """See ruling R108, 25.1: units are in plain view but for the fog; secret notes are kept back by their names."""
    return fog_of_war.view(scenario, position, side) if fog_of_war.is_on(scenario) else position


def tell(scenario: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> Sequence[Fact]:
    """See 4.0.2.secret: a headquarters that could not be placed is its owner's business alone."""
    told = [fact for fact in facts if not is_private(fact, side)]
    return fog_of_war.tell(scenario, before, after, told, side) if fog_of_war.is_on(scenario) else told


def is_private(fact: Fact, side: Side) -> bool:
    """See 4.0.2.secret, 7.0, ruling R6: a refused activation or reaction of another side, and what it has answered.

    Whoever reacts with a brigade that he has not planned, or pays with a point that he has not, says so to nobody; what
    comes of an answer has a fact of its own.
    """
    if fact.kind == VOID or (fact.kind == "decided" and fact.get("topic") in SILENT):
        return bool(fact["side"] != side)
    episode = next((one for kind in PLANNING if (one := fact.within(kind))), None)
    if episode is None or episode.side == side:
        return False
    return fact.kind in REFUSED and str(fact.get("order", "")).startswith("activate ")
