"""What a store knows of forums, beside the record: whose account is whose, and the hashes that players have posted."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from sqlalchemy import bindparam
from sqlmodel import col, func, select

from pbem.errors import BadRecord
from pbem.store.entry import unpacked
from pbem.store.letters import FORUM, Going, Stage
from pbem.store.tables import AccountRow, LetterInRow, LetterOutRow, SealedNoteRow, table_of
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.store.store import Store


class SealedNote(NamedTuple):
    """A hash that a player has posted, for orders that come by mail."""

    who: str
    place: str  # t3/movement
    digest: str
    at: str
    post: str
    is_fitted: bool = False


_NOTES = table_of(SealedNoteRow)
# Asked for with every file of orders, so it is put together once, of the bare table.
_SEALED = (
    select(*(_NOTES.c[name] for name in SealedNote._fields))
    .where(_NOTES.c.campaign == bindparam("campaign"))
    .order_by(_NOTES.c.place, _NOTES.c.who)
)


class Forums:
    """The forums of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # -- accounts ---------------------------------------------------------------------------------------------

    def accounts(self, campaign: str) -> dict[str, str]:
        """The seat of each account that is bound."""
        rows = select(AccountRow).where(AccountRow.campaign == campaign).order_by(col(AccountRow.account))
        with self.store.reading() as session:
            return {row.account: row.who for row in session.exec(rows)}

    def bind(self, campaign: str, account: str, who: str) -> None:
        """Whose account this is; without a seat, nobody's."""
        with self.store.writing() as session:
            row = session.get(AccountRow, (campaign, account))
            if who:
                session.merge(AccountRow(campaign=campaign, account=account, who=who))
            elif row is not None:
                session.delete(row)

    # -- hashes -----------------------------------------------------------------------------------------------

    def sealed(self, campaign: str) -> list[SealedNote]:
        """The hashes that were posted, by step and seat."""
        with self.store.reading() as session:
            return [SealedNote(*row) for row in session.execute(_SEALED, {"campaign": campaign})]

    def note(self, campaign: str, note: SealedNote) -> None:
        """Keep a hash; one of the same seat and step is replaced."""
        with self.store.writing() as session:
            session.merge(SealedNoteRow(campaign=campaign, **note._asdict()))

    # -- posts ------------------------------------------------------------------------------------------------

    def rewrite(self, letter: Going, data: bytes) -> None:
        """Other words in a letter of ours: where its picture lies now, or what was corrected in it."""
        with self.store.writing() as session:
            row = session.get(LetterOutRow, letter.id)
            if row is None:
                raise BadRecord(f"the outbox has no letter {letter.id}")
            row.packed = zlib.compress(data)
            session.add(row)

    def posted_up_to(self, campaign: str, kind: str) -> int:
        """Up to which entry of the record the thread was told, by the posts in the outbox; 0 if there is none."""
        newest = func.max(LetterOutRow.seq)
        rows = select(newest).where(
            LetterOutRow.campaign == campaign, LetterOutRow.kind == kind, LetterOutRow.channel == FORUM
        )
        with self.store.reading() as session:
            return int(session.exec(rows).one() or 0)

    def read_before(self, start: str) -> set[str]:
        """The names of the posts that were read, of those that begin so."""
        rows = select(LetterInRow.key).where(col(LetterInRow.key).startswith(start, autoescape=True))
        with self.store.reading() as session:
            return set(session.exec(rows))

    def text_of(self, key: str) -> str:
        """A post as it was read."""
        with self.store.reading() as session:
            row = session.get(LetterInRow, key)
            return unpacked(row.sha256, row.packed).decode("utf-8", "replace") if row else ""

    def claim(self, letter: Going, now: str, until: str) -> bool:
        """Take a waiting letter for this process, so that no other one sends it too; whether it is ours now."""
        with self.store.writing() as session:
            row = session.get(LetterOutRow, letter.id, with_for_update=True)
            if row is None or row.state != Stage.WAITING or row.after > now:
                return False
            row.after = until
            session.add(row)
        return True
