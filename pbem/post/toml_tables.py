"""Settings files that the program writes itself, one table for each thing: added at the end, taken out line by line.

What somebody has written into such a file by hand stays as it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from pbem.errors import UsageError

_HEAD = re.compile(r'\s*\[\s*"?([^"\]]+?)"?\s*\]\s*(?:#.*)?')
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,60}")

Value = str | int | bool | list[str]


def checked_name(name: str) -> str:
    """A name for a table."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} is no name for it: small letters, digits and . _ - are, and at most 60 of them")
    return name


def add_table(path: str, name: str, values: Mapping[str, Value], about: str) -> None:
    """Write a table at the end of a file that is its owner's alone; `about` is the first line of a new file."""
    text = _read(path) or f"# {about}\n"
    lines = [f'["{checked_name(name)}"]', *(f"{key} = {_written(path, value)}" for key, value in values.items())]
    _write(path, text.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n")


def remove_table(path: str, name: str) -> bool:
    """Take a table out; whether there was one."""
    kept, is_inside, found = [], False, False
    for line in _read(path).splitlines(keepends=True):
        head = _HEAD.fullmatch(line.rstrip("\n"))
        if head:
            is_inside = head[1] == name
            found = found or is_inside
        if not is_inside:
            kept.append(line)
    if found:
        _write(path, "".join(kept).rstrip("\n") + "\n")
    return found


def _written(path: str, value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(_written(path, one) for one in value) + "]"
    if '"' in value or "\\" in value or not value.isprintable():
        raise UsageError(f"{value!r} cannot stand in {path}: leave out quotes, backslashes and control characters")
    return f'"{value}"'


def _read(path: str) -> str:
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def _write(path: str, text: str) -> None:
    """Whole or not at all, and for its owner alone: it may name commands and hold addresses that are secrets."""
    beside = f"{path}.new"
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
