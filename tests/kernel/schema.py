"""The schema of the views, read out of docs/views.md, and whether JSON fits it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "views.md"
Schema = Mapping[str, Mapping[str, str]]  # of each view the types by their keys
_PLAIN = {"text": str, "number": int, "yes/no": bool, "nothing": type(None)}


def read_schema() -> dict[str, dict[str, str]]:
    """Every `### View` of the page with the rows of its table."""
    found: dict[str, dict[str, str]] = {}
    name = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("### "):
            name = line[4:].strip()
            found[name] = {}
        elif name and (row := re.fullmatch(r"\| (\w+) \| ([\w /]+) \|.*\|", line)) and row[1] != "key":
            found[name][row[1]] = row[2].strip()
    return found


def misfits(schema: Schema, kind: str, value: Any, where: str = "") -> Iterator[str]:
    """Each place where the value is not what the page says."""
    if kind.startswith("list of ") and isinstance(value, list):
        for index, one in enumerate(value):
            yield from misfits(schema, kind[8:], one, f"{where}[{index}]")
    elif kind.startswith("map of ") and isinstance(value, dict):
        for key, one in value.items():
            yield from misfits(schema, kind[7:], one, f"{where}.{key}")
    elif " or " in kind and not kind.startswith(("list of ", "map of ")):
        first, _, rest = kind.partition(" or ")
        if any(True for _ in misfits(schema, first, value)):
            yield from misfits(schema, rest, value, where)
    elif kind in schema and isinstance(value, dict):
        yield from _rows(schema, kind, value, where)
    elif kind not in _PLAIN or type(value) is not _PLAIN[kind]:
        yield f"{where}: {value!r} is no {kind}"


def _rows(schema: Schema, kind: str, value: Mapping[str, Any], where: str) -> Iterator[str]:
    if list(value) != list(schema[kind]):
        yield f"{where}: {kind} has {list(value)}, the page says {list(schema[kind])}"
    for key, one in schema[kind].items():
        if key in value:
            yield from misfits(schema, one, value[key], f"{where}.{key}")
