"""Laying words out: paragraphs and columns, 80 signs wide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

WIDTH = 80


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
