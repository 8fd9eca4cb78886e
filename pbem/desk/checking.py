"""Checking a file without recording it: all its problems at once. Kept light: it imports no database."""

from __future__ import annotations

from pbem.desk.inbox.receipts import Receipt, look_at, receipt_of
from pbem.desk.repeated import check_echo
from pbem.desk.replay.load import load
from pbem.store.entry import Reads


def check(store: Reads, campaign: str, data: bytes) -> Receipt:
    """What `receive` would answer, and nothing is written."""
    loaded, state = load(store, campaign)
    looked = look_at(loaded, state, data)
    check_echo(store, loaded, looked)
    return receipt_of(loaded, looked)
