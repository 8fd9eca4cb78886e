"""The neutral markup between the words and the formats.

Templates of words know no format: what they make is text with invisible signs that say "this is a hex", "here
begins a heading". The format comes last and escapes every letter of the text between the signs; so nothing that
a player typed can ever act as markup, whatever a template does with it.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.values import dataclass
from pbem.values.patterns import pattern

# Control characters: `escape.clean` takes them out of everything that comes from outside.
OPEN, NAMED, CLOSE = "\x01", "\x02", "\x03"  # a phrase: OPEN kind NAMED text CLOSE
BLOCK, FIELD, END = "\x04", "\x05", "\x06"  # a block: BLOCK kind FIELD text FIELD text END

PHRASES = ("b", "i", "hex", "unit", "rule", "die", "number")
VERBATIM = ("pre", "quote")  # blocks in whose last field line ends count
_TOKEN = pattern(f"({OPEN}[a-z]+{NAMED}|{CLOSE})")
_BLOCK = pattern(f"{BLOCK}([a-z]+)((?:{FIELD}[^{BLOCK}{END}]*)*){END}")


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a page: its kind and its fields; a fold has other blocks inside."""

    kind: str
    fields: tuple[str, ...] = ()
    inside: tuple[Passage, ...] = ()

    def field(self, index: int) -> str:
        """A field; empty where the block has none."""
        return self.fields[index] if index < len(self.fields) else ""


def phrase(kind: str, text: Any) -> str:
    """A phrase of a kind: `phrase("hex", "1904")`."""
    return f"{OPEN}{kind}{NAMED}{text}{CLOSE}" if str(text) else ""


def block(kind: str, *fields: Any) -> str:
    """A block of a kind."""
    return f"{BLOCK}{kind}" + "".join(f"{FIELD}{field}" for field in fields) + END


def is_numbered(text: str) -> bool:
    """Whether a line begins with a number that the board shows too."""
    return text.lstrip().startswith(f"{OPEN}number{NAMED}")


def phrases(text: str) -> list[tuple[str, str]]:
    """The text cut at its signs: ("open", kind), ("close", ""), ("text", words)."""
    found = []
    for token in _TOKEN.split(text):
        if token.startswith(OPEN):
            found.append(("open", token[1:-1]))
        elif token == CLOSE:
            found.append(("close", ""))
        elif token:
            found.append(("text", token))
    return found


def bare(text: str) -> str:
    """The words alone, in one line."""
    return folded("".join(words for kind, words in phrases(text) if kind == "text"))


def blocks(document: str) -> tuple[Passage, ...]:
    """The blocks of a document. Text outside of blocks is taken as paragraphs, parted by empty lines."""
    stack: list[tuple[str, list[Passage]]] = [("", [])]
    at = 0
    for found in _BLOCK.finditer(document):
        stack[-1][1].extend(_paragraphs(document[at : found.start()]))
        at = found.end()
        _take(stack, found[1], tuple(found[2].split(FIELD)[1:]))
    stack[-1][1].extend(_paragraphs(document[at:]))
    while len(stack) > 1:  # a fold that a template forgot to close
        _take(stack, "unfold", ())
    return tuple(stack[0][1])


def _take(stack: list[tuple[str, list[Passage]]], kind: str, fields: tuple[str, ...]) -> None:
    if kind == "fold":
        stack.append((" ".join(fields), []))
    elif kind == "unfold" and len(stack) > 1:
        heading, inside = stack.pop()
        if inside:
            stack[-1][1].append(Passage("fold", (heading,), tuple(inside)))
    elif any(bare(field) for field in fields):
        kept = fields[-1:] if kind in VERBATIM else ()
        stack[-1][1].append(Passage(kind, (*map(folded, fields[: len(fields) - len(kept)]), *kept)))


def folded(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


def _paragraphs(text: str) -> list[Passage]:
    parts = (folded(part) for part in re.split(r"\n[ \t]*\n", text))
    return [Passage("para", (part,)) for part in parts if bare(part)]
