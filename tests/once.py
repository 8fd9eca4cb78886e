"""What is dear to make and many tests look at: made once in a run, for all workers."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from pbem.dice import chance
from tests.conftest import RUN, stream

_LOOK = 0.05  # seconds
_DONE, _FAILED = "made", "failed"


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """A folder that `make` has filled, here or in another worker. Nobody may change what lies in it.

    What is drawn meanwhile comes from a stream of its own, so it does not matter which test is the first to ask.
    """
    folder = _of_this_run() / name
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return _when_made(folder)
    drawn, chance.fresh = chance.fresh, stream(name)  # type: ignore[assignment]
    try:
        make(folder)
        (folder / _DONE).touch()
    finally:
        chance.fresh = drawn
        if not (folder / _DONE).exists():
            (folder / _FAILED).touch()
    return folder


def _when_made(folder: Path) -> Path:
    while not (folder / _DONE).exists():
        assert not (folder / _FAILED).exists(), f"{folder.name} could not be made: see the first test that failed"
        time.sleep(_LOOK)
    return folder


@cache
def _of_this_run() -> Path:
    """The folder that the workers of a run share; a long command has one of its own."""
    if RUN in os.environ:
        return Path(os.environ[RUN])
    folder = tempfile.mkdtemp(prefix="pbem-run-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
