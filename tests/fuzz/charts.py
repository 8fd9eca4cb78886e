"""Damaged charts, given to `pbem new --charts`. `python -m tests.fuzz.charts`"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.fuzz.damage import damaged
from tests.fuzz.tracebacks import Trial, call, run
from tests.seeds import seed_file


def prepare(folder: Path) -> Trial:
    """A campaign is opened with them, or they are refused."""
    texts = {game: Path("scenarios", game, "charts.toml").read_bytes() for game in ("gwe", "caporetto")}
    seed, file = seed_file("charts"), folder / "charts.toml"

    def trial(chance: random.Random) -> None:
        game = chance.choice(list(texts))
        data = damaged(texts[game], chance)
        if chance.random() < 0.3:  # a few tables only: so small files are charts too
            tables = data.split(b"\n[")
            data = b"\n[".join(chance.sample(tables, min(len(tables), chance.randint(1, 3))))
        file.write_bytes(data)
        for old in folder.glob("new.db*"):
            old.unlink()
        call("new", "x", "--game", game, "--charts", str(file), "--seed", seed, "--db", str(folder / "new.db"))

    return trial


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
