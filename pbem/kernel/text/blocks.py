"""Order blocks in a text: its lines without quote marks, how deep each was quoted, where a block begins and ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.errors import Ambiguous, Spot
from pbem.kernel.text.signs import plain
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

HEADER_KEYS = ("campaign", "side", "turn", "step", "record", "player", "nonce", "anchor", "link", "signature")
BEGIN, END = "=== orders ===", "=== end of orders ==="
HEADER = pattern(rf"(?:^|(?<=\s))({'|'.join(HEADER_KEYS)})\s*[:=]\s*", re.I)

_LINE_ENDS = pattern(r"\r\n|\r|\n|\f|\v|\x85|\u2028|\u2029")
_MARK = pattern(r"^[\W_]*(end of orders|orders)[\W_]*$", re.I)
_FIRST = ("==", "--", "**", "__", "~~", "*=", "_=")  # what a marker begins with, also in bold or italic type
# Quote marks that could also begin a line of orders count only where a marker or the header follows them.
_RARE_MARKS = tuple("|»›}:")
_RARE = pattern(r"(?mi)^\s*([|»›}:])+\s?(?=[=*_~-]{2,}\W*(?:end of )?orders\b|campaign\s*[:=])")


class Row(NamedTuple):
    """A line as it was meant. `level` 0 is the sender's own; what he quotes, and older mails, have higher ones."""

    number: int
    level: int
    text: str


class Span(NamedTuple):
    """An order block: its marker, the row after its last one, and whether an end marker closes it."""

    begin: int
    end: int
    is_closed: bool


def split_lines(text: str) -> list[str]:
    """The lines, whatever program has ended them."""
    return _LINE_ENDS.split(text)


def rows_of(text: str) -> list[Row]:
    """The lines of a text, unquoted and plain."""
    may_be_rare = any(line.lstrip()[:1] in _RARE_MARKS for line in text.splitlines() if line)
    rare = "".join(sorted({mark[1] for mark in _RARE.finditer(text)})) if may_be_rare else ""
    if not rare and ">" not in text and "`" not in text and text.isascii() and text.replace("\n", "").isprintable():
        return [Row(number, 0, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]  # plain as it is
    if not rare and ">" not in text:
        return [Row(number, 0, plain(line).rstrip()) for number, line in enumerate(split_lines(text), 1)]
    quote, rows = _quotes(rare), []
    for number, line in enumerate(split_lines(text), 1):
        found = quote.match(line)
        depth, start = (len(_MARKS.findall(found[0])), found.end()) if found else (0, 0)
        rows.append(Row(number, depth, plain(line[start:]).rstrip()))
    return rows


_MARKS = pattern(r"[>|»›}:]")


def _quotes(rare: str) -> re.Pattern[str]:
    """Quote marks at the start of a line, also with initials; a line that begins with >= is the rest of a condition."""
    also = f"|[{re.escape(rare)}]" if rare else ""
    return re.compile(rf"^(?:\s*(?:[A-Za-z]{{0,3}}>(?!=(?!=)){also})\s?)+")


def find_spans(rows: Sequence[Row]) -> list[Span]:
    """The order blocks of a text; one without an end reaches to the next one or to the bottom."""
    found: list[Span] = []
    is_open = False
    for index, row in enumerate(rows):
        mark = _MARK.match(row.text) if row.text.strip()[:2] in _FIRST else None
        if mark and is_open:
            found[-1] = Span(found[-1].begin, index, mark[1].lower() != "orders")
        if mark:
            is_open = mark[1].lower() == "orders"
            found += [Span(index, len(rows), False)] if is_open else []
    return found


def inside(rows: Sequence[Row], span: Span) -> list[Row]:
    """The rows of a block; one without an end goes down to the mail signature."""
    return unsigned(rows[span.begin + 1 : span.end])


def unsigned(rows: Sequence[Row]) -> list[Row]:
    """The rows down to the mail signature."""
    end = next((index for index, row in enumerate(rows) if row.text == "--" and index), len(rows))
    return list(rows[:end])


def says(rows: Sequence[Row]) -> tuple[str, ...]:
    """What a block says, without notes, blanks and cases: two blocks that say the same are one."""
    words = (" ".join(row.text.split("#")[0].split()).casefold() for row in rows)
    return tuple(line for line in words if line)


def has_header(rows: Sequence[Row]) -> bool:
    """Whether one of the rows is of a header."""
    return any(HEADER.match(row.text.strip()) for row in rows)


def order_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows between markers; else what the player wrote himself, else what he quoted.

    Of several blocks the least quoted one counts; two that differ are refused. Lines inside a block may be quoted or
    not, since an edited block is often half of each.
    """
    spans = find_spans(rows)
    level = min((rows[span.begin].level for span in spans), default=0)
    is_own = has_header([row for row in rows if row.level == 0])
    if not spans or (level and is_own):
        return unsigned([row for row in rows if row.level == 0 or not is_own])
    least = [span for span in spans if rows[span.begin].level == level]
    blocks: dict[tuple[str, ...], tuple[Row, list[Row]]] = {}
    for span in least:
        found = inside(rows, span)
        blocks.setdefault(says(found), (rows[span.begin], found))
    if len(blocks) > 1:
        one, other = (row for row, _ in list(blocks.values())[:2])
        raise two_blocks(f"line {one.number}", f"line {other.number}", Spot(other.number, other.text))
    return next((found for _, found in blocks.values()), [])


def two_blocks(one: str, other: str, spot: Spot) -> Ambiguous:
    """The refusal of a text with two order blocks that differ, with both their places."""
    why = "there are two order blocks that differ, and nothing says which one counts"
    found = f"one begins in {one}, the other in {other}"
    advice = "delete one of them and send the file again"
    return Ambiguous(why, (one, other), found=found, wanted="one order block", advice=advice, spot=spot)
