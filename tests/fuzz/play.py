"""Long fuzzing; failures are written as cases into the folder `failures`.

python -m tests.fuzz.play [--game NAME] [--games N] [--seed S] [--scenario NAME] [--option NAME=VALUE ...]
"""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path

from pbem.kernel.scenario import Scenario
from tests.fuzz.driver import Playing, failure_as_case, play_out
from tests.fuzz.games import GAMES, SCENARIOS, load_game, start_game

FOLDER = SCENARIOS / "gwe"


def load(name: str, options: dict[str, str] | None = None) -> Scenario:
    """A scenario of the first game."""
    return load_game("gwe", name, options)


def one_game(scenario: Scenario, seed: int) -> Playing:
    """One random game to its end."""
    fuzzed = GAMES[scenario.game]
    playing = start_game(scenario.game, scenario, seed)
    play_out(playing, fuzzed.give_orders, fuzzed.checks)
    return playing


def written(playing: Playing, seed: int, error: Exception) -> Path:
    """The failed step, written out as a case in the folder `failures`."""
    place = f"turn {playing.position.turn} {playing.position.step}"
    scenario = playing.scenario
    file = Path("failures") / f"{scenario.game}-{scenario.name}-{seed}-{place.replace(' ', '-')}.case"
    file.parent.mkdir(exist_ok=True)
    why = f"{type(error).__name__}: {error}".partition("\n")[0]
    file.write_text(failure_as_case(playing, f"random game {seed}, {place}", why), encoding="utf-8")
    return file


def main() -> int:
    """Play many games; the exit code counts the failures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="gwe", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="historical")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    fuzzed = GAMES[given.game]
    scenario = load_game(given.game, given.scenario, dict(pair.split("=") for pair in given.option))
    failed = 0
    for seed in range(given.seed, given.seed + given.games):
        playing = start_game(given.game, scenario, seed)
        try:
            play_out(playing, fuzzed.give_orders, fuzzed.checks)
            print(f"seed {seed}: over in turn {playing.position.turn}, {playing.orders} orders", flush=True)
        except Exception as error:
            failed += 1
            traceback.print_exc()
            print(f"seed {seed}: FAILED, see {written(playing, seed, error)}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
