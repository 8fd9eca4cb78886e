"""Rows of the tables as entries and snapshots, and back: what the store does inside a transaction."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence

from sqlalchemy import BindParameter, bindparam, delete, insert
from sqlalchemy import select as columns
from sqlmodel import Session, col, func, select

from pbem.store.entry import LARGEST_BLOB, Draft, Entry, Head, Snapshot, chained, entry_from, of_kinds, snapshot_from
from pbem.store.tables import AddressRow, EntryRow, SecretRow, SnapshotRow, SubmissionRow, table_of

_ENTRIES, _SNAPSHOTS, _FILES = table_of(EntryRow), table_of(SnapshotRow), table_of(SubmissionRow)
_SECRETS, _ADDRESSES = table_of(SecretRow), table_of(AddressRow)
_IN: BindParameter[str] = bindparam("campaign")
# Asked for or written several times a mail, so these are put together once, of bare tables.
_HEAD = (
    columns(_ENTRIES.c.seq, _ENTRIES.c.hash).where(_ENTRIES.c.campaign == _IN).order_by(_ENTRIES.c.seq.desc()).limit(1)
)
_HAS_FILE = columns(_FILES.c.sha256).where(_FILES.c.sha256 == bindparam("sha256"))
_NEWEST = columns(func.max(_SNAPSHOTS.c.seq)).where(_SNAPSHOTS.c.campaign == _IN)
_OLD = delete(_SNAPSHOTS).where(
    _SNAPSHOTS.c.campaign == _IN,
    _SNAPSHOTS.c.seq >= bindparam("first"),
    (_SNAPSHOTS.c.seq >= bindparam("upto")) | ~_SNAPSHOTS.c.is_kept,
)
_SECRET = columns(_SECRETS.c.value).where(_SECRETS.c.campaign == _IN, _SECRETS.c.key == bindparam("key"))
_WHERE_TO = (
    columns(_ADDRESSES.c.who, _ADDRESSES.c.address).where(_ADDRESSES.c.campaign == _IN).order_by(_ADDRESSES.c.who)
)


def entries_of(session: Session, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
    """The record behind an entry number, to its end or up to another number."""
    # Plain columns: a record is read whole, and an object for each of its rows would take most of the time.
    wanted = (EntryRow.seq, EntryRow.kind, EntryRow.body, EntryRow.prev, EntryRow.hash)
    rows = columns(*map(col, wanted)).where(col(EntryRow.campaign) == campaign, col(EntryRow.seq) > after)
    rows = rows.where(col(EntryRow.seq) <= upto) if upto else rows
    return [entry_from(tuple(row)) for row in session.execute(rows.order_by(col(EntryRow.seq))).all()]


def snapshots_of(session: Session, campaign: str) -> list[Snapshot]:
    """All snapshots, oldest first."""
    rows = select(SnapshotRow).where(SnapshotRow.campaign == campaign)
    return [snapshot_of(row) for row in session.exec(rows.order_by(col(SnapshotRow.seq))).all()]


def head_of(session: Session, campaign: str) -> Head:
    """The last entry; number 0 before the first."""
    row = session.execute(_HEAD, {"campaign": campaign}).first()
    return Head(*of_kinds(tuple(row), int, str)) if row else Head(0, "")


def write_entries(session: Session, campaign: str, head: Head, drafts: Sequence[Draft]) -> list[Entry]:
    """Chain the drafts behind the head."""
    entries = chained(head, drafts)
    rows = [{"campaign": campaign, **entry._asdict()} for entry in entries]
    if rows:
        session.execute(insert(_ENTRIES), rows)
    return entries


def put_snapshot(session: Session, campaign: str, snapshot: Snapshot) -> None:
    """The state after an entry; it takes the place of the newest one that is not kept."""
    # Only the newest can be one that is not kept; to look at all would take longer and longer.
    newest = session.execute(_NEWEST, {"campaign": campaign}).scalar() or 0
    session.execute(_OLD, {"campaign": campaign, "first": min(newest, snapshot.seq), "upto": snapshot.seq})
    session.execute(insert(_SNAPSHOTS), {"campaign": campaign, **snapshot._asdict()})


def has_file(session: Session, sha256: str) -> bool:
    """Whether a file is kept, by its hash."""
    return session.execute(_HAS_FILE, {"sha256": sha256}).first() is not None


def keep_file(session: Session, data: bytes) -> None:
    """The bytes as they came, once."""
    sha256 = hashlib.sha256(data).hexdigest()
    if len(data) <= LARGEST_BLOB and not has_file(session, sha256):
        session.execute(insert(_FILES), {"sha256": sha256, "size": len(data), "packed": zlib.compress(data)})


def secret_of(session: Session, campaign: str, key: str) -> str:
    """A secret; the empty text if it is not there."""
    return session.execute(_SECRET, {"campaign": campaign, "key": key}).scalar() or ""


def addresses_of(session: Session, campaign: str) -> dict[str, str]:
    """Where players get their mail, by side or seat."""
    return {row.who: row.address for row in session.execute(_WHERE_TO, {"campaign": campaign})}


def entry_of(row: EntryRow) -> Entry:
    """The entry of a row."""
    return entry_from((row.seq, row.kind, row.body, row.prev, row.hash))


def snapshot_of(row: SnapshotRow) -> Snapshot:
    """The snapshot of a row."""
    return snapshot_from((row.seq, row.state, row.is_kept))
