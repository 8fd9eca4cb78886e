"""Whether a letter brings orders at all, and for which campaigns: seen before anybody knows whose it is."""

from __future__ import annotations

from pbem.desk.inbox.letters.choice import unmarked
from pbem.desk.inbox.letters.opening import open_letter
from pbem.desk.inbox.letters.page import Letter
from pbem.desk.inbox.letters.sent import content_of
from pbem.desk.record.campaign import campaign_id
from pbem.errors import Refusal
from pbem.kernel.text.blocks import find_spans, inside


def brings_orders(data: bytes) -> bool:
    """Whether there is an order block in it; of one that cannot be opened, whoever reads it says what is wrong."""
    try:
        pages = open_letter(data).pages
    except Refusal:
        return True
    return any(find_spans(page.rows) for page in pages)


def campaigns_named(data: bytes) -> list[str]:
    """The campaigns that order blocks of a mail name; its own text before those that it forwards."""
    try:
        return _in_blocks(open_letter(data))
    except Refusal:
        return []


def campaigns_of_file(data: bytes) -> list[str]:
    """The same of a file that need not be a mail: one without markers is an order block itself."""
    try:
        letter = open_letter(data)
    except Refusal:
        return []
    if letter.is_mail or any(find_spans(page.rows) for page in letter.pages):
        return _in_blocks(letter)
    said = content_of(unmarked(letter.pages[0]).rows).header.get("campaign", "")
    return [campaign_id(said)] if said else []


def _in_blocks(letter: Letter) -> list[str]:
    for turn in sorted({page.turn for page in letter.pages}):
        spans = [(page, span) for page in letter.pages if page.turn == turn for span in find_spans(page.rows)]
        said = [content_of(inside(page.rows, span)).header.get("campaign", "") for page, span in spans]
        if spans:
            return list(dict.fromkeys(campaign_id(name) for name in said if name))
    return []
