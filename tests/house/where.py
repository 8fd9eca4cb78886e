"""Where each rule lives: its home, the functions that touch it, tests named after it, cases that list it.

A docstring begins with the rules that its function carries out and, after `see`, those that it merely touches:
`8.64, 8.65 (see 8.61, ruling G5): ...`, or `See 8.61: ...` where it is nobody's home. Every rule has one home.

python -m tests.house.where        rewrites scenarios/<game>/where.json, which `pbem rules` reads
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
Found = dict[str, dict[str, list[str]]]
KINDS = ("home", "see", "tests", "cases")

TO_COME = "to come"  # the state of a rule that nothing carries out yet
# Games that nobody can play yet, each with its reason: they have no card, so the library does not list them. Their
# rules may be to come; what they say of all others is held to the same standard as in every game.
IN_THE_MAKING: dict[str, str] = {}

_RULING = re.compile(r"\b(?:[Rr]ulings?)\s+([A-Z]\d+(?:(?:\s*,\s*|\s+and\s+)[A-Z]\d+)*)")
_SEE = re.compile(r"(?:^|\(|,\s*)see\s+", re.IGNORECASE)


def games() -> list[str]:
    """The games whose rules are indexed."""
    return sorted(path.parent.name for path in (ROOT / "scenarios").glob("*/rules.toml"))


def playable() -> list[str]:
    """Those of them that can be played."""
    return [name for name in games() if name not in IN_THE_MAKING]


def due(game: str) -> dict[str, dict[str, object]]:
    """The rules that must have a home and a test by now: all but those that are to come in a game in the making."""
    is_excused = game in IN_THE_MAKING
    return {n: entry for n, entry in index_of(game).items() if not is_excused or entry["state"] != TO_COME}


@cache
def index_of(game: str) -> dict[str, dict[str, object]]:
    """The rules index by number."""
    text = (ROOT / "scenarios" / game / "rules.toml").read_text(encoding="utf-8")
    return {entry["id"]: entry for entry in tomllib.loads(text)["rule"]}


def rulings_of(game: str) -> list[str]:
    """The ids of all rulings."""
    text = (ROOT / "scenarios" / game / "rulings.toml").read_text(encoding="utf-8")
    return [entry["id"] for entry in tomllib.loads(text)["ruling"]]


def code_files(game: str) -> list[Path]:
    """The modules of the game."""
    return sorted((ROOT / "pbem" / "games" / game).rglob("*.py"))


def test_files(game: str) -> list[Path]:
    """The test modules of the game."""
    return sorted((ROOT / "tests" / "games" / game).rglob("test_*.py"))


def case_files(game: str) -> list[Path]:
    """The case files of the game."""
    return sorted((ROOT / "tests" / "games" / game).rglob("*.case"))


# -- docstrings -----------------------------------------------------------------------------------------------


@cache
def shape(number: str) -> str:
    """What a rule number looks like: 8.64 is 9.9, 16.0/5.4b is 9.9/9.9a."""
    return re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", "9", number))


class Cited(NamedTuple):
    """The rules that a docstring names: those that its function carries out, and those that it touches."""

    home: list[str]
    see: list[str]


def cited(docstring: str, index: Iterable[str]) -> Cited:
    """What stands before the first colon; nothing unless it begins with a word that looks like a rule of the index."""
    known = frozenset(index)
    shapes = _shapes(known)

    def is_rule(word: str) -> bool:
        return word in known or shape(word) in shapes

    head, colon, _ = docstring.replace("\n", " ").partition(":")
    own, *touched = _SEE.split(head, maxsplit=1)
    words = [_words(part) for part in (own, " ".join(touched))]
    first = next((word for part in words for word in part), "")
    if not colon or not is_rule(first):
        return Cited([], [])
    return Cited(*([word for word in part if is_rule(word)] for part in words))


@cache
def _shapes(numbers: frozenset[str]) -> set[str]:
    """What the rules of an index look like; a word without digits must be one of them."""
    return {shape(number) for number in numbers if re.search(r"\d", number)}


def _words(text: str) -> list[str]:
    return [word.strip(" ()") for word in re.split(r",|;|\band\b", text) if word.strip(" ()")]


def functions(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of every function and class, methods with the name of their class."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from _below(tree, "")


def _below(node: ast.AST, above: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{above}{child.name}"
            yield name, ast.get_docstring(child) or ""
            yield from _below(child, f"{name}.")


# -- test names -----------------------------------------------------------------------------------------------


@cache
def plain(number: str) -> str:
    """A rule number as it stands in a test's name: 16.0/8.61 is 16_0_8_61."""
    return re.sub(r"[^0-9a-z]+", "_", number.lower())


def named_in(test: str, index: Iterable[str]) -> str:
    """The longest rule number that fits the beginning of a test's name; nothing if none does."""
    words = test.removeprefix("test_").lower() + "_"
    fitting = [number for number in index if words.startswith(plain(number) + "_")]
    return max(fitting, key=lambda number: len(plain(number)), default="")


# -- all together ---------------------------------------------------------------------------------------------


@cache
def where(game: str) -> Found:
    """Functions, tests and cases by rule, rules in the order of the index."""
    index = index_of(game)
    found: Found = {number: {kind: [] for kind in KINDS} for number in index}
    for path in code_files(game):
        for name, docstring in functions(path):
            place = f"{path.relative_to(ROOT).as_posix()}:{name}"
            _add(found, cited(docstring, index).home, "home", place)
            _add(found, cited(docstring, index).see, "see", place)
    for path in test_files(game):
        for name, docstring in functions(path):
            if name.startswith("test_"):
                numbers = [named_in(name, index), *cited(docstring, index).home]
                _add(found, numbers, "tests", f"{path.relative_to(ROOT).as_posix()}::{name}")
    for path in case_files(game):
        _add(found, case_rules(path.read_text(encoding="utf-8")), "cases", path.name)
    return found


def _add(found: Found, numbers: Iterable[str], kind: str, place: str) -> None:
    for number in dict.fromkeys(numbers):
        if number in found and place not in found[number][kind]:
            found[number][kind].append(place)


def case_rules(text: str) -> list[str]:
    """The rules that a case lists."""
    rows = [row.partition(":")[2] for row in text.splitlines() if re.match(r"\s*rules\s*:", row, re.IGNORECASE)]
    return [word.strip() for row in rows for word in row.split("#")[0].split(",") if word.strip()]


def written(found: Mapping[str, object]) -> str:
    """The file's text."""
    rows = ",\n".join(f" {json.dumps(number)}: {json.dumps(place)}" for number, place in found.items())
    return f"{{\n{rows}\n}}\n"


def file_of(game: str) -> Path:
    """The generated file."""
    return ROOT / "scenarios" / game / "where.json"


# -- what code cites ------------------------------------------------------------------------------------------


def rulings_cited(text: str) -> list[str]:
    """The rulings that a source text names: `ruling G5`, `rulings F17, G8`."""
    return [word for match in _RULING.finditer(text) for word in re.findall(r"[A-Z]\d+", match[1])]


def illegal_rules(path: Path) -> Iterator[tuple[str, int]]:
    """The rule numbers that a module gives to `Illegal(...)` as plain text, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, node.lineno


if __name__ == "__main__":
    for name in games():
        file_of(name).write_text(written(where(name)), encoding="utf-8")
        print(file_of(name))
