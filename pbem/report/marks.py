"""The neutral markup between the words and the formats.

Templates of words know no format: what they make is text with invisible signs that say "this is a hex", "here
begins a heading". The format comes last and escapes every letter of the text between the signs; so nothing that
a player typed can ever act as markup, whatever a template does with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

# Control characters: `escape.clean` takes them out of everything that comes from outside.
OPEN, CLOSE = "\x01", "\x02"  # a phrase: OPEN kind PART text CLOSE
BLOCK, PART, END = "\x03", "\x04", "\x05"  # a block: BLOCK kind PART field PART field END

PHRASES = ("b", "i", "hex", "unit", "rule", "die")
BLOCKS = ("title", "heading", "para", "item", "head", "row", "pre", "quote", "picture", "fold", "unfold")
_TOKEN = re.compile(f"({OPEN}[a-z]+{PART}|{CLOSE})")
_BLOCK = re.compile(f"{BLOCK}([a-z]+)((?:{PART}[^{BLOCK}{END}]*)*){END}")


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page: its kind and its fields; a fold has other blocks inside."""

    kind: str
    fields: tuple[str, ...] = ()
    inside: tuple[Block, ...] = ()

    def field(self, index: int) -> str:
        """A field; empty where the block has none."""
        return self.fields[index] if index < len(self.fields) else ""


def phrase(kind: str, text: Any) -> str:
    """A phrase of a kind: `phrase("hex", "1904")`."""
    return f"{OPEN}{kind}{PART}{text}{CLOSE}" if str(text) else ""


def block(kind: str, *fields: Any) -> str:
    """A block of a kind."""
    # PART cannot stand inside a field of a block, so the PART of phrases is swapped for the time being.
    return f"{BLOCK}{kind}" + "".join(f"{PART}{_packed(str(field))}" for field in fields) + END


def _packed(field: str) -> str:
    return field.replace(PART, "\x06")


def _unpacked(field: str) -> str:
    return field.replace("\x06", PART)


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
    return " ".join("".join(words for kind, words in phrases(text) if kind == "text").split())


def blocks(document: str) -> tuple[Block, ...]:
    """The blocks of a document. Text outside of blocks is taken as paragraphs, parted by empty lines."""
    stack: list[tuple[str, list[Block]]] = [("", [])]
    at = 0
    for found in _BLOCK.finditer(document):
        stack[-1][1].extend(_paragraphs(document[at : found.start()]))
        at = found.end()
        _take(stack, found[1], tuple(_unpacked(field) for field in found[2].split(PART)[1:]))
    stack[-1][1].extend(_paragraphs(document[at:]))
    while len(stack) > 1:  # a fold that a template forgot to close
        _take(stack, "unfold", ())
    return tuple(stack[0][1])


def _take(stack: list[tuple[str, list[Block]]], kind: str, fields: tuple[str, ...]) -> None:
    if kind == "fold":
        stack.append((fields[0] if fields else "", []))
    elif kind == "unfold" and len(stack) > 1:
        heading, inside = stack.pop()
        stack[-1][1].append(Block("fold", (heading,), tuple(inside)))
    elif kind in ("pre", "quote") or any(bare(field) for field in fields):
        stack[-1][1].append(Block(kind, fields if kind in ("pre", "quote") else tuple(map(_folded, fields))))


def _folded(text: str) -> str:
    return " ".join(text.split(" ")).strip() if "\n" not in text else " ".join(text.split())


def _paragraphs(text: str) -> list[Block]:
    parts = (" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", text))
    return [Block("para", (part,)) for part in parts if bare(part)]
