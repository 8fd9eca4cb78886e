"""Tests that need another program are left out where it is missing, with one line; with CI=true that is a failure.

What is kept between runs goes into a folder of this run, never into that of the user.
"""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

from pbem.cache import VARIABLE
from pbem.desk.inbox.receipts import RAISE
from tests.programs import PROGRAMS, is_ci, left_out, missing


def pytest_configure(config: pytest.Config) -> None:
    """On the build machine every program must be there. A fault of the rules is a fault, not the refusal of a file."""
    os.environ[RAISE] = "1"
    if not hasattr(config, "workerinput"):
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix="pbem-cache-")  # the workers inherit it
    config.addinivalue_line("markers", "needs(program): runs only where this program of tests/programs.py is installed")
    if is_ci() and (absent := missing()):
        raise pytest.UsageError("\n".join(left_out(name, program) for name, program in absent.items()))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Clean up behind the last worker."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[VARIABLE], ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run here."""
    absent = missing()
    out = [item for item in items if any(name in absent for name in needed(item))]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in set(out)]


def needed(item: pytest.Item) -> list[str]:
    """The programs that a test needs; a name that nobody knows is a fault of the test."""
    names = [str(mark.args[0]) for mark in item.iter_markers("needs")]
    assert all(name in PROGRAMS for name in names), (
        f"{item.nodeid} needs {names}, which tests/programs.py does not list"
    )
    return names


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, and how to get it."""
    for name, program in missing().items():
        terminalreporter.write_line(left_out(name, program))
