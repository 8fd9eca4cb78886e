"""How Italia 1917-1918 goes when the greedy player plays both sides: many games of a scenario, and what came of them.

python -m tests.fuzz.italia18_statistics [--scenario NAME] [--games N] [--seed S]

Each game has its own seed; none is left out. A line for each game, then the table for docs/games/italia18.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.games.italia18.counters import SIDES
from pbem.games.italia18.verdicts import LEVELS
from pbem.kernel.facts import losses
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from tests.fuzz import italia18_greedy, tables
from tests.fuzz.driver import Manner, Record, play_unchecked, start
from tests.fuzz.games import GAMES

SCENARIOS = ("grappa", "caporetto", "radetzky", "albrecht", "solstice", "vittorio")
PLAIN = "the defender"  # a win without a level


@dataclass(slots=True)
class Result:
    """One game: how it ended, the points, what each side lost, its combats, and the files that it would have taken."""

    level: str
    points: int
    lost: dict[Side, int] = field(default_factory=dict)
    combats: int = 0
    sequences: int = 0
    files: int = 0


def play(scenario: Scenario, seed: int) -> Result:
    """One game to its end, without checks."""
    card, standing = GAMES["italia18"].card, italia18_greedy.give_standing
    playing = start(card, scenario, seed, Manner(by_orders=1.0), standing)
    lost, kinds, points = dict.fromkeys(SIDES, 0), Counter[str](), 0
    while (played := play_unchecked(playing, italia18_greedy.give_orders)) is not None:
        kinds.update(fact.kind for fact in played.facts)
        points = next((fact.about["points"] for fact in played.facts if fact.kind == "victory"), points)
        for side, steps in losses(played.facts, scenario.units).items():
            lost[side] += steps
    level = playing.position.notes.get("level", PLAIN)
    return Result(level, points, lost, kinds["combat"], kinds["weather"], files(playing.steps))


def files(steps: Sequence[Record]) -> int:
    """One file of each side for a sequence; one more for whoever wants to see the combats before it exploits."""
    moves = sum(1 for record in steps if "-move-" in record.position.step)
    seen = [record for record in steps if "-exploit-" in record.position.step]
    return moves + sum(1 for record in seen if any(orders.items for orders in record.orders.values()))


# -- the table -----------------------------------------------------------------------------------------------


def share(results: Sequence[Result], level: str) -> str:
    """How many games, in per cent; a dash for none."""
    count = sum(1 for result in results if result.level == level)
    return f"{count} ({round(100 * count / len(results))}%)" if count else "-"


def median(values: Sequence[int]) -> int:
    """The one in the middle, the higher of two."""
    return sorted(values)[len(values) // 2]


def row(scenario: Scenario, results: Sequence[Result]) -> str:
    """A row of the table; levels are those of the side with the initiative."""
    points = sorted(one.points for one in results)
    sequences = sum(one.sequences for one in results)
    cells = [
        scenario.name, str(len(results)), *(share(results, level) for level in LEVELS), share(results, PLAIN),
        f"{points[0]} to {points[-1]}, {median(points)}",
        *(str(median([one.lost[side] for one in results])) for side in SIDES),
        str(median([one.combats for one in results])),
        f"{sum(one.files for one in results) / sequences:.1f}",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


HEADS = (
    "| scenario | games | strategic | operational | tactical | draw | the defender wins | points, median | "
    "steps lost by CP | by EN | combats | files for a sequence |"
)


def told(one: Result) -> str:
    """What came of a game, in a line."""
    return f"{one.level}, {one.points} points"


def main() -> int:
    """The command."""
    return tables.run(__doc__, tables.Statistics("italia18", SCENARIOS, play, told, HEADS, row))


if __name__ == "__main__":
    sys.exit(main())
