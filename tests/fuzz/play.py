"""`python -m tests.fuzz.play [--games N] [--seed S] [--scenario NAME]`: long fuzzing, failures written as cases."""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path

from pbem.games.gwe.card import GAME
from pbem.kernel.scenario import Scenario
from tests.fuzz.checks import CHECKS
from tests.fuzz.driver import Playing, failure_as_case, play_out, start
from tests.fuzz.gwe_player import give_orders

FOLDER = Path(__file__).parents[2] / "scenarios" / "gwe"


def load(name: str, options: dict[str, str] | None = None) -> Scenario:
    """A scenario of the game."""
    names = (*GAME.data_files, "historical.toml", "tyrol.toml")
    return GAME.load({n: (FOLDER / n).read_text(encoding="utf-8") for n in names}, name, options or {})


def one_game(scenario: Scenario, seed: int) -> Playing:
    """One random game to its end."""
    playing = start(GAME, scenario, seed)
    play_out(playing, give_orders, CHECKS)
    return playing


def written(playing: Playing, seed: int, error: Exception) -> Path:
    """The failed step, written out as a case in the folder `failures`."""
    place = f"turn {playing.position.turn} {playing.position.step}"
    file = Path("failures") / f"{playing.scenario.name}-{seed}-{place.replace(' ', '-')}.case"
    file.parent.mkdir(exist_ok=True)
    why = f"{type(error).__name__}: {error}".partition("\n")[0]
    file.write_text(failure_as_case(playing, f"random game {seed}, {place}", why), encoding="utf-8")
    return file


def main() -> int:
    """Play many games; the exit code counts the failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="historical")
    given = parser.parse_args()
    scenario = load(given.scenario)
    failed = 0
    for seed in range(given.seed, given.seed + given.games):
        playing = start(GAME, scenario, seed)
        try:
            play_out(playing, give_orders, CHECKS)
            print(f"seed {seed}: over in turn {playing.position.turn}, {playing.orders} orders", flush=True)
        except Exception as error:
            failed += 1
            traceback.print_exc()
            print(f"seed {seed}: FAILED, see {written(playing, seed, error)}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
