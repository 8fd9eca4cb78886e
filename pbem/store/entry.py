"""Entries of a record, how they are chained, and what a reader of a store can ask for."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from pbem.errors import BadRecord, PbemError
from pbem.kernel.facts import canonical

LARGEST_BLOB = 16 * 1024 * 1024  # bytes of one submission
_TAG = b"pbem-record/1\0"


class Conflict(PbemError):
    """Somebody else wrote to the campaign in the meantime; nothing of this attempt was written."""


class Busy(Conflict):
    """Another process has held the database for too long."""


class Draft(NamedTuple):
    """An entry that is still to be chained."""

    kind: str
    body: Mapping[str, Any]


class Entry(NamedTuple):
    """One entry of a record. `body` is canonical JSON; `prev` is the hash of the entry before, empty for the first."""

    seq: int
    kind: str
    body: str
    prev: str
    hash: str

    def values(self) -> dict[str, Any]:
        """The body, read."""
        found: dict[str, Any] = json.loads(self.body)
        return found


class Head(NamedTuple):
    """The end of a record: the number and the hash of its last entry."""

    seq: int
    hash: str


class Snapshot(NamedTuple):
    """The state after an entry, as text. A cache: it can always be made again from the entries."""

    seq: int
    state: str
    is_kept: bool = False


class Glance(NamedTuple):
    """What a quick look needs, all read at one moment."""

    opened: Entry
    head: Head
    newest: Snapshot | None


class Listed(NamedTuple):
    """A campaign of the store, or a dice ledger, whose id begins with `dice:`."""

    id: str
    name: str
    created: str

    @property
    def is_ledger(self) -> bool:
        """Whether this is no campaign but the dice of a game that pbem does not know."""
        return self.id.startswith("dice:")


class Reads(Protocol):
    """What can be read of a store, quickly or not."""

    def campaigns(self) -> list[Listed]:
        """All campaigns, oldest first."""

    def ledgers(self) -> list[Listed]:
        """All dice ledgers, oldest first."""

    def glance(self, campaign: str) -> Glance | None:
        """First entry, head and newest snapshot; nothing if there is no such campaign."""

    def entries(self, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
        """The record behind an entry number, to its end or up to another number."""

    def snapshot_at(self, campaign: str, seq: int) -> Snapshot | None:
        """The snapshot taken just after an entry."""


def entry_hash(prev: str, kind: str, body: str) -> str:
    """SHA-256 over the hash before, the kind and the body, each behind its length."""
    message = _TAG
    for part in (prev, kind, body):
        data = part.encode()
        message += len(data).to_bytes(4, "big") + data
    return hashlib.sha256(message).hexdigest()


def chained(head: Head, drafts: Iterable[Draft]) -> list[Entry]:
    """The drafts as entries behind the head."""
    entries: list[Entry] = []
    seq, prev = head
    for draft in drafts:
        body = canonical(draft.body)
        seq += 1
        entries.append(Entry(seq, draft.kind, body, prev, entry_hash(prev, draft.kind, body)))
        prev = entries[-1].hash
    return entries


def unpacked(sha256: str, packed: bytes) -> bytes:
    """The bytes of a submission as they came."""
    try:
        return zlib.decompressobj().decompress(packed, LARGEST_BLOB)
    except zlib.error as error:
        raise BadRecord(f"the kept bytes of submission {sha256} are damaged: {error}") from error
