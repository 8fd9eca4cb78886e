"""Text and TOML files, with faults that a person can find."""

from __future__ import annotations

import os
from typing import Any

from pbem.errors import Spot, Unreadable, UsageError
from pbem.values.patterns import pattern

LARGEST = 8_000_000  # bytes; no map, chart or list of units comes near
_AT = pattern(r"\(at line (\d+), column (\d+)\)")


def read_text(path: str) -> str:
    """A text file; a fault names the file and the line."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(raw) > LARGEST:
        raise UsageError(f"{path} is too large: at most {LARGEST:,} bytes of it would be read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Unreadable(
            f"{os.path.basename(path)} is not UTF-8 text",
            found=f"the byte {raw[error.start]:#04x} in line {line}",
            wanted="text in UTF-8",
            advice="save the file as UTF-8",
            spot=Spot(line, raw.splitlines()[line - 1].decode("utf-8", "replace")),
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_toml(text: str, name: str) -> dict[str, Any]:
    """A TOML text; a fault names its line and points at the column."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        wanted = "tables and lists a few levels deep"
        why, advice = f"{name} is nested too deeply", "look for a bracket that is never closed"
        raise Unreadable(why, found="brackets in brackets without end", wanted=wanted, advice=advice) from error
    except tomllib.TOMLDecodeError as error:
        lines = text.splitlines() or [""]
        at = _AT.search(str(error))
        number = int(at[1]) if at else len(lines)
        column = int(at[2]) - 1 if at else 0
        why = f"{name} is not TOML: {_AT.sub('', str(error)).strip()}"
        row = lines[min(number, len(lines)) - 1]
        raise Unreadable(
            why,
            found=row.strip() or "the end of the file",
            wanted="a table such as [crt], or `key = value`",
            advice=f"fix line {number} of {name}",
            spot=Spot(number, row, min(column, len(row)), 1),
        ) from error
