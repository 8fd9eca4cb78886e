"""The store behind SQLModel: one transaction for each step, and a clear word when two processes meet."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlalchemy import select as columns
from sqlmodel import Session, col, delete, func, select

from pbem.errors import BadRecord, UsageError
from pbem.store.engine import clear_errors, engine_for, prepare
from pbem.store.entry import LARGEST_BLOB, Conflict, Draft, Entry, Glance, Head, Listed, Snapshot, chained, unpacked
from pbem.store.tables import CampaignRow, EntryRow, SecretRow, SnapshotRow, SubmissionRow


class Store:
    """Records of campaigns in a database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = engine_for(url)
        with clear_errors(url):
            prepare(self._engine)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    # -- reading ------------------------------------------------------------------------------------------

    def campaigns(self) -> list[Listed]:
        """All campaigns, oldest first."""
        return [listed for listed in self._listed() if not listed.is_ledger]

    def ledgers(self) -> list[Listed]:
        """All dice ledgers, oldest first."""
        return [listed for listed in self._listed() if listed.is_ledger]

    def _listed(self) -> list[Listed]:
        rows = select(CampaignRow).order_by(CampaignRow.created, CampaignRow.id)
        with self._session() as session:
            return [Listed(row.id, row.name, row.created) for row in session.exec(rows).all()]

    def glance(self, campaign: str) -> Glance | None:
        """First entry, head and newest snapshot; nothing if there is no such campaign."""
        with self._session() as session:
            first = session.get(EntryRow, (campaign, 1))
            if first is None:
                return None
            rows = select(SnapshotRow).where(SnapshotRow.campaign == campaign)
            newest = session.exec(rows.order_by(col(SnapshotRow.seq).desc()).limit(1)).first()
            return Glance(_entry(first), _head(session, campaign), _snapshot(newest) if newest else None)

    def entries(self, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
        """The record behind an entry number, to its end or up to another number."""
        with self._session() as session:
            return _entries(session, campaign, after, upto)

    def hashes(self, campaign: str, wanted: Sequence[int]) -> dict[int, str]:
        """The hashes of single entries, by their number."""
        rows = select(EntryRow.seq, EntryRow.hash).where(EntryRow.campaign == campaign)
        with self._session() as session:
            return dict(session.exec(rows.where(col(EntryRow.seq).in_(wanted))).all())

    def record(self, campaign: str) -> tuple[list[Entry], list[Snapshot]]:
        """The whole record and its snapshots, all read at one moment: another process may be writing."""
        with self._session() as session:
            return _entries(session, campaign), _snapshots(session, campaign)

    def snapshot_at(self, campaign: str, seq: int) -> Snapshot | None:
        """The snapshot taken just after an entry."""
        with self._session() as session:
            row = session.get(SnapshotRow, (campaign, seq))
            return _snapshot(row) if row else None

    def snapshots(self, campaign: str) -> list[Snapshot]:
        """All snapshots, oldest first."""
        with self._session() as session:
            return _snapshots(session, campaign)

    def submission(self, sha256: str) -> bytes | None:
        """The bytes of a submission as they came."""
        with self._session() as session:
            row = session.get(SubmissionRow, sha256)
            return unpacked(sha256, row.packed) if row else None

    def packed_submissions(self, hashes: Sequence[str]) -> dict[str, bytes]:
        """Submissions as they are kept, all in one look, by their hash; `unpacked` opens them."""
        rows = select(SubmissionRow.sha256, SubmissionRow.packed).where(col(SubmissionRow.sha256).in_(hashes))
        with self._session() as session:
            return dict(session.exec(rows).all())

    def secret(self, campaign: str, key: str) -> str:
        """What only the moderator may know; the empty text if this store does not hold it."""
        with self._session() as session:
            row = session.get(SecretRow, (campaign, key))
            return row.value if row else ""

    def secrets(self, campaign: str) -> dict[str, str]:
        """All that only the moderator may know, by key."""
        rows = select(SecretRow).where(SecretRow.campaign == campaign).order_by(SecretRow.key)
        with self._session() as session:
            return {row.key: row.value for row in session.exec(rows).all()}

    # -- writing ------------------------------------------------------------------------------------------

    def create(
        self,
        listed: Listed,
        drafts: Sequence[Draft],
        snapshot: str,
        secrets: Mapping[str, str] | None = None,
        files: Sequence[bytes] = (),
        kept: Sequence[Snapshot] = (),
    ) -> list[Entry]:
        """A new campaign with its first entries, the files as received that they name, and states in between."""
        with self._writing() as session:
            if session.get(CampaignRow, listed.id):
                raise UsageError(f"the store already has a campaign called {listed.name}: choose another name")
            session.add(CampaignRow(id=listed.id, name=listed.name, created=listed.created))
            session.flush()
            for key, value in (secrets or {}).items():
                session.add(SecretRow(campaign=listed.id, key=key, value=value))
            for data in files:
                _keep(session, data)
            entries = _write(session, listed.id, Head(0, ""), drafts)
            for state in (*kept, Snapshot(entries[-1].seq, snapshot, is_kept=True)):
                _snap(session, listed.id, state)
        return entries

    def restore(
        self,
        listed: Listed,
        entries: Sequence[Entry],
        snapshots: Sequence[Snapshot],
        files: Iterable[bytes],
        secrets: Mapping[str, str],
    ) -> None:
        """A campaign from elsewhere as it was: entries with their hashes, snapshots, files as received; or nothing."""
        with self._writing() as session:
            if session.get(CampaignRow, listed.id):
                raise UsageError(f"the store already has a campaign called {listed.name}: nothing was restored")
            session.add(CampaignRow(id=listed.id, name=listed.name, created=listed.created))
            session.flush()
            for key, value in secrets.items():
                session.add(SecretRow(campaign=listed.id, key=key, value=value))
            drafts = [Draft(entry.kind, entry.values()) for entry in entries]
            if _write(session, listed.id, Head(0, ""), drafts) != list(entries):
                raise BadRecord("the hashes of the record do not fit its entries: nothing was restored")
            for snapshot in snapshots:
                _snap(session, listed.id, snapshot)
            for data in files:
                _keep(session, data)

    def append(
        self,
        campaign: str,
        expected_seq: int,
        drafts: Sequence[Draft],
        snapshot: Snapshot,
        files: Sequence[bytes] = (),
        secrets: Mapping[str, str] | None = None,
        kept: Sequence[Snapshot] = (),
    ) -> list[Entry]:
        """Entries behind the one that was seen, the state after them, and `kept` states in between; all or nothing."""
        with self._writing() as session:
            head = _head(session, campaign)
            if head.seq != expected_seq:
                found = f"its record has {head.seq} entries, {expected_seq} were seen"
                raise Conflict(f"somebody else wrote to {campaign}: {found}. Nothing was written; try again.")
            for data in files:
                _keep(session, data)
            for key, value in (secrets or {}).items():
                session.add(SecretRow(campaign=campaign, key=key, value=value))
            entries = _write(session, campaign, head, drafts)
            for state in (*kept, snapshot):
                _snap(session, campaign, state)
        return entries

    # -- inside -------------------------------------------------------------------------------------------

    @contextmanager
    def _session(self) -> Iterator[Session]:
        with clear_errors(self.url), Session(self._engine) as session:
            yield session

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with clear_errors(self.url), Session(self._engine) as session:
            session.connection(execution_options={"is_writing": True})
            yield session
            session.commit()


def _entries(session: Session, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
    # Plain columns: a record is read whole, and an object for each of its rows would take most of the time.
    wanted = (EntryRow.seq, EntryRow.kind, EntryRow.body, EntryRow.prev, EntryRow.hash)
    rows = columns(*map(col, wanted)).where(col(EntryRow.campaign) == campaign, col(EntryRow.seq) > after)
    rows = rows.where(col(EntryRow.seq) <= upto) if upto else rows
    return [Entry(*row) for row in session.execute(rows.order_by(col(EntryRow.seq))).all()]


def _snapshots(session: Session, campaign: str) -> list[Snapshot]:
    rows = select(SnapshotRow).where(SnapshotRow.campaign == campaign)
    return [_snapshot(row) for row in session.exec(rows.order_by(col(SnapshotRow.seq))).all()]


def _head(session: Session, campaign: str) -> Head:
    row = session.exec(
        select(EntryRow.seq, EntryRow.hash)
        .where(EntryRow.campaign == campaign)
        .order_by(col(EntryRow.seq).desc())
        .limit(1)
    ).first()
    return Head(row[0], row[1]) if row else Head(0, "")


def _write(session: Session, campaign: str, head: Head, drafts: Sequence[Draft]) -> list[Entry]:
    entries = chained(head, drafts)
    for e in entries:
        session.add(EntryRow(campaign=campaign, seq=e.seq, kind=e.kind, body=e.body, prev=e.prev, hash=e.hash))
    session.flush()
    return entries


def _snap(session: Session, campaign: str, snapshot: Snapshot) -> None:
    # Only the newest can be one that is not kept; to look at all would take longer and longer.
    newest = session.exec(select(func.max(SnapshotRow.seq)).where(SnapshotRow.campaign == campaign)).one() or 0
    seq, first = col(SnapshotRow.seq), min(newest, snapshot.seq)
    old = delete(SnapshotRow).where(col(SnapshotRow.campaign) == campaign, seq >= first)
    session.execute(old.where((seq >= snapshot.seq) | ~col(SnapshotRow.is_kept)))
    session.add(SnapshotRow(campaign=campaign, seq=snapshot.seq, is_kept=snapshot.is_kept, state=snapshot.state))


def _keep(session: Session, data: bytes) -> None:
    sha256 = hashlib.sha256(data).hexdigest()
    if len(data) <= LARGEST_BLOB and session.get(SubmissionRow, sha256) is None:
        session.add(SubmissionRow(sha256=sha256, size=len(data), packed=zlib.compress(data)))


def _entry(row: EntryRow) -> Entry:
    return Entry(row.seq, row.kind, row.body, row.prev, row.hash)


def _snapshot(row: SnapshotRow) -> Snapshot:
    return Snapshot(row.seq, row.state, row.is_kept)
