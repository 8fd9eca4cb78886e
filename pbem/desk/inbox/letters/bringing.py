"""Whether a letter brings orders at all: of a whole mailbox only such letters are taken."""

from __future__ import annotations

from pbem.desk.inbox.letters.opening import open_letter
from pbem.errors import Refusal
from pbem.kernel.text.blocks import find_spans


def brings_orders(data: bytes) -> bool:
    """Whether there is an order block in it; of one that cannot be opened, whoever reads it says what is wrong."""
    try:
        pages = open_letter(data).pages
    except Refusal:
        return True
    return any(find_spans(page.rows) for page in pages)
