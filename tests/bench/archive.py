"""Time and size of the archive of a campaign at 5, 10 and 15 turns, and beside one with a picture of every board."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pbem.desk.archive.boards import PNG
from pbem.desk.archive.make import about_of, contents_of, listed
from pbem.desk.archive.manifest import PUBLISHED
from pbem.desk.archive.parts import Contents, parts_of
from pbem.desk.archive.write import write_zip
from pbem.desk.replay.progress import silent
from tests.bench.growth import growth
from tests.bench.measure import Measurement, best_of, faster
from tests.fuzz.desk_player import open_store, play
from tests.fuzz.gwe_player import careful_orders

TURNS = (5, 10, 15)
AT_MOST_A = 4  # of the time and size that an archive takes with a picture of every board: a quarter


def run() -> Iterator[Measurement]:
    """A random game of 15 turns, archived as it stood after so many of them."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        play(store, 1917, player=careful_orders)
        whole, _, _ = contents_of(store, "random", True)
        path = os.path.join(folder, "archive.zip")
        times, sizes = {}, {}
        for turns in (1, *TURNS):  # the first warms up: templates and the printed map are made once
            contents = after(whole, turns)
            times[turns] = best_of(lambda c=contents: write(c, path), 2)  # type: ignore[misc]
            sizes[turns] = os.path.getsize(path) / 1e6
        pictures = best_of(lambda: write(replace(after(whole, TURNS[-1]), boards=PNG), path), 1)
        size = os.path.getsize(path) / 1e6
    last = TURNS[-1]
    yield faster(f"time of the archive of {last} turns beside --boards png", times[last], pictures, AT_MOST_A)
    yield smaller(f"size of the archive of {last} turns beside --boards png", sizes[last], size)
    for turns in TURNS[1:]:
        share = turns / TURNS[0]
        yield growth(f"time of the archive of {turns} turns", "s", times[TURNS[0]] * share, times[turns])
        yield growth(f"size of the archive of {turns} turns, zip", "MB", sizes[TURNS[0]] * share, sizes[turns])


def smaller(name: str, ours: float, pictures: float) -> Measurement:
    """The size of a zip against that of one with pictures."""
    ratio = pictures / ours
    return Measurement(name, "MB", ours, pictures, ratio, f"at least {AT_MOST_A} times as small", ratio >= AT_MOST_A)


def after(whole: Contents, turns: int) -> Contents:
    """What there was to archive when so many turns had been played."""
    played = [e for e in whole.entries if e.kind == "played" and e.values()["turn"] <= turns]
    entries = whole.entries[: played[-1].seq]
    return replace(whole, about=about_of(PUBLISHED, whole.campaign, entries), entries=entries, secrets={})


def write(contents: Contents, path: str) -> None:
    """The archive as a zip."""
    if os.path.exists(path):
        os.remove(path)
    write_zip(path, contents.about.campaign, listed(contents.about, parts_of(contents, silent), {}))
