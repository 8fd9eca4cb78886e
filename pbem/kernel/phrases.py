"""Phrases of order lines that all games share: lists, paths, and who is meant by `all` or `weakest first`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.kernel.hexes import HexId
from pbem.kernel.names import take_hex
from pbem.kernel.terrain import Map
from pbem.kernel.words import Words


def goes_on(words: Words) -> bool:
    """Whether a list goes on: a comma, `and`, or both."""
    comma = words.skip(",", "and", "+", "&")
    return words.skip("and") or comma


def take_path(words: Words, sheet: Map) -> tuple[HexId, ...]:
    """Hexes with arrows, dashes, `to` or `via` between them."""
    words.skip("to", "via", "->", "from", "at")
    found = list(_chain(words, sheet))
    while words.skip("->", "to", "via", "-"):
        found += _chain(words, sheet)
    return tuple(found)


def _chain(words: Words, sheet: Map) -> tuple[HexId, ...]:
    """One hex, or several in one word: `1803-1704`."""
    parts = words.peek().upper().split("-")
    if len(parts) > 1 and all(HexId(part) in sheet.grid for part in parts):
        words.take("hexes")
        return tuple(HexId(part) for part in parts)
    return (take_hex(words, sheet),)


def take_who(words: Words, take_units: Callable[[], Sequence[str]]) -> tuple[str, ...]:
    """`all`, `none`, `weakest first`, `strongest first`, or units by name."""
    if words.peek() in ("all", "none"):
        return (words.take("units").lower(),)
    if words.peek() in ("weakest", "strongest"):
        first = words.take("weakest").lower()
        words.expect("first")
        return (f"{first} first",)
    return tuple(take_units())
