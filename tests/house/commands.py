"""The commands that README.md and the pages of docs show, read from their blocks, and run in a folder of their own."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbem.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
_COMMAND = re.compile(r"(?:[A-Z_]+=\S+ )?(?:pbem|python|pip|pytest|ruff|createdb)\s")
_WORDS_BEHIND = re.compile(r"\s{2,}.*|\s+# .*")  # what a line says of its command


class Command(NamedTuple):
    """A command line as a page shows it, and where."""

    page: str
    line: int
    text: str


def commands_of(path: Path) -> Iterator[Command]:
    """Every command of every block of a page, indented or fenced."""
    is_fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        is_fenced = is_fenced != line.startswith("```")
        inside = line[4:] if line.startswith("    ") else line if is_fenced else ""
        if _COMMAND.match(inside):
            yield Command(path.relative_to(ROOT).as_posix(), number, _WORDS_BEHIND.sub("", inside).strip())


def parts_of(text: str) -> list[str]:
    """A line of the shell as its single commands."""
    return [part.strip() for part in re.split(r"\s*(?:;|&&)\s*", text)]


def run(text: str, folder: Path) -> tuple[int, str]:
    """Run one `pbem` command in this process, as if typed in the folder; its exit code and what it said."""
    words = shlex.split(text)
    assert words.pop(0) == "pbem", text
    out = words[words.index(">") + 1] if ">" in words else ""
    words = words[: words.index(">")] if out else words
    typed = words[words.index("<") + 1] if "<" in words else ""
    words = words[: words.index("<")] if typed else words
    said, told = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO((folder / typed).read_bytes() if typed else b""))
    before, keyboard = os.getcwd(), sys.stdin
    os.chdir(folder)
    sys.stdin = given
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(told):
            code = main(words)
    finally:
        os.chdir(before)
        sys.stdin = keyboard
    if out:
        (folder / out).write_text(said.getvalue(), encoding="utf-8")
    return code, said.getvalue() + told.getvalue()
