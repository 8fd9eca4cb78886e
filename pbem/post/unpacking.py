"""A mail as the record keeps it: its words without their packing, where they say the same.

So the same words make the same record, whichever mail program has packed them; the mail itself stays in the store.
"""

from __future__ import annotations

from pbem.desk.inbox.letters.choice import candidates
from pbem.desk.inbox.letters.mime import read_parts
from pbem.desk.inbox.letters.opening import PICTURES, is_mail
from pbem.desk.inbox.signatures import Known, Read, opened, read_letter
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.errors import Refusal

_PLAIN = "text/plain"


def unpacked(campaign: Campaign, state: State, data: bytes, read: Read | None) -> tuple[bytes, Known | None]:
    """The text of a mail that is nothing but text, any other mail as it came; and what is known of it by now.

    `read` is the block that counts in the mail; nothing where it has none.
    """
    kept = _kept(campaign, state, data, read)
    return kept, Known(kept, state.head, read) if read else None


def _kept(campaign: Campaign, state: State, data: bytes, read: Read | None) -> bytes:
    if not is_mail(data):
        return data  # a file that somebody hands in, as it is
    try:
        found = read_parts(data)
    except Refusal:
        return data  # kept as it came; the receipt says what is wrong with it
    parts = [part for part in found if not part.kind.startswith(PICTURES)]
    if len(parts) != 1 or parts[0].kind != _PLAIN or parts[0].name or parts[0].is_flowed:
        return data
    text = parts[0].text.replace("\r\n", "\n").encode()
    if read and _is_plainly_alike(campaign, text, data):
        return text
    return text if _read(campaign, state, text) == read else data


def _is_plainly_alike(campaign: Campaign, text: bytes, data: bytes) -> bool:
    """Whether both have the same one page with one block on it, his own: then the same is read, and no sheet is made.

    A text with a sender of its own is the copy of a mail, and read with more care.
    """
    try:
        bare, whole = opened(campaign, text).pages, opened(campaign, data).pages
    except Refusal:
        return False
    if len(bare) != 1 or bare[0].sender or bare != tuple(page._replace(sender="") for page in whole):
        return False
    found = candidates(bare[0])
    return len(found) == 1 and found[0].mark.level == 0 and found[0].content.brings


def _read(campaign: Campaign, state: State, data: bytes) -> Read | None:
    try:
        return read_letter(campaign, state, data)
    except Refusal:
        return None
