"""How Durchbruch goes when greedy players file ahead: many games, their points, and the order files that they took.

python -m tests.fuzz.durchbruch_statistics [--scenario oct24] [--games N] [--seed S]

Each game has its own seed; none is left out. A line for each game, then the table for docs/games/durchbruch.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.games.durchbruch import end_of_turn, victory
from pbem.games.durchbruch.card import GAME
from pbem.games.durchbruch.counters import AG, IT
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from tests.fuzz import durchbruch_greedy as greedy
from tests.fuzz import tables
from tests.fuzz.driver import Manner, play_unchecked, start
from tests.fuzz.durchbruch_filing import Clerk

PLACES = {"Jeza": "4207", "Podklabuk": "4009", "Saga": "2125", "Kamno": "3511", "Caporetto": "3017", "Luico": "3714",
          "Matajur": "3621", "Cividale": "5329"}  # fmt: skip
SCENARIOS = ("oct24", "oct25", "campaign")
SIDES = (AG, IT)


@dataclass(slots=True)
class Result:
    """One game."""

    points: int
    winner: str
    plan: str
    losses: victory.Losses
    taken: dict[str, int] = field(default_factory=dict)  # the turn at whose end a place was held for the first time
    files: dict[tuple[Side, int], int] = field(default_factory=dict)

    def line(self) -> str:
        """For the terminal."""
        lost = f"lost {self.losses.german} German, {self.losses.austrian} Austrian, {self.losses.italian} Italian"
        held = ", ".join(f"{name} {turn}" for name, turn in self.taken.items()) or "nothing held"
        return f"{self.points} points, {self.winner or 'draw'}, {self.plan or 'no plan'}; {lost}; {held}"


def play(scenario: Scenario, seed: int) -> Result:
    """One game to its end, without checks."""
    clerk = Clerk()
    playing = start(GAME, scenario, seed, Manner(by_orders=1.0), greedy.give_standing)
    facts: Sequence[Fact] = ()
    while (played := play_unchecked(playing, clerk.give_orders)) is not None:
        facts = played.facts
    board = Board(scenario, playing.position)
    verdict = next(fact for fact in facts if fact.kind == "victory")
    held = end_of_turn.held_by_turns(board)
    return Result(
        verdict["points"], verdict["side"], verdict["plan"], end_of_turn.losses(board), _taken(held), clerk.sent
    )


def _taken(held: Sequence[victory.Held]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, hex_id in PLACES.items():
        turns = [turn for turn, places in enumerate(held, 1) if HexId(hex_id) in places]
        if turns:
            found[name] = turns[0]
    return found


# -- many games ----------------------------------------------------------------------------------------------


def mean(values: Sequence[int]) -> float:
    """Rounded as it is shown."""
    return round(sum(values) / len(values), 1) if values else 0.0


def spread(values: Sequence[int]) -> str:
    """`-3 to 9, median 2, mean 1.8`."""
    ranked = sorted(values)
    return f"{ranked[0]} to {ranked[-1]}, median {ranked[len(ranked) // 2]}, mean {mean(ranked)}"


def row(scenario: Scenario, results: Sequence[Result]) -> str:
    """A row of the table, and one for each plan where there are plans."""
    plans = sorted({one.plan for one in results if one.plan})
    apart = [(f"{scenario.name}, {plan}", [one for one in results if one.plan == plan]) for plan in plans]
    return "\n".join(_row(name, some, int(scenario.card["turns"])) for name, some in [(scenario.name, results), *apart])


def _row(name: str, results: Sequence[Result], turns: int) -> str:
    lost = [one.losses for one in results]
    cells = [
        name, str(len(results)), *(str(sum(1 for one in results if one.winner == who)) for who in (AG, "", IT)),
        spread([one.points for one in results]),
        *(str(mean(steps)) for steps in zip(*lost, strict=True)),
        *(_taking([one.taken[place] for one in results if place in one.taken]) for place in PLACES),
        *(_filed(results, side, turns) for side in SIDES),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _taking(turns: Sequence[int]) -> str:
    """In how many games a place was taken, and on which turn in the mean."""
    return f"{len(turns)}, turn {mean(turns)}" if turns else "0"


def _filed(results: Sequence[Result], side: Side, turns: int) -> str:
    """Before turn 1, then for each day in the mean."""
    before = mean([one.files.get((side, 0), 0) for one in results])
    days = [
        one.files.get((side, first), 0) + one.files.get((side, first + 1), 0)
        for one in results
        for first in range(1, turns, 2)
    ]
    return f"{before}, then {mean(days)}"


HEADS = (
    "| scenario | games | Austro-Germans | draw | Italians | points | German steps lost | Austrian | Italian | "
    + " | ".join(PLACES)
    + " | files of AG a day | of IT |"
)


def main() -> int:
    """The command."""
    return tables.run(__doc__, tables.Statistics("durchbruch", SCENARIOS, play, Result.line, HEADS, row))


if __name__ == "__main__":
    sys.exit(main())
