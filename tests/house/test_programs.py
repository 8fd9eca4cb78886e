"""Where another program is missing its tests are left out with one line; on the build machine that is a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HAS = """import pytest

@pytest.mark.needs("chromium")
def test_with_a_browser():
    raise AssertionError("this ran")

def test_without():
    pass
"""


def run(tmp_path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Pytest on two tests, one of which needs a browser, on a machine that has nothing but Python."""
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_two.py").write_text(HAS)
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-c",
        os.devnull,
        "--rootdir",
        str(tmp_path),
        "test_two.py",
    ]
    given = {"PATH": str(tmp_path), "PYTHONPATH": str(ROOT), "CI": "", **env}
    return subprocess.run(words, cwd=tmp_path, env=given, capture_output=True, text=True, check=False)


def test_without_the_program_its_tests_are_left_out_with_one_line(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 1 deselected" in done.stdout
    lines = [line for line in done.stdout.splitlines() if "chromium is missing" in line]
    assert len(lines) == 1
    assert lines[0].endswith("To run these tests too: apt-get install chromium")


def test_on_the_build_machine_a_missing_program_is_a_failure(tmp_path: Path) -> None:
    done = run(tmp_path, CI="true")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "chromium is missing" in done.stdout + done.stderr
