"""format=flowed (RFC 3676): lines that a mail program has broken for the width of a screen, whole again."""

from __future__ import annotations

from collections.abc import Collection

from pbem.kernel.text.blocks import split_lines
from pbem.values.patterns import pattern

_QUOTE = pattern(r">*")


def unflowed(text: str, *, is_delsp: bool, starts: Collection[str] = ()) -> str:
    """The text with broken lines joined. A line that begins with one of `starts` is a new one, whatever came before."""
    whole: list[tuple[int, str]] = []
    is_open = False
    for line in split_lines(text):
        depth, words = _taken_apart(line)
        if is_open and whole[-1][0] == depth and _may_join(words, starts):
            whole[-1] = (depth, whole[-1][1] + words)
        else:
            whole.append((depth, words))
        is_open = words.endswith(" ") and words != "-- "
        if is_open and is_delsp:
            whole[-1] = (depth, whole[-1][1][:-1])
    return "\n".join(f"{'>' * depth}{' ' if depth else ''}{words}" for depth, words in whole)


def _taken_apart(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and its words without the blank that guards them."""
    found = _QUOTE.match(line)
    depth = len(found[0]) if found and not line.startswith(">=") else 0
    words = line[depth:]
    return depth, words.removeprefix(" ")


def _may_join(words: str, starts: Collection[str]) -> bool:
    if not words.strip() or words.startswith(("===", "#")):
        return False
    return words.strip().split()[0].rstrip(":").lower() not in starts
