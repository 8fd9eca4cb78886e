"""How Durchbruch goes when greedy players file ahead: many games, their points, and the order files that they took.

python -m tests.fuzz.durchbruch_statistics [--scenario oct24] [--games N] [--seed S] [--lines]

`--lines` prints a line for each game as it ends, so that a long run that is cut short is not lost.
"""

from __future__ import annotations

import argparse
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
from tests.fuzz.driver import Manner, play_unchecked, start
from tests.fuzz.durchbruch_filing import Clerk
from tests.fuzz.games import load_game

PLACES = {"Jeza": "4207", "Podklabuk": "4009", "Saga": "2125", "Kamno": "3511", "Caporetto": "3017", "Luico": "3714",
          "Matajur": "3621", "Cividale": "5329"}  # fmt: skip
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


def headline(results: Sequence[Result], turns: int) -> list[str]:
    """Points, winners, losses, places, files."""
    number = len(results)
    wins = {who: sum(1 for one in results if one.winner == who) for who in (AG, "", IT)}
    found = [
        f"games: {number}",
        f"points of the Austro-Germans: {spread([one.points for one in results])}",
        f"won by the Austro-Germans {wins[AG]}, drawn {wins['']}, won by the Italians {wins[IT]}",
        f"steps lost, mean: German {mean([r.losses.german for r in results])}, Austrian "
        f"{mean([r.losses.austrian for r in results])}, Italian {mean([r.losses.italian for r in results])}",
    ]
    for name in PLACES:
        turns_taken = [one.taken[name] for one in results if name in one.taken]
        if turns_taken:
            found.append(f"{name} taken in {len(turns_taken)} games, on turn {mean(turns_taken)} in the mean")
    for plan in dict.fromkeys(one.plan for one in results if one.plan):
        found.append(f"plan {plan}: {spread([one.points for one in results if one.plan == plan])}")
    return [*found, *(_filed(results, side, turns) for side in SIDES)]


def _filed(results: Sequence[Result], side: Side, turns: int) -> str:
    before = mean([one.files.get((side, 0), 0) for one in results])
    days = [
        one.files.get((side, first), 0) + one.files.get((side, first + 1), 0)
        for one in results
        for first in range(1, turns, 2)
    ]
    return f"order files of {side}: {before} before turn 1, then {spread(days)} a game day"


def main() -> int:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="oct24", choices=["oct24", "oct25", "campaign"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", action="store_true")
    given = parser.parse_args()
    scenario, results = load_game("durchbruch", given.scenario), list[Result]()
    for seed in range(given.seed, given.seed + given.games):
        results.append(play(scenario, seed))
        if given.lines:
            print(f"seed {seed}: {results[-1].line()}", flush=True)
            if len(results) % 10 == 0:
                print("\n".join(headline(results, int(scenario.card["turns"]))), flush=True)
    print("\n".join(headline(results, int(scenario.card["turns"]))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
