"""What a store holds beside the record: the name in its list, the files as received, the moderator's secret."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.verdict import Fault, Verdict
from pbem.dice.seal import MODERATOR, links_of
from pbem.errors import BadRecord, UsageError
from pbem.store.entry import Entry

if TYPE_CHECKING:
    from pbem.store.store import Store


def check_beside(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    """Whether all of it fits the record; what does not is added to the verdict."""
    _check_row(store, entries, verdict)
    _check_submissions(store, entries, verdict)
    _check_secret(store, entries, verdict)


def _check_row(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    """The list of campaigns calls it as the record does."""
    try:
        name = entries[0].values()["name"]
    except (ValueError, KeyError, TypeError):
        return
    row = [listed for listed in store.campaigns() if listed.id == verdict.campaign]
    if row and row[0].name != name:
        verdict.faults.append(Fault(1, "", f"the store calls the campaign {row[0].name!r}, the record {name!r}"))


def _check_submissions(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    """The files as received are still there, byte for byte."""
    for entry in entries:
        if entry.kind not in ("submitted", "amended"):
            continue
        try:
            body = entry.values()
            data = store.submission(body["sha256"]) if body["is_kept"] else None
        except (ValueError, KeyError, TypeError, BadRecord) as error:
            verdict.faults.append(Fault(entry.seq, "", f"the file as received cannot be read: {error}"))
            continue
        if body["is_kept"] and data is None:
            verdict.faults.append(Fault(entry.seq, "", "the file as received is missing from the store"))
        elif data is not None and hashlib.sha256(data).hexdigest() != body["sha256"]:
            verdict.faults.append(Fault(entry.seq, "", "the file as received does not fit its hash"))


def _check_secret(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    """The moderator's secret, where this store holds it, is the one that was committed to."""
    try:
        dice = entries[0].values()["dice"]
        secret = store.secret(verdict.campaign, MODERATOR)
        if secret and links_of(verdict.campaign, bytes.fromhex(secret), dice["links"])[0].hex() != dice["commitment"]:
            verdict.faults.append(Fault(1, "", "the secret in the store does not fit the commitment"))
    except (ValueError, KeyError, TypeError, UsageError):
        verdict.faults.append(Fault(1, "", "the secret in the store or the commitment cannot be read"))
