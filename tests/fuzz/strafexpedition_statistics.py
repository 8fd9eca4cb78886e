"""How Strafexpedition goes when the greedy player plays both sides: many games of a scenario, and what came of them.

python -m tests.fuzz.strafexpedition_statistics [--scenario NAME] [--games N] [--seed S]

Each game has its own seed; none is left out. A line for each game, then the table for docs/games/strafexpedition.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.games.strafexpedition import brusilov, victory
from pbem.games.strafexpedition.counters import AH, IT, SIDES
from pbem.kernel.board import Board
from pbem.kernel.facts import losses
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from tests.fuzz import strafexpedition_greedy, tables
from tests.fuzz.driver import Manner, play_unchecked, start
from tests.fuzz.games import GAMES

SCENARIOS = ("novegno", "cengio", "drive", "asiago", "campaign")
LAST, RUSSIANS, BREAKTHROUGH = "the last day", "the third Russian success", "a breakthrough"


@dataclass(slots=True)
class Result:
    """One game: who won, when and why it was over, the points, what each side lost, and how much was ordered."""

    winner: str
    turn: int
    why: str
    points: int
    lost: dict[Side, int] = field(default_factory=dict)
    assaults: int = 0
    actions: int = 0


def play(scenario: Scenario, seed: int) -> Result:
    """One game to its end, without checks."""
    card, standing = GAMES["strafexpedition"].card, strafexpedition_greedy.give_standing
    playing = start(card, scenario, seed, Manner(by_orders=1.0), standing)
    lost, kinds = dict.fromkeys(SIDES, 0), Counter[str]()
    while (played := play_unchecked(playing, strafexpedition_greedy.give_orders)) is not None:
        kinds.update(fact.kind for fact in played.facts)
        for side, steps in losses(played.facts, scenario.units).items():
            lost[side] += steps
    board = Board(scenario, playing.position)
    found = Result(board.noted(victory.WINNER), board.turn, _why(board), victory.total(board), lost)
    found.assaults, found.actions = kinds["assault"], kinds["activated"]
    return found


def _why(board: Board) -> str:
    """What ended the game."""
    if victory.breakthrough(board):
        return BREAKTHROUGH
    return RUSSIANS if brusilov.is_over(board) else LAST


def share(results: Sequence[Result], winner: str) -> str:
    """How many games, in per cent."""
    count = sum(1 for result in results if result.winner == winner)
    return f"{count} ({round(100 * count / len(results))}%)"


def median(values: Sequence[int]) -> int:
    """The one in the middle, the higher of two."""
    return sorted(values)[len(values) // 2]


def row(scenario: Scenario, results: Sequence[Result]) -> str:
    """A row of the table."""
    points, turns = sorted(one.points for one in results), sorted(one.turn for one in results)
    has_points = bool(scenario.card["victory"].get("points"))
    early = Counter(one.why for one in results if one.why != LAST)
    cells = [
        scenario.name, str(len(results)), share(results, AH), share(results, victory.DRAW), share(results, IT),
        f"{points[0]} to {points[-1]}, {median(points)}" if has_points else "",
        f"{turns[0]} to {turns[-1]}" if turns[0] < turns[-1] else str(turns[0]),
        ", ".join(f"{why} {count}" for why, count in early.most_common()),
        *(str(median([one.lost[side] for one in results])) for side in (AH, IT)),
        str(median([one.assaults for one in results])),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


HEADS = (
    "| scenario | games | Austria-Hungary | draw | Italy | points, median | last day | ended before by | "
    "steps lost by AH | by IT | assaults |"
)


def told(one: Result) -> str:
    """What came of a game, in a line."""
    return f"{one.winner} on turn {one.turn}, {one.points} points"


def main() -> int:
    """The command."""
    return tables.run(__doc__, tables.Statistics("strafexpedition", SCENARIOS, play, told, HEADS, row))


if __name__ == "__main__":
    sys.exit(main())
