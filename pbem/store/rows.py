"""Rows of the tables as entries and snapshots, and back: what the store does inside a transaction."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlalchemy import select as columns
from sqlmodel import Session, col, delete, func, select

from pbem.store.entry import LARGEST_BLOB, Draft, Entry, Head, Snapshot, chained, entry_from, of_kinds, snapshot_from
from pbem.store.tables import EntryRow, SnapshotRow, SubmissionRow

# Asked for several times a mail, so it is put together once.
_HEAD = (
    columns(col(EntryRow.seq), col(EntryRow.hash))
    .where(col(EntryRow.campaign) == bindparam("campaign"))
    .order_by(col(EntryRow.seq).desc())
    .limit(1)
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
    for e in entries:
        session.add(EntryRow(campaign=campaign, seq=e.seq, kind=e.kind, body=e.body, prev=e.prev, hash=e.hash))
    session.flush()
    return entries


def put_snapshot(session: Session, campaign: str, snapshot: Snapshot) -> None:
    """The state after an entry; it takes the place of the newest one that is not kept."""
    # Only the newest can be one that is not kept; to look at all would take longer and longer.
    newest = session.exec(select(func.max(SnapshotRow.seq)).where(SnapshotRow.campaign == campaign)).one() or 0
    seq, first = col(SnapshotRow.seq), min(newest, snapshot.seq)
    old = delete(SnapshotRow).where(col(SnapshotRow.campaign) == campaign, seq >= first)
    session.execute(old.where((seq >= snapshot.seq) | ~col(SnapshotRow.is_kept)))
    session.add(SnapshotRow(campaign=campaign, seq=snapshot.seq, is_kept=snapshot.is_kept, state=snapshot.state))


def keep_file(session: Session, data: bytes) -> None:
    """The bytes as they came, once."""
    sha256 = hashlib.sha256(data).hexdigest()
    if len(data) <= LARGEST_BLOB and session.get(SubmissionRow, sha256) is None:
        session.add(SubmissionRow(sha256=sha256, size=len(data), packed=zlib.compress(data)))


def entry_of(row: EntryRow) -> Entry:
    """The entry of a row."""
    return entry_from((row.seq, row.kind, row.body, row.prev, row.hash))


def snapshot_of(row: SnapshotRow) -> Snapshot:
    """The snapshot of a row."""
    return snapshot_from((row.seq, row.state, row.is_kept))
