"""The order page: boot against bare Pyodide, a unit's reach and a check against the same call here, and the sizes."""

from __future__ import annotations

import base64
import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf
from pbem.page.bundle import rules, standard_library
from pbem.page.document import LARGEST, document
from pbem.page.engine import Engine
from pbem.page.grounds import all_grounds
from pbem.page.pyodide import pyodide_files
from tests.bench.check import hundred_orders
from tests.bench.measure import Measurement, best_of
from tests.fuzz.desk_player import open_store
from tests.page.frames import frames
from tests.programs import PROGRAMS

BOOT, REACH, CHECK = 1.5, 3.0, 6.0  # times bare Pyodide, and times native
FRAMES = 2  # from a click until its reach is drawn
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
        made = document(pyodide_files(PROGRAMS["pyodide"].path()), data, all_grounds())
        page = len(made)
        (folder / "page.html").write_bytes(made)
        seen = frames(folder / "page.html")
        yield Measurement(
            "click until its reach is drawn", "ms", seen.click, seen.frame, seen.frame / seen.click,
            "at most 2 frames", seen.click <= FRAMES * seen.frame,
        )  # fmt: skip
        yield Measurement(
            "page with all games", "bytes", page, LARGEST, LARGEST / page, "at most 8 MB", page <= LARGEST
        )
        yield Measurement("leaf", "bytes", len(data), 30_000, 30_000 / len(data), "at most 30 KB", len(data) <= 30_000)


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
