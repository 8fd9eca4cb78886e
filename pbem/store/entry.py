"""Entries of a record, how they are chained, and what a reader of a store can ask for."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from pbem.errors import BadRecord, PbemError
from pbem.kernel.facts import canonical
from pbem.values import NamedTuple

LARGEST_BLOB = 16 * 1024 * 1024  # bytes of one submission
_TAG = b"pbem-record/1\0"


class Conflict(PbemError):
    """Somebody else wrote to the campaign in the meantime; nothing of this attempt was written."""


class Busy(Conflict):
    """Another process has held the database for too long."""


class BadText(BadRecord, ValueError):
    """The text of an entry is none that was ever written."""


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
        """The body, read for whoever asks, who may do with it what he likes."""
        return _read.__wrapped__(self)

    def shared(self) -> Mapping[str, Any]:
        """The same for readers who change nothing in it."""
        return _read(self)


@lru_cache(maxsize=1)  # a replay reads an entry for its place, its chain and what it says, one after the other
def _read(entry: Entry) -> dict[str, Any]:
    try:
        found = json.loads(entry.body)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadText(f"the text of entry {entry.seq} cannot be read: it is damaged") from error
    if not isinstance(found, dict):
        raise BadText(f"the text of entry {entry.seq} is no JSON object: it is damaged")
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


def secret_bytes(secret: str) -> bytes:
    """A secret as the store keeps it, in hex digits."""
    try:
        return bytes.fromhex(secret)
    except (ValueError, TypeError) as error:
        # Its words are not repeated: they may be most of the secret.
        raise BadRecord("the store is damaged: the secret of the dice in it is not in hex digits") from error


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

    def entries_with(self, campaign: str, kind: str, words: str) -> list[Entry]:
        """The entries of a kind in whose body these words stand: letters and digits only."""

    def hashes(self, campaign: str, wanted: Sequence[int]) -> dict[int, str]:
        """The hashes of single entries, by their number."""

    def snapshot_at(self, campaign: str, seq: int) -> Snapshot | None:
        """The snapshot taken just after an entry."""

    def record(self, campaign: str) -> tuple[list[Entry], list[Snapshot]]:
        """The whole record and its snapshots, all read at one moment."""

    def submission(self, sha256: str) -> bytes | None:
        """The bytes of a submission as they came."""

    def packed_submissions(self, hashes: Sequence[str]) -> dict[str, bytes]:
        """Submissions as they are kept, by their hash."""

    def secret(self, campaign: str, key: str) -> str:
        """What only the moderator may know; the empty text if this store does not hold it."""

    def secrets(self, campaign: str) -> dict[str, str]:
        """All that only the moderator may know, by key."""

    def addresses(self, campaign: str) -> dict[str, str]:
        """Where players get their mail, by side or seat; they are in no record and in no archive."""

    def unreachable(self, campaign: str) -> dict[str, str]:
        """Whom mail does not reach, by side or seat, and why."""


def of_kinds(row: Sequence[Any], *kinds: type) -> Sequence[Any]:
    """A row whose values are of these kinds: a database takes anything into any column."""
    if len(row) != len(kinds) or not all(map(isinstance, row, kinds)):
        raise BadRecord("the store is damaged: a row of it holds what pbem never wrote")
    return row


def listed_from(row: Sequence[Any]) -> Listed:
    """A row of the list of campaigns."""
    return Listed(*of_kinds(row, str, str, str))


def entry_from(row: Sequence[Any]) -> Entry:
    """A row of a record."""
    return Entry(*of_kinds(row, int, str, str, str, str))


def snapshot_from(row: Sequence[Any]) -> Snapshot:
    """A row of the snapshots."""
    seq, state, is_kept = of_kinds(row, int, str, int)
    return Snapshot(seq, state, bool(is_kept))


def entry_hash(prev: str, kind: str, body: str) -> str:
    """SHA-256 over the hash before, the kind and the body, each behind its length."""
    message = hashlib.sha256(_TAG)
    for part in (prev, kind, body):
        data = part.encode()
        message.update(len(data).to_bytes(4, "big"))
        message.update(data)
    return message.hexdigest()


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
