"""The entry that records a file: `submitted`, with its bytes, time, sender, verdict and problems."""

from __future__ import annotations

import hashlib

from pbem.desk.inbox.receipts import Looked, Receipt
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.submitted import Opening, Submitted
from pbem.desk.record.names import sender_name
from pbem.store.entry import LARGEST_BLOB


def entry_of(
    campaign: Campaign,
    looked: Looked,
    receipt: Receipt,
    data: bytes,
    sender: str,
    now: str,
    promise: Opening | None = None,
) -> Submitted:
    """What the record says of a file that was looked at; `promise` is the one that it opens."""
    judged, is_accepted = looked.judged, receipt.is_accepted
    return Submitted(
        at=now,
        sender=sender_name(sender),
        sha256=hashlib.sha256(data).hexdigest(),
        bytes=len(data),
        is_kept=len(data) <= LARGEST_BLOB,
        verdict=receipt.verdict,
        side=receipt.side,
        seat=receipt.seat,
        turn=receipt.turn,
        header=judged.header,
        problems=tuple(problem.as_json() for problem in receipt.problems),
        takes=judged.takes() if is_accepted else None,
        canonical=receipt.canonical if is_accepted else "",
        digest=receipt.digest if is_accepted else "",
        mark=judged.mark if is_accepted else "",
        promise=promise,
        refused_by="" if is_accepted else campaign.program,
    )
