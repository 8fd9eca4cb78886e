"""A few commands as real processes: what is imported, pipes, full disks, the console script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import MOVES, write
from tests.seeds import seed_file

ROOT = Path(__file__).parents[2]
RUN = "from pbem.cli.main import run; run()"
HEAVY = ("sqlalchemy", "sqlmodel", "pydantic", "PIL", "jinja2", "typer", "rich", "click")


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a process; what the tests have compiled already is not compiled again."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PBEM_DB", "PYTHONDONTWRITEBYTECODE")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def process(code: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = surroundings()
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, cwd=cwd, env=env, check=False, capture_output=True, text=True, timeout=60)


def loaded(code: str, *words: str, cwd: Path) -> list[str]:
    """The heavy modules that are imported when the code has run."""
    asked = f"import sys, json\n{code}\nprint(json.dumps([m for m in {HEAVY!r} if m in sys.modules]), file=sys.stderr)"
    done = process(asked, *words, cwd=cwd)
    found: list[str] = json.loads(done.stderr.splitlines()[-1])
    return found


def test_importing_the_command_line_imports_nothing_heavy(tmp_path: Path) -> None:
    assert loaded("import pbem.cli.main", cwd=tmp_path) == []


def test_a_check_imports_nothing_heavy(fresh: Path, tmp_path: Path) -> None:
    write(tmp_path, "o.txt", MOVES)
    code = "from pbem.cli.main import main\nassert main(['check', 'o.txt']) == 0"
    assert loaded(code, cwd=tmp_path) == []


@pytest.mark.parametrize(
    "words", [["status"], ["history"], ["moves", "GE-5"], ["odds", "attack 1904 with AH-1, AH-50"]]
)
def test_looking_needs_no_database_library(fresh: Path, tmp_path: Path, words: list[str]) -> None:
    found = loaded(f"from pbem.cli.main import main\nassert main({words!r}) == 0", cwd=tmp_path)
    assert not {"sqlalchemy", "sqlmodel", "PIL", "jinja2"} & set(found)


def test_a_post_draws_nothing_and_a_board_finds_no_words(after: Path, tmp_path: Path) -> None:
    """What a step tells is data: neither room must be opened to find out what the other one shows."""
    post, picture = (
        loaded(f"from pbem.cli.main import main\nassert main({words!r}) == 0", cwd=tmp_path)
        for words in (["report"], ["board", "--scale", "20"])
    )
    assert "jinja2" in post
    assert "PIL" not in post
    assert "PIL" in picture
    assert "jinja2" not in picture


@pytest.mark.needs("bash")
def test_a_closed_pipe_is_no_fault(after: Path, tmp_path: Path) -> None:
    env = surroundings()
    shell = f'"{sys.executable}" -c "{RUN}" history | head -c 1; echo "codes ${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", shell], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "codes 0" in done.stdout


def test_a_terminal_that_knows_few_letters(tmp_path: Path) -> None:
    env = surroundings(PYTHONIOENCODING="ascii")
    words = [sys.executable, "-c", RUN, "new", "x", "--player", "CP=Jörg Müller"]
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "J?rg" in done.stdout


def test_the_whole_flow(tmp_path: Path) -> None:
    """new, sheet, check, submit, adjudicate, report, board, verify: each a process of its own."""
    steps = [
        (("new", "isonzo", "--player", "CP=Anna", "--player", "AL=Bruno", "--seed", seed_file("a test")), 0),
        (("sheet", "--side", "CP", "--out", "orders.txt"), 0),
        (("check", "orders.txt"), 1),
        (("check", "filled.txt"), 0),
        (("submit", "filled.txt"), 0),
        (("adjudicate",), 0),
        (("report", "--step", "t1/cp-movement", "--out", "post.txt"), 0),
        (("board", "--scale", "20"), 0),
        (("verify",), 0),
    ]
    for words, code in steps:
        if words == ("check", "filled.txt"):
            sheet = (tmp_path / "orders.txt").read_text(encoding="utf-8")
            write(tmp_path, "filled.txt", sheet.replace("# move UNIT to HEX", "move GE-12 to 1902"))
        done = process(RUN, *words, cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False), f"{words}: {done.stdout}{done.stderr}"
    assert "GE-12 moves from 1702" in (tmp_path / "post.txt").read_text(encoding="utf-8")
    assert (tmp_path / "board.png").stat().st_size > 10_000
