"""Who imports whom: every import of every file of the package, late and type-only ones included."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pbem"


def module_of(path: Path) -> str:
    """The name by which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(text: str, known: Mapping[str, Path] = MODULES) -> Iterator[tuple[str, int]]:
    """The modules that a text imports, with the line: of `from a import b` the module a.b if there is one, else a."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in known else node.module, node.lineno


@cache
def graph() -> dict[str, list[str]]:
    """Each module of the package with those of them that it imports."""
    return {
        module: sorted({name for name, _ in imported(path.read_text(encoding="utf-8")) if name in MODULES} - {module})
        for module, path in MODULES.items()
    }


def cycles(edges: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The modules that import each other in a ring: what leads nowhere, or comes from nowhere, is taken away."""
    left = {module: set(names) for module, names in edges.items()}
    while True:
        ends = [module for module, names in left.items() if not names & left.keys()]
        ends += [module for module in left if all(module not in names for names in left.values())]
        if not ends:
            return [sorted(left)] if left else []
        for module in ends:
            left.pop(module, None)
