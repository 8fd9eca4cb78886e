"""Record a campaign of each game as the rules of today play it: tests/editions/GAME-EDITION.zip stays there for ever.

Later editions must still show, report and verify it, and name the steps that they play otherwise. The random player
plays at the desk until the situations have come up that a coming edition will treat in another way.

python tools/examples/record_edition.py gwe caporetto
"""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pbem.desk.record.kinds import kept_in  # noqa: E402
from pbem.desk.replay.jsonl import record_bytes  # noqa: E402
from pbem.desk.replay.steps import retold  # noqa: E402
from pbem.games.gwe.counters import is_combat_unit  # noqa: E402
from pbem.kernel.board import Board  # noqa: E402
from pbem.store.entry import Entry  # noqa: E402
from pbem.store.store import Store  # noqa: E402
from tests.fuzz.desk_player import open_store, play  # noqa: E402
from tests.fuzz.games import GAMES, load_game  # noqa: E402

FOLDER = ROOT / "tests" / "editions"
MOST = 60  # seeds that are looked at
_OLD = (2026, 11, 18, 0, 0, 0)  # so that the same campaign gives the same bytes


def shares_a_hex_with_an_hq(entries: Sequence[Entry]) -> bool:
    """gwe 10.52: a combat unit ends a step in the hex of a lone enemy HQ."""
    scenario = load_game("gwe", "historical")
    for told in retold(entries):
        board = Board(scenario, told.step.after)
        for _, stack in board.occupied():
            fighters = {board.unit(unit).side for unit in stack if is_combat_unit(board.unit(unit))}
            others = {board.unit(unit).side for unit in stack}
            if fighters and others - fighters:
                return True
    return False


def pauses_twice_in_a_row(entries: Sequence[Entry]) -> bool:
    """caporetto 17.1/2: a side pauses in two turns running."""
    pauses = [(f["side"], f["turn"]) for told in retold(entries) for f in told.step.facts if f.kind == "pause"]
    return any((side, turn + 1) in pauses for side, turn in pauses)


class Wanted(NamedTuple):
    """The first seed that is tried, the turns that are played, and what must come up."""

    seed: int
    turns: int
    has_come_up: Callable[[Sequence[Entry]], bool]


WANTED = {"gwe": Wanted(7, 6, shares_a_hex_with_an_hq), "caporetto": Wanted(9, 5, pauses_twice_in_a_row)}


def record(game: str) -> None:
    """Look for a seed of the random player under which it comes up, and write the campaign."""
    first, turns, has_come_up = WANTED[game]
    for seed in range(first, first + MOST):
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
            store = open_store(Path(folder), game=game)
            play(store, seed, turns, game=game)
            entries = store.entries("random")
            if has_come_up(entries):
                path = FOLDER / f"{game}-{GAMES[game].card.edition}.zip"
                write(path, store, entries)
                print(f"{path.name}: seed {seed}, {len(entries)} entries, {path.stat().st_size:,} bytes")
                return
            print(f"{game}, seed {seed}: not yet", flush=True)
    sys.exit(f"{game}: none of {MOST} seeds fits")


def write(path: Path, store: Store, entries: Sequence[Entry]) -> None:
    """The record and the files as received, by their hash."""
    FOLDER.mkdir(exist_ok=True)
    files = {sha256: store.submission(sha256) or b"" for sha256 in dict.fromkeys(kept_in(entries))}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in {"record.jsonl": record_bytes(entries), **files}.items():
            packed.writestr(zipfile.ZipInfo(name, _OLD), data, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    for name in sys.argv[1:] or WANTED:
        record(name)
