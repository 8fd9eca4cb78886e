"""`python -m tests.bench`: every measurement, or those named; `--json` prints one object for each."""

from __future__ import annotations

import importlib
import subprocess
import sys

NAMES = (
    "reach", "check", "process", "replay", "growth", "dice", "draw", "archive", "caporetto", "length", "sight",
    "strafexpedition", "durchbruch", "italia18", "campaign", "durchbruch_campaign", "post", "page",
)  # fmt: skip


def main(arguments: list[str]) -> int:
    """Run the measurements; the exit code tells whether every goal was met."""
    wanted = [name for name in arguments if not name.startswith("-")] or list(NAMES)
    flags = [name for name in arguments if name.startswith("-")]
    if len(wanted) > 1:
        # Each in a process of its own: what one leaves in memory would slow the next down.
        codes = [subprocess.run([sys.executable, "-m", "tests.bench", name, *flags]).returncode for name in wanted]
        return max(codes)
    missed = 0
    for measurement in importlib.import_module(f"tests.bench.{wanted[0]}").run():
        print(measurement.json() if "--json" in flags else measurement.line(), flush=True)
        missed += not measurement.met
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
