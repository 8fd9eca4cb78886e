"""A process killed at any moment leaves the step as it was or the step complete; another goes on from there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.desk.opening import open_campaign
from pbem.desk.replay.verify import verify
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.helpers import NAME, NOW, PLAYERS, SECRET, play_on

ROOT = Path(__file__).parents[2]
TURNS = 6
KILLS = 45
# Imports once; for each store that is named it starts a process of its own that plays on there, and tells its number.
NURSERY = """
import os, signal, sys
from tests.desk.helpers import open_store, play_on, tiny
tiny.register()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if not child:
        play_on(open_store(line.strip()))
        os._exit(0)
    print(child, flush=True)
"""


def new_game(path: Path) -> Store:
    """A long game with units that bear it."""
    tiny.register()
    charts = path.parent / "tough.toml"
    charts.write_text("[strength]\nsteps = 999\n", encoding="utf-8")
    store = open_store(str(path), create=True)
    options = {"turns": str(TURNS)}
    open_campaign(
        store, NAME, "tiny", "field", options=options, players=PLAYERS, secret=SECRET, charts=str(charts), now=NOW
    )
    return store


def record(store: Store) -> list[str]:
    return [entry.hash for entry in store.entries("field-1")]


@pytest.fixture
def nursery() -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-c", NURSERY]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def kill_one(nursery: subprocess.Popen[str], path: Path, delay: float) -> bool:
    """Let a process play on for a moment and kill it; whether it was still at work."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(f"{path}\n")
    nursery.stdin.flush()
    child = int(nursery.stdout.readline())
    time.sleep(delay)
    try:
        os.kill(child, signal.SIGKILL)
    except ProcessLookupError:
        return False
    while _is_there(child):
        time.sleep(0.001)
    return True


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_killed_at_many_random_points_the_game_comes_out_the_same(
    tmp_path: Path, nursery: subprocess.Popen[str]
) -> None:
    begun = time.monotonic()
    calm = new_game(tmp_path / "calm.db")
    play_on(calm)
    wanted = record(calm)
    window = 30 * (time.monotonic() - begun) / len(wanted)  # the time in which about thirty entries are written
    chance = random.Random(1917)
    kills, games, lengths = 0, 0, set()
    while kills < KILLS:
        games += 1
        path = tmp_path / f"killed-{games}.db"
        store = new_game(path)
        found: list[str] = []
        while kills < KILLS and found != wanted:
            kills += kill_one(nursery, path, chance.uniform(0.0, window))
            found = record(store)
            assert found == wanted[: len(found)]  # never half a step, never another die
            assert verify(store).faults == []
            lengths.add((games, len(found)))
        play_on(store)
        assert record(store) == wanted
        assert verify(store).is_good
        store.close()
    assert len(lengths) >= 15, f"most processes were killed before they wrote anything: {sorted(lengths)}"
    assert {entry.kind for entry in calm.entries("field-1")} == {"opened", "submitted", "sealed", "asked", "played"}
