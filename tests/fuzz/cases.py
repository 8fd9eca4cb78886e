"""Damaged case files of both games. `python -m tests.fuzz.cases`"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.fuzz.damage import damaged
from tests.fuzz.tracebacks import Trial, call, run

CASES = sorted(Path("tests/games").glob("*/cases/*.case"))


def prepare(folder: Path) -> Trial:
    """One case or the other, damaged, and now and then lines of two of them."""
    texts = [path.read_bytes() for path in CASES]

    def trial(chance: random.Random) -> None:
        data = damaged(chance.choice(texts), chance)
        if chance.random() < 0.2:
            rows = [*data.splitlines(), *chance.choice(texts).splitlines()]
            data = b"\n".join(chance.sample(rows, chance.randint(1, len(rows))))
        (folder / "bad.case").write_bytes(data)
        call("case", str(folder / "bad.case"))

    return trial


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
