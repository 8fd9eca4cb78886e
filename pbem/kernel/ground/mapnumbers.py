"""The heading of a map file: how its hexes are numbered, which columns its rows have, on which sheets."""

from __future__ import annotations

import re

from pbem.errors import Spot, Unreadable
from pbem.kernel.ground.hexes import Numbering
from pbem.values import NamedTuple

NUMBERING_WORDS = ("even rows shifted", "odd rows shifted", "rows down", "rows up", "columns left", "columns right")


class Row(NamedTuple):
    """A line of the file: its number, what of it is read, and the whole of it for the caret."""

    number: int
    text: str
    whole: str


def fault(row: Row, why: str, found: str, wanted: str) -> Unreadable:
    """A refusal that points at the words in their line."""
    column = row.whole.find(found)
    spot = Spot(row.number, row.whole, column, len(found)) if column >= 0 else Spot(row.number, row.whole)
    return Unreadable(why, found=found, wanted=wanted, advice="fix the map file", spot=spot)


def read_numbering(row: Row | None) -> Numbering:
    """What the line `numbering:` says; without one, even rows are shifted and all grows down and right."""
    words = [part.strip() for part in row.text.split(",")] if row else []
    wrap, sheets = 100, dict[str, int]()
    for word in words:
        if word in NUMBERING_WORDS:
            continue
        if match := re.fullmatch(r"wrap (\d\d)", word):
            wrap = int(match[1])
        elif (match := re.fullmatch(r"sheet ([A-Z]+) ?\+ ?(\d+)", word)) and match[1] not in sheets:
            sheets[match[1]] = int(match[2])
        elif row:
            wanted = ", ".join(f"`{known}`" for known in (*NUMBERING_WORDS, "wrap 90", "sheet E +38"))
            raise fault(row, "this numbering is not understood", word, wanted)
    shifted = 1 if "odd rows shifted" in words else 0
    return Numbering(shifted, "rows up" not in words, "columns left" not in words, wrap, sheets)


def read_columns(row: Row, numbering: Numbering) -> dict[str, range]:
    """By sheet (or for none) the columns from the first to the last: `01-34`, or `W 01-38, E 01-30`."""
    found: dict[str, range] = {}
    for part in row.text.split(","):
        match = re.fullmatch(r"\s*([A-Z]*) ?(\d\d?) ?- ?(\d\d?)\s*", part)
        if not match or match[1] in found or (match[1] not in numbering.sheets if numbering.sheets else match[1]):
            wanted = "`W 01-38, E 01-30`, each sheet once" if numbering.sheets else "the first and the last: `01-34`"
            raise fault(row, "the columns are not understood", part.strip(), wanted)
        found[match[1]] = _run(int(match[2]), int(match[3]), numbering.wrap)
    return found


def _run(start: int, end: int, wrap: int) -> range:
    first, last = (number - 100 if number >= wrap else number for number in (start, end))
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)
