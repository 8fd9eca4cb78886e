"""16, 17 Victory points: what was held at each turn's end, what it is worth under the plan, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.durchbruch.counters import AG, IT
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.values import NamedTuple

Held = Mapping[
    HexId, str
]  # at the end of a turn: the places that the Austro-Germans hold, each with the corps that took it
DRAW = Side("")
CIVIDALE = HexId("5329")


class Scored(NamedTuple):
    """A line of the score: what, when, which corps, and the points before and under the plan."""

    hex_id: HexId
    turn: int
    corps: str
    printed: int
    points: int


class Losses(NamedTuple):
    """Infantry and assault steps of the attackers, and all steps of the Italians (rulings R80 and R156)."""

    german: int = 0
    austrian: int = 0
    italian: int = 0


def places_scored(scenario: Scenario, held: Sequence[Held], plan: str = "") -> tuple[Scored, ...]:
    """16.5.3-note (see 16.1, 17-T1, ruling R03): every place once, in the first row in which it is held."""
    found: dict[HexId, Scored] = {}
    for turn, places in enumerate(held, 1):
        for row in scenario.charts["vp"]:
            hex_id = HexId(row["hex"])
            if turn in row["turns"] and _is_held(scenario, held, turn, hex_id) and hex_id not in found:
                points = row["vp"] * _times(scenario, places[hex_id], plan)
                found[hex_id] = Scored(hex_id, turn, places[hex_id], row["vp"], points)
    return (*found.values(), *_rombon(scenario, held, plan))


def _is_held(scenario: Scenario, held: Sequence[Held], turn: int, hex_id: HexId) -> bool:
    """See 16.1, ruling R03: when the turn ends; by option also when its day does."""
    evening = turn + turn % 2 if scenario.option("score") == "day" else turn
    return len(held) >= evening and hex_id in held[turn - 1] and hex_id in held[evening - 1]


def _times(scenario: Scenario, corps: str, plan: str) -> int:
    """16.5.1-1, 16.5.2-1a (see 16.5.3, ruling R142): twice for the corps that the plan favours."""
    return 2 if plan and scenario.charts["plan"][plan]["doubled"] == corps else 1


def _rombon(scenario: Scenario, held: Sequence[Held], plan: str) -> tuple[Scored, ...]:
    """16.5.2-1b, ruling R75: Rombon under the Boroevic plan, once, on any turn, never doubled."""
    worth = scenario.charts["plan"][plan].get("rombon", 0) if plan else 0
    (summit,) = scenario.map.hexes_with("rombon")
    turn = next((turn for turn, places in enumerate(held, 1) if summit in places), 0)
    return (Scored(summit, turn, held[turn - 1][summit], worth, worth),) if worth and turn else ()


def italian_bonus(scenario: Scenario, held: Sequence[Held], plan: str) -> int:
    """16.5.1-2, 16.5.2-2, rulings R73 and R74: what the Italians take off for places that they never lost."""
    rows = scenario.charts["plan"][plan].get("italian", ()) if plan else ()
    earned = [row["vp"] for row in rows if _has_stayed(held, row["hexes"], *row["turns"])]
    return min(earned, default=0) if scenario.option("italian-bonus") == "larger" else sum(earned)


def _has_stayed(held: Sequence[Held], hexes: Sequence[str], first: int, last: int) -> bool:
    """See 16.5.1-2, ruling R73: Italian at every turn's end of the span, and when it began."""
    ends = held[max(0, first - 2) : last]
    return len(held) >= last and not any(HexId(one) in places for places in ends for one in hexes)


def loss_points(scenario: Scenario, losses: Losses) -> int:
    """16.2.1-2, 16.2.1-3, 16.3.1-2, 16.3.1-3, 16.4.1-2, 16.4.1-3, ruling R80: own steps cost, whole groups of Italian
    ones earn."""
    terms = scenario.card["victory"]
    own = losses.german + (losses.austrian if terms["counts_austrians"] else 0)
    return losses.italian // int(terms["italian_steps_for_a_point"]) - own


def total(scenario: Scenario, held: Sequence[Held], losses: Losses, plan: str = "", exits: int = 0) -> int:
    """16.2.1-1, 16.3.1-1, 16.4.1-1 (see 17-G5, rulings R78 and R163): all points of the Austro-Germans at the end."""
    points = sum(one.points for one in places_scored(scenario, held, plan)) + exits + loss_points(scenario, losses)
    if scenario.card["victory"]["cividale"] and not any(CIVIDALE in places for places in held):
        points += int(scenario.charts["vp_generic"]["cividale_never_taken"])
    return points + italian_bonus(scenario, held, plan)


def winner(scenario: Scenario, points: int) -> Side:
    """See 16.2.1-win, 16.3.1-win, 16.4.1-win: who has won with so many points; nobody in the range of a draw."""
    terms = scenario.card["victory"]
    if points >= int(terms["ag_wins_at"]):
        return AG
    low, high = terms.get("draw", (0, -1))
    return DRAW if low <= points <= high else IT
