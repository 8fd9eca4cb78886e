"""The order page: boot against bare Pyodide, a unit's reach and a check against the same call here, and the sizes."""

from __future__ import annotations

import base64
import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.desk.adjudicating import adjudicate
from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf
from pbem.desk.opening import open_campaign
from pbem.page.bundle import rules, standard_library
from pbem.page.document import LARGEST, document
from pbem.page.engine import Engine
from pbem.page.grounds import all_grounds
from pbem.page.pyodide import pyodide_files
from pbem.store import open_store as open_file
from tests.bench.check import hundred_orders
from tests.bench.measure import Measurement, best_of
from tests.desk.helpers import NOW, SECRET
from tests.fuzz.desk_player import open_store
from tests.page.conftest import turn_of
from tests.page.frames import frames
from tests.programs import PROGRAMS

BOOT, REACH, CHECK = 1.5, 3.0, 6.0  # times bare Pyodide, and times native
FRAMES = 2  # from a click until its reach is drawn
LEAF = 30_000  # bytes
RECORDED = (
    ("gwe", "02-central-powers-turn-1.txt", "CP"),
    ("caporetto", "07-central-powers-turn-2.txt", "CP"),
    ("durchbruch", "08-italians-turn-1.txt", "IT"),
    ("strafexpedition", "08-austria-hungary-day-2.txt", "AH"),
)
_SCRIPT = Path(__file__).parents[1] / "page" / "timing.mjs"


def run() -> Iterator[Measurement]:
    """All in one run, so that a slow machine is slow for both."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        data = packed(leaf(open_store(folder), "", "CP"))
        asked = [("open", {"leaf": base64.b64encode(data).decode()}), ("moves", {"unit": "GE-12"}),
                 ("check", {"text": hundred_orders()})]  # fmt: skip
        found = _in_node(folder, asked)
        engine = Engine()
        engine.open(data)
        native = [best_of(lambda job=job: engine.call(job[0], **job[1])) * 1000 for job in asked[1:]]  # type: ignore[misc]
        yield _at_most("boot, with all rules", found["boot"], found["bare"], BOOT)
        yield _at_most("reach of a unit in Pyodide", found["calls"][0], native[0], REACH)
        yield _at_most("check of 100 orders in Pyodide", found["calls"][1], native[1], CHECK)
        made = document(pyodide_files(PROGRAMS["pyodide"].path()), grounds=all_grounds())
        (folder / "page.html").write_bytes(made)
        yield _within("page with all games", len(made), LARGEST, "at most 8 MB")
        largest = leaves(folder)
        for name, leaf_ in largest.items():
            yield _within(f"leaf of {name}", len(leaf_), LEAF, "at most 30 KB")
        for name, seen in frames(folder / "page.html", largest).items():
            yield Measurement(
                f"click until its reach is drawn, {name}", "ms", seen.click, seen.frame, seen.frame / seen.click,
                f"at most {FRAMES} frames", seen.click <= FRAMES * seen.frame,
            )  # fmt: skip


def leaves(folder: Path) -> dict[str, bytes]:
    """Positions of every game: the largest scenario that begins on the map, else a recorded turn."""
    found = {
        "vittorio": _begun(folder, "italia18", "vittorio", "EN"),
        "breakthrough": _begun(folder, "durchbruch", "campaign", "AG"),
    }
    for game, file, who in RECORDED:
        found[game] = turn_of(game, file, who, folder).leaf
    return found


def _begun(folder: Path, game: str, scenario: str, side: str) -> bytes:
    store = open_file(str(folder / f"{scenario}.db"), create=True)
    open_campaign(store, scenario, game, scenario, players={}, secret=SECRET, now=NOW)
    adjudicate(store, "", NOW)
    made = packed(leaf(store, "", side))
    store.close()
    return made


def _within(name: str, size: int, most: int, goal: str) -> Measurement:
    return Measurement(name, "bytes", size, most, most / size, goal, size <= most)


def _at_most(name: str, ours: float, peer: float, most: float) -> Measurement:
    return Measurement(name, "ms CPU", ours, peer, peer / ours, f"at most {most:g} times", ours <= most * peer)


def _in_node(folder: Path, asked: list[tuple[str, dict[str, str]]]) -> dict[str, Any]:
    pyodide = PROGRAMS["pyodide"].path()
    (folder / "library.zip").write_bytes(standard_library(pyodide_files(pyodide)["python_stdlib.zip"]))
    (folder / "rules.tar.xz").write_bytes(rules())
    (folder / "jobs.json").write_text(json.dumps(asked), encoding="utf-8")
    words = [PROGRAMS["node"].path(), str(_SCRIPT), pyodide, "library.zip", "rules.tar.xz", "jobs.json"]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
