"""Letters that come and go, beside the record: what came, what became of it, and what is still to be sent."""

from __future__ import annotations

import hashlib
import zlib
from enum import StrEnum
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlmodel import col, func, select

from pbem.errors import BadRecord
from pbem.store.entry import unpacked
from pbem.store.tables import LetterInRow, LetterOutRow, table_of
from pbem.store.whose import Away, Whose, Wishes
from pbem.values import NamedTuple

__all__ = ("Away", "Came", "Going", "Letters", "Stage", "Wishes")


MAIL, FORUM, NOTICE = "mail", "forum", "notice"  # the ways on which letters go out


class Stage(StrEnum):
    """How far a letter has come."""

    NEW = "new"  # came in, not read yet
    DONE = "done"  # judged and answered
    QUIET = "quiet"  # logged, and never answered: robots, lists, strangers
    WAITING = "waiting"  # to be sent
    HELD = "held"  # not to be sent until somebody says so
    SENT = "sent"
    FAILED = "failed"  # cannot be delivered
    DROPPED = "dropped"


class Kept(StrEnum):
    """Whether a letter that is kept came before."""

    NEW = "new"
    KNOWN = "known"
    OTHER = "other"  # new, under a Message-ID that another one has


class Came(NamedTuple):
    """A letter that came."""

    key: str
    at: str
    data: bytes
    stage: Stage = Stage.NEW
    campaign: str = ""
    who: str = ""
    why: str = ""


class Going(NamedTuple):
    """A letter to be sent. `id` is its Message-ID, `kind` what it is: a receipt, a report, a reminder."""

    id: str
    kind: str
    campaign: str
    who: str
    to: str
    at: str
    data: bytes
    stage: Stage = Stage.WAITING
    seq: int = 0  # the entry of the record up to which it tells
    tries: int = 0
    after: str = ""
    sent: str = ""
    why: str = ""
    channel: str = MAIL


_IN, _OUT = table_of(LetterInRow), table_of(LetterOutRow)
# Asked for with every letter, so these are put together once, of bare tables.
_CAME = select(_IN.c.sha256).where(_IN.c.key == bindparam("name"))
_MADE = select(_OUT.c.id).where(_OUT.c.id == bindparam("name"))
_NEWEST = (  # by the index of what was told: it looks at one row, however many there are
    select(_OUT.c.at)
    .where(_OUT.c.campaign == bindparam("campaign"), _OUT.c.kind == "report", _OUT.c.who == bindparam("who"))
    .order_by(_OUT.c.seq.desc())
    .limit(1)
)
_JUDGED = update(_IN).where(_IN.c.key == bindparam("name"))


