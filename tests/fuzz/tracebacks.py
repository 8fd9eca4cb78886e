"""No file that a stranger hands in may show a traceback: one trial is a damaged file and the commands that read it.

python -m tests.fuzz.turn_files --count 20000      likewise archives, cases, charts, maps, stores
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.cli.main import main

Trial = Callable[[random.Random], None]  # one damaged file; whatever it raises is a fault of ours


def call(*words: str) -> int:
    """Run a command and keep its words to ourselves; what no user can cause is raised."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        return main(words)


def failures(trial: Trial, count: int, seed: int = 0) -> list[str]:
    """The trials that ended with a traceback, each with its number: so it can be tried again."""
    found = []
    for number in range(seed, seed + count):
        try:
            trial(random.Random(number))
        except Exception:
            found.append(f"trial {number}\n{traceback.format_exc()}")
    return found


def run(prepare: Callable[[Path], Trial], argv: Sequence[str]) -> int:
    """The command of a fuzzer."""
    words = argparse.ArgumentParser()
    words.add_argument("--count", type=int, default=20_000)
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        found = failures(prepare(Path(folder)), given.count, given.seed)
    return reported(found, given.count)


def reported(found: list[str], count: int) -> int:
    """What a fuzzer says at its end, and its exit code."""
    kinds = {text.strip().splitlines()[-1][:80]: text for text in found}
    for text in list(kinds.values())[:20]:
        print(text, file=sys.stderr)
    print(f"{count} trials, {len(found)} tracebacks of {len(kinds)} kinds")
    return 1 if found else 0
