"""The store behind SQLModel: one transaction for each step, and a clear word when two processes meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import col, delete, func, select

from pbem.errors import BadRecord, UsageError
from pbem.store import rows
from pbem.store.database import Database
from pbem.store.engine import unguarded
from pbem.store.entry import Conflict, Draft, Entry, Glance, Head, Listed, Snapshot, listed_from, unpacked
from pbem.store.tables import (
    AddressRow,
    AwayRow,
    BouncedRow,
    CampaignRow,
    EntryRow,
    LetterInRow,
    LetterOutRow,
    SeatRow,
    SecretRow,
    SnapshotRow,
    SubmissionRow,
    TokenRow,
)

_OF_A_CAMPAIGN = (SnapshotRow, SecretRow, AddressRow, AwayRow, SeatRow, TokenRow, LetterInRow, LetterOutRow, EntryRow)


class Store:
    """Records of campaigns in a database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.grown = 0  # how often this object has changed a record
        self._database = Database(url)
        self.close, self.together = self._database.close, self._database.together
        self.reading, self.writing = self._database.reading, self._database.writing

    # -- reading ------------------------------------------------------------------------------------------

    def campaigns(self) -> list[Listed]:
        """All campaigns, oldest first."""
        return [listed for listed in self._listed() if not listed.is_ledger]

    def ledgers(self) -> list[Listed]:
        """All dice ledgers, oldest first."""
        return [listed for listed in self._listed() if listed.is_ledger]

    def _listed(self) -> list[Listed]:
        query = select(CampaignRow.id, CampaignRow.name, CampaignRow.created)
        with self.reading() as session:
            found = session.exec(query.order_by(CampaignRow.created, CampaignRow.id)).all()
            return [listed_from(tuple(row)) for row in found]

    def glance(self, campaign: str) -> Glance | None:
        """First entry, head and newest snapshot; nothing if there is no such campaign."""
        with self.reading() as session:
            first = session.get(EntryRow, (campaign, 1))
            if first is None:
                return None
            query = select(SnapshotRow).where(SnapshotRow.campaign == campaign)
            newest = session.exec(query.order_by(col(SnapshotRow.seq).desc()).limit(1)).first()
            return Glance(
                rows.entry_of(first), rows.head_of(session, campaign), rows.snapshot_of(newest) if newest else None
            )

    def head(self, campaign: str) -> Head:
        """The end of a record, without reading any of it."""
        with self.reading() as session:
            return rows.head_of(session, campaign)

    def entries(self, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
        """The record behind an entry number, to its end or up to another number."""
        with self.reading() as session:
            return rows.entries_of(session, campaign, after, upto)

    def entries_with(self, campaign: str, kind: str, words: str) -> list[Entry]:
        """The entries of a kind in whose body these words stand: the database looks, so that few are read."""
        query = select(EntryRow).where(EntryRow.campaign == campaign, EntryRow.kind == kind)
        with self.reading() as session:
            found = query.where(col(EntryRow.body).contains(words, autoescape=True)).order_by(col(EntryRow.seq))
            return [rows.entry_of(row) for row in session.exec(found)]

    def hashes(self, campaign: str, wanted: Sequence[int]) -> dict[int, str]:
        """The hashes of single entries, by their number."""
        query = select(EntryRow.seq, EntryRow.hash).where(EntryRow.campaign == campaign)
        with self.reading() as session:
            return dict(session.exec(query.where(col(EntryRow.seq).in_(wanted))).all())

    def record(self, campaign: str) -> tuple[list[Entry], list[Snapshot]]:
        """The whole record and its snapshots, all read at one moment: another process may be writing."""
        with self.reading() as session:
            return rows.entries_of(session, campaign), rows.snapshots_of(session, campaign)

    def snapshot_at(self, campaign: str, seq: int) -> Snapshot | None:
        """The snapshot taken just after an entry."""
        with self.reading() as session:
            row = session.get(SnapshotRow, (campaign, seq))
            return rows.snapshot_of(row) if row else None

    def snapshots(self, campaign: str) -> list[Snapshot]:
        """All snapshots, oldest first."""
        with self.reading() as session:
            return rows.snapshots_of(session, campaign)

    def submission(self, sha256: str) -> bytes | None:
        """The bytes of a submission as they came."""
        with self.reading() as session:
            row = session.get(SubmissionRow, sha256)
            return unpacked(sha256, row.packed) if row else None

    def has_submission(self, sha256: str) -> bool:
        """Whether these bytes came before."""
        with self.reading() as session:
            return rows.has_file(session, sha256)

    def packed_submissions(self, hashes: Sequence[str]) -> dict[str, bytes]:
        """Submissions as they are kept, all in one look, by their hash; `unpacked` opens them."""
        query = select(SubmissionRow.sha256, SubmissionRow.packed).where(col(SubmissionRow.sha256).in_(hashes))
        with self.reading() as session:
            return dict(session.exec(query).all())

    def secret(self, campaign: str, key: str) -> str:
        """What only the moderator may know; the empty text if this store does not hold it."""
        with self.reading() as session:
            return rows.secret_of(session, campaign, key)

    def secrets(self, campaign: str) -> dict[str, str]:
        """All that only the moderator may know, by key."""
        query = select(SecretRow).where(SecretRow.campaign == campaign).order_by(SecretRow.key)
        with self.reading() as session:
            return {row.key: row.value for row in session.exec(query).all()}

    def addresses(self, campaign: str) -> dict[str, str]:
        """Where players get their mail, by side or seat; they are in no record and in no archive."""
        with self.reading() as session:
            return rows.addresses_of(session, campaign)

    def unreachable(self, campaign: str) -> dict[str, str]:
        """Whom mail does not reach, by side or seat, and why."""
        query = select(AddressRow.who, BouncedRow.why).where(AddressRow.campaign == campaign)
        with self.reading() as session:
            found = query.where(func.lower(AddressRow.address) == BouncedRow.address).order_by(AddressRow.who)
            return dict(session.exec(found).all())

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
        self.grown += 1
        with self.writing() as session:
            if session.get(CampaignRow, listed.id):
                raise UsageError(f"the store already has a campaign called {listed.name}: choose another name")
            session.add(CampaignRow(id=listed.id, name=listed.name, created=listed.created))
            session.flush()
            for key, value in (secrets or {}).items():
                session.add(SecretRow(campaign=listed.id, key=key, value=value))
            for data in files:
                rows.keep_file(session, data)
            entries = rows.write_entries(session, listed.id, Head(0, ""), drafts)
            for state in (*kept, Snapshot(entries[-1].seq, snapshot, is_kept=True)):
                rows.put_snapshot(session, listed.id, state)
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
        self.grown += 1
        with self.writing() as session:
            if session.get(CampaignRow, listed.id):
                raise UsageError(f"the store already has a campaign called {listed.name}: nothing was restored")
            session.add(CampaignRow(id=listed.id, name=listed.name, created=listed.created))
            session.flush()
            for key, value in secrets.items():
                session.add(SecretRow(campaign=listed.id, key=key, value=value))
            drafts = [Draft(entry.kind, entry.values()) for entry in entries]
            if rows.write_entries(session, listed.id, Head(0, ""), drafts) != list(entries):
                raise BadRecord("the hashes of the record do not fit its entries: nothing was restored")
            for snapshot in snapshots:
                rows.put_snapshot(session, listed.id, snapshot)
            for data in files:
                rows.keep_file(session, data)

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
        self.grown += 1
        with self.writing() as session:
            head = rows.head_of(session, campaign)
            if head.seq != expected_seq:
                found = f"its record has {head.seq} entries, {expected_seq} were seen"
                raise Conflict(f"somebody else wrote to {campaign}: {found}. Nothing was written; try again.")
            for data in files:
                rows.keep_file(session, data)
            for key, value in (secrets or {}).items():
                session.add(SecretRow(campaign=campaign, key=key, value=value))
            entries = rows.write_entries(session, campaign, head, drafts)
            for state in (*kept, snapshot):
                rows.put_snapshot(session, campaign, state)
        return entries

    def set_address(self, campaign: str, who: str, address: str) -> None:
        """A player's address, or none any more."""
        with self.writing() as session:
            session.execute(delete(AddressRow).where(col(AddressRow.campaign) == campaign, col(AddressRow.who) == who))
            if address:
                session.add(AddressRow(campaign=campaign, who=who, address=address))

    def remove(self, campaign: str, expected_seq: int) -> None:
        """Take a campaign out of the store, if its record is still the one that was seen; files as received stay."""
        self.grown += 1
        with self.writing() as session:
            head = rows.head_of(session, campaign)
            if head.seq != expected_seq:
                raise Conflict(f"somebody else wrote to {campaign}. Nothing was removed; try again.")
            with unguarded(session.connection()):
                for table in _OF_A_CAMPAIGN:
                    session.execute(delete(table).where(col(table.campaign) == campaign))
                session.execute(delete(CampaignRow).where(col(CampaignRow.id) == campaign))