class Letters(Whose):
    """The letters of a store, and whose they are."""

    # -- in -----------------------------------------------------------------------------------------------

    def keep(self, letter: Came) -> Kept:
        """Keep a letter as it came. Another one under the same Message-ID goes by its own hash."""
        sha256 = hashlib.sha256(letter.data).hexdigest()
        with self.store.writing() as session:
            known = session.execute(_CAME, {"name": letter.key}).scalar()
            key = letter.key if known is None else sha256
            if known == sha256 or (key != letter.key and session.execute(_CAME, {"name": key}).scalar() is not None):
                return Kept.KNOWN
            values = letter._asdict() | {"key": key, "sha256": sha256}
            session.execute(insert(_IN), _packed(values))
        return Kept.NEW if key == letter.key else Kept.OTHER

    def has_come(self, key: str) -> bool:
        """Whether a letter is known by this key."""
        with self.store.reading() as session:
            return session.execute(_CAME, {"name": key}).scalar() is not None

    def unread(self) -> list[Came]:
        """What came and is not judged yet, in the order of its coming."""
        rows = select(LetterInRow).where(LetterInRow.state == Stage.NEW)
        with self.store.reading() as session:
            return [_came(row) for row in session.exec(rows.order_by(LetterInRow.at, LetterInRow.key))]

    def judged(self, key: str, stage: Stage, why: str, campaign: str = "", who: str = "") -> None:
        """What became of a letter."""
        with self.store.writing() as session:
            now = {"name": key, "state": stage, "why": why, "campaign": campaign, "who": who}
            if not session.connection().execute(_JUDGED, now).rowcount:
                raise BadRecord(f"the store has no letter {key}")

    def came(self, campaign: str = "") -> list[Came]:
        """Every letter that came, oldest first."""
        rows = select(LetterInRow).order_by(LetterInRow.at, LetterInRow.key)
        with self.store.reading() as session:
            return [_came(row) for row in session.exec(rows) if campaign in ("", row.campaign)]

    # -- out ----------------------------------------------------------------------------------------------

    def put(self, letter: Going) -> bool:
        """Put a letter into the outbox; whether it is new. One that was made again is the same letter: it goes once."""
        with self.store.writing() as session:
            if session.execute(_MADE, {"name": letter.id}).first() is not None:
                return False
            session.execute(insert(_OUT), _packed(letter._asdict()))
        return True

    def going(self, stage: Stage | None = None, campaign: str = "", channel: str = "") -> list[Going]:
        """The letters of the outbox, oldest first; those of one channel, or of all."""
        rows = select(LetterOutRow).order_by(LetterOutRow.at, LetterOutRow.kind, LetterOutRow.id)
        if channel:
            rows = rows.where(LetterOutRow.channel == channel)
        with self.store.reading() as session:
            found = session.exec(rows if stage is None else rows.where(LetterOutRow.state == stage))
            return [_going(row) for row in found if campaign in ("", row.campaign)]

    def one(self, id: str) -> Going | None:
        """The letter with this Message-ID, if it is one of ours."""
        with self.store.reading() as session:
            row = session.get(LetterOutRow, id)
            return _going(row) if row else None

    def has(self, id: str) -> bool:
        """Whether a letter was made before."""
        with self.store.reading() as session:
            return session.execute(_MADE, {"name": id}).first() is not None

    def newest_report(self, campaign: str, who: str) -> str:
        """When the last report to a member was made."""
        with self.store.reading() as session:
            return session.execute(_NEWEST, {"campaign": campaign, "who": who}).scalar() or ""

    def told_up_to(self, campaign: str) -> dict[str, int]:
        """Up to which entry of the record each player was told, by the reports in the outbox."""
        newest = func.max(LetterOutRow.seq)
        rows = select(LetterOutRow.who, newest).where(LetterOutRow.campaign == campaign, LetterOutRow.kind == "report")
        with self.store.reading() as session:
            return dict(session.exec(rows.group_by(LetterOutRow.who)).all())

    def sent_since(self, moment: str, to: str = "") -> int:
        """How many letters have gone out since then, to one address or to all."""
        rows = select(func.count()).where(col(LetterOutRow.sent) > moment)
        with self.store.reading() as session:
            return int(session.exec(rows.where(LetterOutRow.to == to) if to else rows).one())

    def mark(self, letter: Going, stage: Stage, **now: str | int) -> None:
        """How far a letter has come, and what else is known of it now."""
        with self.store.writing() as session:
            row = session.get(LetterOutRow, letter.id)
            if row is None:
                raise BadRecord(f"the outbox has no letter {letter.id}")
            row.state = stage
            for name, value in now.items():
                setattr(row, name, value)
            session.add(row)


def _packed(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a letter as its row has them."""
    data = values.pop("data")
    return {**values, "state": values.pop("stage"), "packed": zlib.compress(data)}


def _came(row: LetterInRow) -> Came:
    data = unpacked(row.sha256, row.packed)
    return Came(row.key, row.at, data, Stage(row.state), row.campaign, row.who, row.why)


def _going(row: LetterOutRow) -> Going:
    data, stage = unpacked(row.id, row.packed), Stage(row.state)
    return Going(
        row.id, row.kind, row.campaign, row.who, row.to, row.at, data, stage, row.seq, row.tries, row.after, row.sent,
        row.why, row.channel,
    )  # fmt: skip
