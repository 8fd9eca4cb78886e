"""The tables. Entries are never changed or taken away: the database itself refuses it."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

APPEND_ONLY = ("entry", "submission", "campaign")  # a record, and its campaign and files as received with it

NEWEST = "address"  # the table that came last: a store without it is completed when it is opened

# Statements that make these tables append-only in SQLite; `postgres` has its own.
TRIGGERS = tuple(
    f"CREATE TRIGGER IF NOT EXISTS {table}_never_{verb} BEFORE {verb.upper()} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, 'the record is append-only: {table} rows are never changed or removed'); END"
    for table in APPEND_ONLY
    for verb in ("update", "delete")
)


class CampaignRow(SQLModel, table=True):
    """A campaign of this store."""

    __tablename__ = "campaign"

    id: str = Field(primary_key=True)
    name: str
    created: str


class EntryRow(SQLModel, table=True):
    """One entry of a campaign's record."""

    __tablename__ = "entry"

    campaign: str = Field(primary_key=True, foreign_key="campaign.id")
    seq: int = Field(primary_key=True)
    kind: str
    body: str
    prev: str
    hash: str


class SubmissionRow(SQLModel, table=True):
    """The bytes of a submission as received, compressed, found by their hash."""

    __tablename__ = "submission"

    sha256: str = Field(primary_key=True)
    size: int
    packed: bytes


class SecretRow(SQLModel, table=True):
    """What only the moderator may know. Never part of a record."""

    __tablename__ = "secret"

    campaign: str = Field(primary_key=True, foreign_key="campaign.id")
    key: str = Field(primary_key=True)
    value: str


class AddressRow(SQLModel, table=True):
    """Where a player gets his mail. Never part of a record, nor of any archive."""

    __tablename__ = "address"

    campaign: str = Field(primary_key=True, foreign_key="campaign.id")
    who: str = Field(primary_key=True)  # a side, or the seat of a player who shares one
    address: str


class SnapshotRow(SQLModel, table=True):
    """The state after an entry: a cache."""

    __tablename__ = "snapshot"

    campaign: str = Field(primary_key=True, foreign_key="campaign.id")
    seq: int = Field(primary_key=True)
    is_kept: bool = False
    state: str
