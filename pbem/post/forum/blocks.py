"""What of a post concerns the judge: an order block, a sealed block, a mark of our own."""

from __future__ import annotations

from pbem.desk.inbox.letters.opening import open_letter
from pbem.errors import Refusal
from pbem.kernel.text.blocks import Row, find_spans, rows_of
from pbem.values.patterns import pattern

_WORTH = pattern(r"(?i)={2,}[^=\n]{0,40}\b(?:orders|sealed)\b|pbem-post/1")
_BEGINS = pattern(r"(?i)^\W*(?:orders|sealed)\W*$")
_ENDS = pattern(r"(?i)^\W*end of (?:orders|sealed)\W*$")


def is_worth_reading(content: str) -> bool:
    """Whether the words as typed are worth a question to the forum."""
    return _WORTH.search(content) is not None


def rows_in(text: str) -> list[Row]:
    """The lines of a post, typed or as a page shows it, with how deep each is quoted."""
    try:
        pages = open_letter(text.encode()).pages
    except Refusal:
        return rows_of(text)
    return [row for page in pages for row in page.rows]


def has_block(text: str) -> bool:
    """Whether its author has written an order block; one that he quotes is somebody else's."""
    rows = rows_in(text)
    return any(rows[span.begin].level == 0 for span in find_spans(rows))


def own_lines(text: str) -> list[str]:
    """What its author wrote himself."""
    return [row.text for row in rows_in(text) if row.level == 0]


def blocks_of(text: str) -> tuple[str, ...]:
    """The lines of all blocks of a post: an edit around them changes nothing."""
    found, is_inside = list[str](), False
    for line in own_lines(text):
        if _ENDS.match(line):
            is_inside = False
        elif is_inside and line.strip():
            found.append(" ".join(line.split()))
        elif _BEGINS.match(line) and line.strip()[:1] in "=-*_~":
            is_inside = True
    return tuple(found)
