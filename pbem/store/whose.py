"""Whose letters they are, beside the record: tokens, addresses, absences, and what members of a campaign asked for."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import bindparam
from sqlmodel import col, func, select

from pbem.store.tables import AddressRow, AwayRow, BouncedRow, SeatRow, TokenRow, table_of
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.store.store import Store

_TOKENS, _BOUNCED = table_of(TokenRow), table_of(BouncedRow)
# Asked for with every mail, so these are put together once, of bare tables.
_OWNER = select(_TOKENS.c.campaign, _TOKENS.c.who).where(_TOKENS.c.sha256 == bindparam("token"))
_WHY = select(_BOUNCED.c.why).where(_BOUNCED.c.address == bindparam("address"))


class Away(NamedTuple):
    """The days of an absence, both included."""

    first: str
    last: str


class Wishes(NamedTuple):
    """What a member has asked for: his clocks, his hours and days, and his further addresses."""

    zone: str = ""
    quiet: str = ""
    days: str = ""
    digest: str = ""
    lets: bool = False
    further: str = ""


class Whose:
    """The people of a store's campaigns."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def bind(self, token: str, campaign: str, who: str) -> None:
        """Whose token this is; an older one of the same seat stays good, for letters under way carry it."""
        with self.store.writing() as session:
            session.merge(TokenRow(sha256=_hash(token), campaign=campaign, who=who))

    def whose(self, token: str) -> tuple[str, str] | None:
        """The campaign and the seat of a token."""
        with self.store.reading() as session:
            row = session.execute(_OWNER, {"token": _hash(token)}).first()
            return (row.campaign, row.who) if row else None

    def seats_at(self, address: str) -> list[tuple[str, str]]:
        """The campaigns and seats whose player has this address."""
        rows = select(AddressRow.campaign, AddressRow.who).where(func.lower(AddressRow.address) == address.lower())
        beside = select(SeatRow.campaign, SeatRow.who).where(
            col(SeatRow.further).contains(f" {address.lower()} ", autoescape=True)
        )
        with self.store.reading() as session:
            found = [*session.exec(rows), *session.exec(beside)]
        return sorted(dict.fromkeys((campaign, who) for campaign, who in found))

    def wishes(self, campaign: str) -> dict[str, Wishes]:
        """What the members of a campaign have asked for."""
        with self.store.reading() as session:
            rows = session.exec(select(SeatRow).where(SeatRow.campaign == campaign).order_by(SeatRow.who))
            return {row.who: Wishes(*(getattr(row, name) for name in Wishes._fields)) for row in rows}

    def set_wishes(self, campaign: str, who: str, **now: str | bool) -> None:
        """Change some of what a member has asked for."""
        with self.store.writing() as session:
            row = session.get(SeatRow, (campaign, who)) or SeatRow(campaign=campaign, who=who)
            for name, value in now.items():
                setattr(row, name, value)
            session.add(row)

    def away(self, campaign: str) -> dict[str, Away]:
        """Who of a campaign is away, and when."""
        with self.store.reading() as session:
            rows = session.exec(select(AwayRow).where(AwayRow.campaign == campaign).order_by(AwayRow.who))
            return {row.who: Away(row.first, row.last) for row in rows}

    def set_away(self, campaign: str, who: str, away: Away) -> None:
        """The next absence of a player; an earlier one is forgotten."""
        with self.store.writing() as session:
            session.merge(AwayRow(campaign=campaign, who=who, first=away.first, last=away.last))

    def bounced(self, address: str) -> str:
        """Why mail does not reach an address; empty if it does."""
        with self.store.reading() as session:
            return session.execute(_WHY, {"address": address.lower()}).scalar() or ""

    def set_bounced(self, address: str, at: str, why: str) -> None:
        """No more mail to an address; without a reason, mail again."""
        with self.store.writing() as session:
            row = session.get(BouncedRow, address.lower())
            if why:
                session.merge(BouncedRow(address=address.lower(), at=at, why=why))
            elif row is not None:
                session.delete(row)

    def move_member(self, campaign: str, old: str, new: str) -> None:
        """What lies beside the record for a member goes by another name from now on; nothing of his is lost."""
        with self.store.writing() as session:
            for table in (AddressRow, AwayRow, SeatRow):
                row = session.get(table, (campaign, old))
                if row is not None:
                    values = {**row.model_dump(), "who": new}
                    session.delete(row)
                    session.flush()
                    session.merge(table(**values))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
