"""The guest is small, and imports only what docs/adding-a-game.md lets a guest import."""

from __future__ import annotations

import ast
from pathlib import Path

HERE = Path(__file__).parent
MODULES = [HERE / name for name in ("card.py", "orders.py", "rules.py")]
MAY = ("pbem.errors", "pbem.kernel", "tests.guest")
MOST = 600  # lines that are not empty


def imported(path: Path) -> list[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [f"{n.module}.{a.name}" for n in nodes if isinstance(n, ast.ImportFrom) and n.module for a in n.names]


def test_it_has_at_most_six_hundred_lines() -> None:
    lines = [line for path in MODULES for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= MOST


def test_it_imports_the_kernel_the_errors_and_the_register_and_nothing_else_of_the_house() -> None:
    found = [name for path in MODULES for name in imported(path) if name.startswith(("pbem", "tests"))]
    assert [name for name in found if not name.startswith(MAY) and name != "pbem.library"] == []


def test_no_file_of_the_house_knows_it() -> None:
    house = HERE.parents[1] / "pbem"
    assert [path.name for path in house.rglob("*.py") if "tests.guest" in path.read_text(encoding="utf-8")] == []
