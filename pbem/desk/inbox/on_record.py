"""A file as the record keeps it: what goes into the hash, and what is read, once and ever after."""

from __future__ import annotations

from pbem.desk.inbox.letters.choice import sender_side
from pbem.desk.inbox.letters.keeping import as_kept
from pbem.desk.record.campaign import Campaign


def on_record(campaign: Campaign, data: bytes) -> bytes:
    """The file without mail addresses. It is read only after this, so that whoever reads the record finds the same."""

    def named(sender: str) -> str:
        is_bare = "@" in sender and "<" not in sender
        side = sender_side(campaign, f"<{sender}>" if is_bare else sender)
        return campaign.player(side) if side else ""

    return as_kept(data, named)
