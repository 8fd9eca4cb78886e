"""Rules depend on board, table and scenario alone: no clock, no chance, no floats, no order of sets, no memory."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem

ROOT = Path(pbem.__file__).parent
FILES = sorted((*ROOT.glob("kernel/**/*.py"), *ROOT.glob("games/**/*.py")))
FORBIDDEN = ("random", "time", "datetime", "secrets", "os", "uuid", "tempfile", "threading", "asyncio", "locale")
CACHES = ("cache", "lru_cache", "cached_property")
# Calls that give their argument's items in its own order, so that a set inside them is as bad as a loop over it.
ORDERED = (
    "list",
    "tuple",
    "iter",
    "enumerate",
    "zip",
    "map",
    "filter",
    "reversed",
    "fromkeys",
    "join",
    "extend",
    "dict",
)
SET_TYPES = ("set", "frozenset", "Set", "AbstractSet", "MutableSet")
SCOPES = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SET_METHODS = ("union", "intersection", "difference", "symmetric_difference")


def faults(source: str) -> list[str]:
    """Everything in the source that could make two runs differ, as `line N: what`."""
    tree = ast.parse(source)
    found = [*_imports(tree), *_numbers(tree), *_memory(tree)]
    for scope in ast.walk(tree):
        if isinstance(scope, SCOPES):
            found += _loops(scope)
    return [f"line {line}: {what}" for line, what in sorted(dict.fromkeys(found))]


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        for name in names:
            if name.partition(".")[0] in FORBIDDEN:
                yield node.lineno, f"import of {name}"


def _numbers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, "float"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node.lineno, "true division"
        elif isinstance(node, ast.Call) and _name(node.func) in ("float", "hash", "id", "round"):
            yield node.lineno, f"call of {_name(node.func)}"


def _memory(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield node.lineno, "global"
        elif isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if _name(called) in CACHES:
                    yield node.lineno, "cache in a module"


def _loops(scope: ast.AST) -> Iterator[tuple[int, str]]:
    """Loops, comprehensions and ordering calls over sets; a name that is given a set in the scope is one."""
    sets = _set_names(scope)
    for node in _within(scope):
        over: list[ast.expr] = []
        if isinstance(node, ast.For | ast.comprehension):
            over = [node.iter]
        elif isinstance(node, ast.Call) and _name(node.func) in ORDERED:
            over = list(node.args)
        elif isinstance(node, ast.Starred):
            over = [node.value]
        yield from ((where.lineno, "order of a set") for where in over if _is_set(where, sets))


def _set_names(scope: ast.AST) -> dict[str, None]:
    names: dict[str, None] = {}
    for node in _within(scope):
        if isinstance(node, ast.Assign) and _is_set(node.value, names):
            names |= dict.fromkeys(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _is_set_type(node.annotation):
            names[node.target.id] = None
        elif isinstance(node, ast.arg) and node.annotation is not None and _is_set_type(node.annotation):
            names[node.arg] = None
    return names


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a scope, without those of the functions inside it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, SCOPES):
            yield from _within(node)


def _is_set_type(annotation: ast.expr) -> bool:
    return _name(annotation.value if isinstance(annotation, ast.Subscript) else annotation) in SET_TYPES


def _is_set(node: ast.expr, names: dict[str, None]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left, names) or _is_set(node.right, names)
    if isinstance(node, ast.Call):
        return _name(node.func) in ("set", "frozenset", *SET_METHODS)
    return isinstance(node, ast.Name) and node.id in names


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_nothing_in_kernel_and_games_can_make_two_runs_differ() -> None:
    found = {path: faults(path.read_text(encoding="utf-8")) for path in FILES}
    assert {str(path.relative_to(ROOT)): wrong for path, wrong in found.items() if wrong} == {}


def test_the_rooms_are_really_searched() -> None:
    names = [str(path.relative_to(ROOT)) for path in FILES]
    assert "kernel/table.py" in names
    assert "games/gwe/combat.py" in names


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import random", "import of random"),
        ("import os.path as p", "import of os.path"),
        ("from datetime import date", "import of datetime"),
        ("def f():\n    from time import monotonic", "import of time"),
        ("from secrets import token_hex", "import of secrets"),
        ("x = 0.5", "float"),
        ("x = -1e3", "float"),
        ("x = a / 2", "true division"),
        ("x /= 2", "true division"),
        ("x = float(a)", "call of float"),
        ("x = hash('a')", "call of hash"),
        ("for x in {1, 2}: pass", "order of a set"),
        ("for x in set(a): pass", "order of a set"),
        ("x = [b for b in frozenset(a)]", "order of a set"),
        ("x = {b: 1 for b in {c for c in a}}", "order of a set"),
        ("for x in set(a) - set(b): pass", "order of a set"),
        ("for x in set(a).union(b): pass", "order of a set"),
        ("x = list({1, 2})", "order of a set"),
        ("x = ', '.join({a, b})", "order of a set"),
        ("x = next(iter(set(a)))", "order of a set"),
        ("x = [*{1, 2}]", "order of a set"),
        ("def f(a):\n    seen = set()\n    for x in seen: pass", "order of a set"),
        ("seen: set[str] = make()\nfor x in seen: pass", "order of a set"),
        ("def f(seen: frozenset[str]):\n    return [x for x in seen]", "order of a set"),
        ("class A:\n    def f(self):\n        return lambda: list({1})", "order of a set"),
        ("def f():\n    global x", "global"),
        ("@functools.lru_cache(maxsize=9)\ndef f(): pass", "cache in a module"),
    ],
)
def test_the_search_finds(source: str, what: str) -> None:
    assert [fault.partition(": ")[2] for fault in faults(source)] == [what]


@pytest.mark.parametrize(
    "source",
    [
        "for x in sorted({1, 2}): pass",
        "x = len(set(a))",
        "x = a in {1, 2}",
        "x = a // 2 % 3",
        "for x in dict.fromkeys(a): pass",
        "def f():\n    seen = {1}\ndef g(seen):\n    for x in seen: pass",
        "x = 5\ny = '0.5'\nfrom pbem.kernel.times import z",
        "import hashlib, json, re",
    ],
)
def test_the_search_lets_pass(source: str) -> None:
    assert faults(source) == []
