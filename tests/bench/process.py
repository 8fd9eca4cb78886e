"""Whole commands as processes, each against `python -c "import typer"` in the same run.

What counts is the time that the processor spends on them, taken in turns: what other programs do meanwhile hits both
alike. Compiled files, templates and the drawn map are kept from an earlier run, except where the name says otherwise.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pbem.cache import VARIABLE
from tests.bench.measure import Measurement, faster
from tests.cli.conftest import ATTACK, ITALIANS, MOVES

RUNS = 9
# The commands, and how many times the import of typer each may take.
MOST: Mapping[str, float] = {"check": 1.7, "status": 2.5, "moves": 2.5, "report": 4, "sheet": 4, "board": 6}
WORDS = {"check": ("check", "o.txt"), "moves": ("moves", "GE-5"), "sheet": ("sheet", "--side", "CP")}
FIRST_BOARD = 10  # a map that nobody has drawn before
PEER = (sys.executable, "-c", "import typer")
PBEM = str(Path(sys.executable).with_name("pbem"))  # the command as it is installed
SURROUNDINGS = {key: value for key, value in os.environ.items() if key not in ("PYTHONDONTWRITEBYTECODE", "PBEM_DB")}


def run() -> Iterator[Measurement]:
    """Every command beside its peer."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        warm, cold = ({**SURROUNDINGS, VARIABLE: where} for where in (str(place / "cache"), "off"))
        _play(place, warm)
        for name, most in MOST.items():
            yield _measured(f"pbem {name}, whole process", WORDS.get(name, (name,)), place, warm, most)
        yield _measured("pbem board, nothing kept", ("board",), place, cold, FIRST_BOARD)


def _play(place: Path, surroundings: Mapping[str, str]) -> None:
    """A campaign in which the Central Powers have played their first turn, and orders to check."""
    for name, text in (("al.txt", ITALIANS), ("cp.txt", MOVES + ATTACK)):
        (place / name).write_text(text, encoding="utf-8")
    (place / "o.txt").write_text(MOVES.replace("side: CP", "side: AL").split("move GE-5")[0] + "done\n", "utf-8")
    for words in (
        ("new", "isonzo", "--player", "CP=Anna", "--player", "AL=Bruno"),
        ("submit", "al.txt"), ("submit", "cp.txt"), ("adjudicate",),
    ):  # fmt: skip
        _seconds((PBEM, *words), place, surroundings)


def _measured(
    title: str, words: Sequence[str], place: Path, surroundings: Mapping[str, str], most: float
) -> Measurement:
    command = (PBEM, *words)
    _seconds(command, place, surroundings)  # the first run fills the caches
    times = [(_seconds(command, place, surroundings), _seconds(PEER, place, surroundings)) for _ in range(RUNS)]
    return faster(title, min(ours for ours, _ in times), min(peer for _, peer in times), 1 / most)


def _seconds(command: Sequence[str], place: Path, surroundings: Mapping[str, str]) -> float:
    """The seconds of the processor that a process takes, start and end included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=place, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
