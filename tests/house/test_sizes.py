"""Sizes: a file is a room that can be seen at a glance, a function fits on a screen."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "pbem").rglob("*.py"), *(ROOT / "tests").rglob("*.py")])

LONGEST_FILE = 250
LONGEST_FUNCTION = 40

ALONE = "pbem/dice/verifiers/verify_dice.py"  # has no other room to put anything into

# Files that are longer, each with its reason.
LONG_FILES: dict[str, str] = {
    ALONE: "one self-contained file that a doubter can read and run alone",
    "pbem/kernel/board.py": "every verb of the board stands beside its fact",
}
# Functions that are longer, each with its reason.
LONG_FUNCTIONS: dict[str, str] = {
    "pbem/cli/campaign.py:new": "a campaign is opened with all that is agreed on, an option of the command line each",
    "pbem/cli/players.py:players": "all that is kept of a player, an option of the command line each",
    "pbem/kernel/ground/reach.py:reach": "the innermost loop of the program stays in one piece, and its terms above it",
}


@cache
def functions(path: Path) -> list[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return [(node.name, (node.end_lineno or node.lineno) - node.lineno + 1) for node in found]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def most_lines(path: Path) -> int:
    longest = 650 if name_of(path) == ALONE else 400
    return longest if name_of(path) in LONG_FILES or path.is_relative_to(ROOT / "tests") else LONGEST_FILE


def test_a_file_is_not_longer_than_a_room() -> None:
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert [f"{name_of(path)}: {count}" for path, count in lines.items() if count > most_lines(path)] == []


def test_a_function_fits_on_a_screen() -> None:
    sizes = [(f"{name_of(path)}:{name}", size) for path in FILES for name, size in functions(path)]
    assert [row for row in sizes if row[1] > LONGEST_FUNCTION and row[0] not in LONG_FUNCTIONS] == []


def test_most_functions_are_short() -> None:
    """Half of all functions have at most nine lines."""
    sizes = sorted(
        size
        for path in FILES
        if "pbem" in path.parts[-3:] or path.is_relative_to(ROOT / "pbem")
        for _, size in functions(path)
    )
    assert sizes[len(sizes) // 2] <= 9


def test_the_exceptions_are_still_needed() -> None:
    for name in LONG_FILES:
        assert (ROOT / name).read_text(encoding="utf-8").count("\n") > LONGEST_FILE, f"{name} is short again"
    for entry in LONG_FUNCTIONS:
        name, _, function = entry.rpartition(":")
        assert dict(functions(ROOT / name))[function] > LONGEST_FUNCTION, f"{entry} is short again"
