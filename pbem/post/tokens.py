"""Reply tokens: a secret word in the address that a player answers to, bound to his campaign, seat and address.

The store keeps only hashes: who reads the database cannot write for a player.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from pbem.desk.record.members import seat_of
from pbem.post.heads import Head
from pbem.post.office import Office
from pbem.post.sorting import tag_of
from pbem.values import NamedTuple

_LENGTH = 16  # letters of base 32: 80 bits
_TOKEN = re.compile(rf"[a-z2-7]{{{_LENGTH}}}")
DOMAIN = "pbem.invalid"  # nobody's: the names are made of hashes


class Standing(NamedTuple):
    """A member of a campaign: the seat that he commands, or a seat with his name."""

    campaign: str
    who: str

    @property
    def seat(self) -> str:
        """The side or seat that he belongs to."""
        return seat_of(self.who)


def token_for(office: Office, campaign: str, who: str, address: str) -> str:
    """The token of a seat as long as it has this address: a substitute gets another one."""
    message = "\0".join((campaign, who, address.lower())).encode()
    digest = hmac.digest(office.key, message, hashlib.sha256)
    return base64.b32encode(digest).decode().lower()[:_LENGTH]


def bind(office: Office, campaign: str, who: str, address: str) -> None:
    """The store knows the token of a seat from now on."""
    token = token_for(office, campaign, who, address)
    if office.letters.whose(token) is None:
        office.letters.bind(token, campaign, who)


def seat_of_token(office: Office, head: Head) -> Standing | None:
    """The seat whose token a mail carries: in the address it went to, or in the names of the letters it answers."""
    own = office.settings.send.address
    tags = [tag_of(address, own) for address in head.to]
    named = [found.strip("<>").partition("@")[0].rpartition(".")[2] for found in head.answers]
    for token in dict.fromkeys(filter(None, (*tags, *named))):
        found = office.letters.whose(token) if len(token) == _LENGTH else None
        owner = _owner(office, token, *found) if found else None
        if owner is not None:
            return owner
    return None


def names_no_seat(office: Office, head: Head) -> bool:
    """Whether a mail goes to a reply address like ours that this judge has never given out: another one has."""
    tags = [tag_of(address, office.settings.send.address) for address in head.to]
    return any(_TOKEN.fullmatch(tag) and office.letters.whose(tag) is None for tag in tags)


def _owner(office: Office, token: str, campaign: str, who: str) -> Standing | None:
    """Whose token it is by now: of a commander who has left the seat it still names him, and nobody else."""
    known = office.store.addresses(campaign)
    for member in (who, *(one for one in known if seat_of(one) == seat_of(who) and one != who)):
        if hmac.compare_digest(token, token_for(office, campaign, who, known.get(member, ""))):
            return Standing(campaign, member)
    return None
