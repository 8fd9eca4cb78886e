"""Many games of each scenario as a command: a line for each game, then the table for the game's page."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pbem.kernel.scenario import Scenario
from tests.fuzz.games import load_game


class Statistics(NamedTuple):
    """What a game's statistics are made of."""

    game: str
    scenarios: Sequence[str]
    play: Callable[[Scenario, int], Any]  # one game by its seed
    told: Callable[[Any], str]  # what came of it, for its line
    heads: str  # of the table
    row: Callable[[Scenario, Sequence[Any]], str]  # of all games of a scenario


def run(about: str | None, made: Statistics) -> int:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", action="append", choices=made.scenarios)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rows = []
    for name in given.scenario or made.scenarios:
        scenario, results = load_game(made.game, name), list[Any]()
        for seed in range(given.seed, given.seed + given.games):
            begin = time.process_time()
            results.append(made.play(scenario, seed))
            seconds = time.process_time() - begin
            print(f"{name} {seed}: {made.told(results[-1])}, {seconds:.1f} s", flush=True)
        rows.append(made.row(scenario, results))
    print("\n".join([made.heads, "|---" * made.heads.count("| ") + "|", *rows]), flush=True)
    return 0
