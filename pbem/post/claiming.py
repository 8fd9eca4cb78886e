"""What the order block of a mail claims, before anybody has asked who sent it."""

from __future__ import annotations

from pbem.desk.inbox.letters.bringing import brings_orders
from pbem.desk.inbox.letters.sent import content_of
from pbem.desk.inbox.signatures import Read, read_letter, signer_of
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called
from pbem.desk.record.senders import sender_names
from pbem.desk.record.state import State
from pbem.errors import Refusal, UsageError
from pbem.values import NamedTuple


class Claim(NamedTuple):
    """What the order block of a mail claims: a campaign, and whose orders they are; empty where it does not say."""

    campaign: str = ""
    who: str = ""
    is_signed: bool = False
    has_block: bool = False
    signer: str = ""  # the name of whoever's key fits
    read: Read | None = None  # the block itself, where one counts


def claim_in(loaded: Campaign, state: State, data: bytes) -> Claim:
    """Whose orders the block that counts claims to be; of one that cannot be read, the receipt says what is wrong."""
    try:
        read = read_letter(loaded, state, data)
    except Refusal:
        return Claim(loaded.id, has_block=brings_orders(data))
    header = content_of(read.rows).header
    try:
        who = str(side_called(sender_names(loaded), header["side"])) if "side" in header else ""
    except UsageError:
        who = ""
    signer = signer_of(loaded, state, loaded.side_of(who), read) if read.mark and who else ""
    return Claim(loaded.id, who, bool(read.mark), True, signer, read)
