"""Whose mail this is: by token, by an address that the provider vouches for, or by a signature in the order block."""

from __future__ import annotations

from pbem.post.claiming import Claim
from pbem.post.heads import Head
from pbem.post.office import Office
from pbem.post.results import is_authentic
from pbem.post.settings import Accept
from pbem.post.tokens import Standing, seat_of_token
from pbem.values import NamedTuple

_ORDER = tuple(Accept)


class Sender(NamedTuple):
    """Who sent a mail: the seats he may write for, each with what shows it."""

    seats: tuple[tuple[Standing, Accept], ...] = ()

    def strength(self, seat: Standing) -> Accept | None:
        """What shows that he sits there; the strongest."""
        found = [shown for one, shown in self.seats if one == seat]
        return max(found, key=_ORDER.index, default=None)

    def in_campaign(self, campaign: str) -> list[Standing]:
        """His seats in a campaign."""
        return list(dict.fromkeys(seat for seat, _ in self.seats if seat.campaign == campaign))

    @property
    def campaigns(self) -> list[str]:
        """The campaigns he plays in."""
        return list(dict.fromkeys(seat.campaign for seat, _ in self.seats))


def sender_of(office: Office, head: Head) -> Sender:
    """Who has sent a mail, as far as its header shows it."""
    found: list[tuple[Standing, Accept]] = []
    by_token = seat_of_token(office, head)
    if by_token is not None:
        found.append((by_token, Accept.TOKEN))
    settings = office.settings
    if settings.believe_from or is_authentic(head, settings.results_of):
        found += [(Standing(*seat), Accept.ADDRESS) for seat in office.letters.seats_at(head.sender)]
    return Sender(tuple(found))


def is_enough(wanted: Accept, shown: Accept | None) -> bool:
    """Whether what was shown is as much as the campaign wants."""
    return shown is not None and _ORDER.index(shown) >= _ORDER.index(wanted)


class Author(NamedTuple):
    """Who sent orders for a seat: a member, and what shows it."""

    member: str
    shown: Accept | None


def author_of(office: Office, sender: Sender, claim: Claim, who: str) -> Author:
    """Of several people who may have sent it, whoever is shown best; a signature names its owner."""
    if claim.is_signed:
        named = [one.member for one in office.seats(claim.campaign) if one.member.who == who]
        signer = next((one.id for one in named if claim.signer and one.name == claim.signer), who)
        return Author(signer, Accept.SIGNED)
    found = [(one, shown) for one, shown in sender.seats if one.campaign == claim.campaign and one.seat == who]
    if not found:
        return Author(who, None)
    best, shown = max(found, key=lambda pair: (list(Accept).index(pair[1]), pair[0].who == who))
    return Author(best.who, shown)
