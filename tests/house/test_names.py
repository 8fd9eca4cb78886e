"""Nobody takes a name apart: what a roll, a question or a step is about stands in it as data (`kernel.episodes`)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "pbem").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.j2"))
CUTS = (
    "partition", "rpartition", "split", "rsplit", "startswith", "endswith", "removeprefix", "removesuffix", "find",
    "index", "replace", "strip", "count",
)  # fmt: skip
JOINT = re.compile(r"^/ | /$| / |^ /$")
NAMES = ("name", "key")  # of facts, rolls, pages and questions
HOLDERS = ("fact", "roll", "page", "question", "asked", "cast", "q", "f", "g")
IN_TEMPLATE = re.compile(
    r"\.(?:key|name)\s*(?:\.|\|\s*)(?:split|startswith|endswith|partition|replace)|[\"'] in \w+\.key\b"
)


def faults(tree: ast.AST) -> list[str]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.expr) and (_cuts(node) or _looks_inside(node))]
    return [f"line {node.lineno}: {ast.unparse(node)}" for node in found]


def _cuts(node: ast.AST) -> bool:
    """`question.key.startswith(...)`, `fact["name"].split()`, `board.step.partition("-")`, `text.partition(" / ")`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CUTS):
        return False
    return _is_name(node.func.value) or any(_is_joint(one) for argument in node.args for one in ast.walk(argument))


def _looks_inside(node: ast.AST) -> bool:
    """`"second" in board.step`, `"/ attacker /" in question.key`."""
    if not (isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops)):
        return False
    is_text = isinstance(node.left, ast.Constant | ast.JoinedStr)
    return is_text and any(_is_name(one) for one in node.comparators)


def _is_name(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and node.args:
        return _is_name(node.args[0])
    if isinstance(node, ast.Subscript):
        key = node.slice.value if isinstance(node.slice, ast.Constant) else ""
        return key in NAMES and _holder(node.value) in HOLDERS
    if isinstance(node, ast.Attribute):
        return node.attr == "step" or (node.attr in NAMES and _holder(node.value) in HOLDERS)
    return False


def _holder(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_joint(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(JOINT.search(node.value))


def test_no_name_of_a_roll_a_question_or_a_step_is_taken_apart() -> None:
    found = {path: faults(ast.parse(path.read_text(encoding="utf-8"))) for path in FILES}
    assert {path.relative_to(ROOT).as_posix(): wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_template_takes_a_name_apart(path: Path) -> None:
    assert IN_TEMPLATE.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("line", [
    'named.get(name.partition(" / ")[0], 0)', 'found |= dict.fromkeys(fact["name"].split())',
    'question.key.startswith(f"attack on {order.target} /")', '"/ attacker /" not in question.key',
    'number = 2 if "second" in seen.step else 1', 'kind = board.step.partition("-")[2] or board.step',
    'str(fact["name"]).split()', 'label.removesuffix(" / ")',
])  # fmt: skip
def test_the_habits_of_old_are_noticed(line: str) -> None:
    assert faults(ast.parse(line))


@pytest.mark.parametrize(
    "line", ['{% if "/ option" in g.key %}', '{% if g.key.endswith(" / retreat") %}', "{{ f.name | replace }}"]
)
def test_they_are_noticed_in_templates_too(line: str) -> None:
    assert IN_TEMPLATE.search(line)


@pytest.mark.parametrize(
    "line", ['" / ".join(names)', "question.key == key", 'board.step == "events"', "words.split()"]
)
def test_joining_and_comparing_are_no_faults(line: str) -> None:
    assert not faults(ast.parse(line))
