"""The tables. Entries are never changed or taken away: the database itself refuses it."""

from __future__ import annotations

from sqlalchemy import Table
from sqlmodel import Field, SQLModel

APPEND_ONLY = ("entry", "submission", "campaign")  # a record, and its campaign and files as received with it

MAIL = (
    "address",
    "letter_in",
    "letter_out",
    "token",
    "bounced",
    "away",
    "seat",
    "account",
    "sealed_note",
)  # beside the record: in no archive, in no turn file
# What the judge asks for at every look: it must not take longer the more letters there are.
_INDEXES = {
    "letter_in_state": "letter_in (state)",
    "letter_out_state": "letter_out (state, channel)",
    "letter_out_sent": 'letter_out (sent, "to")',
    "letter_out_told": "letter_out (campaign, kind, who, seq, at)",
}
INDEXES = tuple(f"CREATE INDEX IF NOT EXISTS {name} ON {columns}" for name, columns in _INDEXES.items())
NEWEST = "letter_out_told"  # what came last: a store without it is completed when it is opened

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


class LetterInRow(SQLModel, table=True):
    """A mail as it came, and what became of it. Never part of a record."""

    __tablename__ = "letter_in"

    key: str = Field(primary_key=True)  # its Message-ID, or the hash of its bytes
    at: str
    state: str
    campaign: str = ""
    who: str = ""
    why: str = ""
    sha256: str
    packed: bytes


class LetterOutRow(SQLModel, table=True):
    """A letter of ours on its way. Its Message-ID follows from what caused it, so it cannot be there twice."""

    __tablename__ = "letter_out"

    id: str = Field(primary_key=True)
    kind: str
    campaign: str
    who: str
    to: str
    at: str
    state: str
    seq: int = 0  # the entry of the record up to which it tells
    tries: int = 0
    after: str = ""  # not to be tried before
    sent: str = ""  # when
    why: str = ""
    channel: str = "mail"  # or forum, notice
    packed: bytes


class TokenRow(SQLModel, table=True):
    """Whose secret reply address this is; only its hash is kept."""

    __tablename__ = "token"

    sha256: str = Field(primary_key=True)
    campaign: str
    who: str


class BouncedRow(SQLModel, table=True):
    """An address that mail does not reach."""

    __tablename__ = "bounced"

    address: str = Field(primary_key=True)
    at: str
    why: str


class AwayRow(SQLModel, table=True):
    """When a player is away."""

    __tablename__ = "away"

    campaign: str = Field(primary_key=True)
    who: str = Field(primary_key=True)
    first: str
    last: str


class SeatRow(SQLModel, table=True):
    """What a member of a campaign wants the judge to know of him. Never part of a record."""

    __tablename__ = "seat"

    campaign: str = Field(primary_key=True)
    who: str = Field(primary_key=True)  # a member: a side or seat for its commander, else with his name
    zone: str = ""  # his clocks, such as Europe/Rome
    quiet: str = ""  # hours in which no date falls and no reminder comes, such as 22:00-08:00
    days: str = ""  # the days of the week that count, such as mon-fri
    digest: str = ""  # the hour of his one report a day
    lets: bool = False  # whether a commander lets his deputies give orders though he is there
    further: str = ""  # more addresses of his, between blanks: mail from them is his too


class AccountRow(SQLModel, table=True):
    """Whose account on a forum this is. Never part of a record."""

    __tablename__ = "account"

    campaign: str = Field(primary_key=True)
    account: str = Field(primary_key=True)  # the forum's own number or name of it
    who: str


class SealedNoteRow(SQLModel, table=True):
    """A hash that a player has posted: his orders come by mail. The newest of a seat for a step counts."""

    __tablename__ = "sealed_note"

    campaign: str = Field(primary_key=True)
    who: str = Field(primary_key=True)
    place: str = Field(primary_key=True)  # t3/movement
    digest: str
    at: str  # when it was posted
    post: str  # where
    is_fitted: bool = False  # whether the orders have come


def table_of(row: type[SQLModel]) -> Table:
    """The bare table of a kind of rows, for what is written so often that an object for each row would cost most."""
    return SQLModel.metadata.tables[str(row.__tablename__)]
