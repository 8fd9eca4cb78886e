"""Putting words on the screen and into files: plain, aligned, 80 columns; JSON where it is asked for."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

WIDTH = 80


def prepare_output() -> None:
    """A terminal that cannot show a letter shows a question mark; it is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


_failures: list[OSError] = []  # why the output of this command could not be written


def say(text: str = "", *, error: bool = False) -> None:
    """Print one text. Whatever becomes of the output, the command goes on: its work comes first."""
    try:
        print(text, file=sys.stderr if error else sys.stdout)
    except OSError as failure:
        _lost(failure)


def close_output(code: int) -> int:
    """Flush what was printed. A reader who has closed the pipe has seen enough; other failures are told."""
    try:
        sys.stdout.flush()
    except OSError as failure:
        _lost(failure)
    told, _failures[:] = [f for f in _failures if not isinstance(f, BrokenPipeError)], []
    for first in told[:1]:
        say(f"pbem: the output could not be written: {first.strerror}; the command was carried out", error=True)
    return 2 if told else code


def _lost(failure: OSError) -> None:
    _failures.append(failure)
    _let_go()


def _let_go() -> None:
    # Python flushes standard output once more when it ends; into the void, then.
    void = os.open(os.devnull, os.O_WRONLY)
    os.dup2(void, sys.stdout.fileno())
    os.close(void)


def say_json(value: Any) -> None:
    """Print plain values as JSON."""
    say(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """A paragraph in 80 columns; words are never broken."""
    lines, line = [], indent if first is None else first
    start = line
    for word in text.split():
        if len(line) + len(word) + (line != start) > WIDTH and line != start:
            lines.append(line)
            line = start = indent
        line += word if line == start else f" {word}"
    return "\n".join([*lines, line]).rstrip()


def columns(rows: Iterable[Sequence[Any]], indent: str = "") -> list[str]:
    """Rows with their columns aligned; the last column runs on, wrapped under its own start."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in texts) for k in range(len(texts[0]) - 1)] if texts else []
    lines = []
    for row in texts:
        head = indent + "".join(cell.ljust(width) + "  " for cell, width in zip(row, widths, strict=False))
        lines.append(wrapped(row[-1], " " * len(head), head) if row[-1] else head.rstrip())
    return lines


def titled(title: str, lines: Iterable[str]) -> list[str]:
    """Lines under a title, with a blank line before; nothing at all where there are no lines."""
    shown = list(lines)
    return ["", title, *shown] if shown else []


def facts_of(pairs: Mapping[str, Any]) -> list[str]:
    """Names and values, aligned."""
    return columns([(f"{name}:", value) for name, value in pairs.items() if value not in ("", None)])
