"""A mail as the record keeps it: its words without their packing, where they say the same.

So the same words make the same record, whichever mail program has packed them; the mail itself stays in the store.
"""

from __future__ import annotations

from pbem.desk.inbox.letters.mime import read_parts
from pbem.desk.inbox.letters.opening import PICTURES
from pbem.desk.inbox.signatures import Read, read_letter
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.errors import Refusal

_PLAIN = "text/plain"


def unpacked(campaign: Campaign, state: State, data: bytes) -> bytes:
    """The text of a mail that is nothing but text; any other mail as it came."""
    parts = [part for part in read_parts(data) if not part.kind.startswith(PICTURES)]
    if len(parts) != 1 or parts[0].kind != _PLAIN or parts[0].name or parts[0].is_flowed:
        return data
    text = parts[0].text.replace("\r\n", "\n").encode()
    return text if _read(campaign, state, text) == _read(campaign, state, data) else data


def _read(campaign: Campaign, state: State, data: bytes) -> Read | None:
    try:
        return read_letter(campaign, state, data)
    except Refusal:
        return None
