"""Tests that need another program are left out where it is missing, with one line; with CI=true that is a failure.

What is kept between runs goes into a folder of this run, never into that of the user.
The clock stands still and fresh secrets come from a known stream: a test falls as it fell in the last run, or never.
Nobody pulls the plug here, so stores opened in this process do not wait for the disk at every commit.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from pbem.cache import VARIABLE
from pbem.cli import files
from pbem.desk.inbox.receipts import RAISE
from pbem.dice import chance
from pbem.store import engine
from tests.dear import dearest_first
from tests.programs import PROGRAMS, is_ci, left_out, missing

NOW = "2026-11-16T12:00:00Z"
RUN = "PBEM_TEST_RUN"  # the folder that the workers of a run share
SAFE = engine._PRAGMAS  # as the program opens a store
_QUICK = tuple(pragma for pragma in SAFE if not pragma.startswith("synchronous"))


def pytest_configure(config: pytest.Config) -> None:
    """On the build machine every program must be there. A fault of the rules is a fault, not the refusal of a file."""
    os.environ[RAISE] = "1"
    engine._PRAGMAS = (*_QUICK, "synchronous=OFF")
    engine.create_engine = with_one_cache()  # type: ignore[attr-defined]
    files.time = SimpleNamespace(gmtime=lambda: None, strftime=lambda *_: NOW)  # type: ignore[attr-defined, assignment]
    if not hasattr(config, "workerinput"):
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix="pbem-cache-")  # the workers inherit both
        os.environ[RUN] = tempfile.mkdtemp(prefix="pbem-run-")
    else:
        gc.disable()  # until all tests are collected: they stay
    config.addinivalue_line("markers", "needs(program): runs only where this program of tests/programs.py is installed")
    config.addinivalue_line(
        "markers", "long: a whole game or another of the same kind; `pytest -m long` runs these alone"
    )
    if is_ci() and (absent := missing()):
        raise pytest.UsageError("\n".join(left_out(name, program) for name, program in absent.items()))


def with_one_cache() -> Callable[..., Engine]:
    """Makes engines as the program does, but a statement is put into words once, not once for each of many stores."""
    first, make = create_engine("sqlite://"), engine.create_engine  # type: ignore[attr-defined]
    first.connect().close()

    def made(*words: Any, **named: Any) -> Engine:
        found: Engine = make(*words, **named)
        if found.dialect.name == "sqlite":
            found.dialect, found._compiled_cache = first.dialect, first._compiled_cache
        return found

    return made


def pytest_unconfigure(config: pytest.Config) -> None:
    """Clean up behind the last worker."""
    if not hasattr(config, "workerinput"):
        for folder in (os.environ[VARIABLE], os.environ.pop(RUN)):
            shutil.rmtree(folder, ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run here; the dearest files come first, so that no worker ends with one of them."""
    absent = missing()
    out = [item for item in items if any(name in absent for name in needed(item))]
    if out:
        config.hook.pytest_deselected(items=out)
        gone = set(out)
        items[:] = [item for item in items if item not in gone]
    items.sort(key=lambda item: dearest_first(item.nodeid))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests and all that they import stay to the end: the collector need not look at them each time."""
    gc.collect()
    gc.freeze()
    gc.enable()


def needed(item: pytest.Item) -> list[str]:
    """The programs that a test needs; a name that nobody knows is a fault of the test."""
    names = [str(mark.args[0]) for mark in item.iter_markers("needs")]
    assert all(name in PROGRAMS for name in names), (
        f"{item.nodeid} needs {names}, which tests/programs.py does not list"
    )
    return names


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, and how to get it."""
    if terminalreporter.config.option.markexpr == "not long":
        terminalreporter.write_line("left out: the long tests, which .ci/run runs too. To run them: pytest -m long")
    for name, program in missing().items():
        terminalreporter.write_line(left_out(name, program))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test draws the same secrets in every run, whichever tests ran before it."""
    chance.fresh = stream(item.nodeid)  # type: ignore[assignment]


def stream(name: str) -> Callable[[int], bytes]:
    """Secrets made from a name and a running number."""
    numbers = count()

    def fresh(size: int = 32) -> bytes:
        return hashlib.sha256(f"{name} {next(numbers)}".encode()).digest()[:size]

    return fresh
