"""Players who are away: everybody is told, and a date that falls into the absence moves behind it."""

from __future__ import annotations

from pbem.desk.record.calendar import read_away
from pbem.desk.record.people import Role
from pbem.desk.views.citing import date_in_words
from pbem.kernel.naming import the
from pbem.post import answering, dating
from pbem.post.office import Asked, Office
from pbem.post.rights import ACTING
from pbem.store.letters import Away


def announce(office: Office, asked: Asked, key: str) -> tuple[str, str]:
    """A player says when he is away; a subject and a text for him."""
    away = Away(*read_away(asked.rest))
    office.letters.set_away(asked.campaign, asked.member, away)
    office.people.clear()
    tell(office, asked.campaign)
    moved = dating.move_dates(office, asked.campaign)
    moved = moved and date_in_words(moved, office.zone(asked.campaign, asked.member))
    after = f"The date moves to {moved}.\n" if moved else "No date falls into it now; one that does will move.\n"
    return "your absence is noted", f"You are away from {away.first} to {away.last}. Everybody was told. {after}"


def tell(office: Office, campaign: str) -> None:
    """Tell everybody who is away and when, each of them once."""
    loaded, state = office.load(campaign)
    seats = office.seats(campaign)
    for gone in seats:
        first, last = gone.away
        if gone.member.role not in ACTING or not first or last < office.now[:10]:
            continue
        player = gone.member.name or the(loaded.side_name(gone.member.who))
        words = f"{player} is away from {first} to {last}."
        for one in seats:
            if (
                one.member.id != gone.member.id
                and one.member.role in ACTING
                and (one.addresses or one.member.role == Role.COMMANDER)
            ):
                cause = f"away {campaign} {gone.member.id} {first} {last} {one.member.id}"
                answering.to_seat(
                    office, loaded, state, one.member.id, answering.NOTICE, cause, f"{player} is away", f"{words}\n"
                )
