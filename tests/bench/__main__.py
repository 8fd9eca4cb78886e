"""`python -m tests.bench`: every measurement, or those named; `--json` prints one object for each."""

from __future__ import annotations

import importlib
import sys

NAMES = ("reach", "check", "replay", "growth", "dice", "draw", "archive", "caporetto")


def main(arguments: list[str]) -> int:
    """Run the measurements; the exit code tells whether every goal was met."""
    wanted = [name for name in arguments if not name.startswith("-")] or list(NAMES)
    missed = 0
    for name in wanted:
        for measurement in importlib.import_module(f"tests.bench.{name}").run():
            print(measurement.json() if "--json" in arguments else measurement.line(), flush=True)
            missed += not measurement.met
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
