"""Checking a file without recording it: all its problems at once. Kept light: it imports no database."""

from __future__ import annotations

from pbem.desk.inbox.arrival import check_echo
from pbem.desk.inbox.on_record import on_record
from pbem.desk.inbox.receipts import Receipt, look_at, receipt_of
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.editions import must_be_todays
from pbem.desk.replay.load import load
from pbem.store.entry import Reads


def check(store: Reads, campaign: str, data: bytes) -> Receipt:
    """What `receive` would answer, and nothing is written."""
    loaded, state = load(store, campaign)
    must_be_todays(loaded, state)
    looked = look_at(loaded, state, on_record(loaded, data))
    check_echo(looked, lambda side, digest: _sent_before(store, loaded, side, digest))
    return receipt_of(loaded, looked)


def _sent_before(store: Reads, campaign: Campaign, side: str, digest: str) -> int:
    from pbem.desk.repeated import sent_before  # late: asked of quoted blocks only

    return sent_before(store, campaign, side, digest)
