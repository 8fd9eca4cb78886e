"""Plain text in columns: words are never cut unless one alone is too long; wide letters count twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from pbem.kernel.text.mail import JOINERS

COLUMNS = 72


def width(text: str) -> int:
    """How many columns a text takes."""
    return len(text) if text.isascii() else sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def fill(text: str, first: str = "", rest: str | None = None, columns: int = COLUMNS) -> str:
    """The text in lines; `first` stands before the first of them, `rest` before the others."""
    rest = first if rest is None else rest
    lines, line, lead = [], "", first
    for word in _short_words(text.split(), columns - max(width(first), width(rest))):
        if line and width(f"{lead}{line} {word}") > columns:
            lines.append(lead + line)
            line, lead = word, rest
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, lead + line]).rstrip()


def _short_words(words: list[str], most: int) -> list[str]:
    found = []
    for word in words:
        while width(word) > most:
            end = next(n for n in range(len(word), 0, -1) if width(word[:n]) <= most or n == 1)
            found.append(word[:end])
            word = word[end:]
        found.append(word)
    return found


def fill_orders(text: str, verbs: Collection[str] = ()) -> str:
    """An order block in columns that reads back as the same orders.

    Notes go on behind another `#`. An order goes on indented, and never with a word that could begin an order;
    `verbs` has with a sign (`+with`) the game's words inside an order.
    """
    return "\n".join(_fill_order(line, verbs) for line in text.split("\n"))


def _fill_order(line: str, verbs: Collection[str]) -> str:
    if width(line) <= COLUMNS:
        return line.rstrip()
    if line.lstrip().startswith("#"):
        return _fill_note(line, verbs)
    order, _, note = line.partition("#")
    rows = [_fill_note(f"# {note.strip()}", verbs)] if note else []
    indent = order[: len(order) - len(order.lstrip())]
    return "\n".join([*rows, fill_pieces(_pieces(order, verbs), indent, indent + "  ")])


def _fill_note(line: str, verbs: Collection[str]) -> str:
    sign = re.match(r"\s*#\s*", line)
    lead = sign[0] if sign else "# "
    words = line[len(lead) :]
    rest = "#" + " " * (len(lead) + 1)
    if words.split(" ")[0].lower() in verbs:  # an order that the player may make real by taking the signs away
        return fill_pieces(_pieces(words, verbs), lead, rest)
    return fill(words, lead, rest)


def _pieces(order: str, verbs: Collection[str]) -> list[str]:
    """The order cut only where a line may begin: before a joining word, a number, a unit or a hex."""
    pieces: list[str] = []
    for word in order.split():
        plain = word.lower().strip(",;:")
        is_joining = plain in JOINERS or f"+{plain}" in verbs or word.startswith("->")
        may_begin = is_joining or any(c.isdigit() or c == "-" for c in word)
        if pieces and (not may_begin or plain in verbs or pieces[-1].endswith("=")):
            pieces[-1] += f" {word}"
        else:
            pieces.append(word)
    return pieces


def fill_pieces(pieces: list[str], first: str, rest: str) -> str:
    """Pieces that are not cut, in lines."""
    lines, line, lead = [], "", first
    for piece in pieces:
        if line and width(f"{lead}{line} {piece}") > COLUMNS:
            lines.append(lead + line)
            line, lead = piece, rest
        else:
            line = f"{line} {piece}" if line else piece
    return "\n".join([*lines, lead + line])
