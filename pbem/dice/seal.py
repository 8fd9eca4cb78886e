"""Sealed dice: committed chains of secrets, one link for each epoch of a campaign, and what makes its seed."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from pbem.dice.derive import chain, faces, link_before, seed
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import Chain, Round, contribution
from pbem.errors import BadRecord, UsageError
from pbem.kernel.rolls import NoDice, Roll
from pbem.values import NamedTuple

MODERATOR = "moderator"
SALT = "salt"  # what opens the seal of an epoch; it stands beside the parts of the seed and is none
LINKS = 4096  # epochs of a campaign: one for each time that orders or answers are sealed
SECRET_BYTES = 32

Contributions = Mapping[str, bytes]


class SealedDice(NamedTuple):
    """The dice of one step: faces follow from the epoch's secrets, the sealed orders and the name of the roll."""

    campaign: str
    place: str  # such as t3/cp-combat
    secrets: Mapping[int, Contributions]  # by epoch
    inputs: Mapping[int, bytes]  # by epoch

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The faces that anyone can recompute once the secret of the epoch is revealed."""
        if roll.epoch not in self.secrets or roll.epoch not in self.inputs:
            raise NoDice(f"epoch {roll.epoch} has no sealed orders, so `{roll.name}` cannot be cast")
        value = seed(self.campaign, roll.epoch, self.inputs[roll.epoch], self.secrets[roll.epoch])
        return faces(value, f"{self.place}/{roll.name}", roll.number, roll.sides)


def secret_from_text(text: str) -> bytes:
    """A secret that a moderator types: 64 hex digits as they are, any other words by their hash."""
    words = text.strip()
    if not words:
        raise UsageError("the seed is empty: give 64 hex digits or a long sentence, or leave it out for a random one")
    if len(words) == 2 * SECRET_BYTES and all(c in "0123456789abcdefABCDEF" for c in words):
        return bytes.fromhex(words)
    return hashlib.sha256(words.encode("utf-8", "surrogateescape")).digest()


def links_of(campaign: str, secret: bytes, length: int = LINKS, party: str = MODERATOR) -> Sequence[bytes]:
    """All links of a party's chain; the first is published as the commitment."""
    if len(secret) != SECRET_BYTES:
        raise UsageError(f"a secret has {SECRET_BYTES} bytes; this one has {len(secret)}")
    return chain(campaign, party, secret, length)


def link_for(links: Sequence[bytes], epoch: int) -> bytes:
    """The secret of an epoch."""
    if not 1 <= epoch < len(links):
        raise BadRecord(
            f"the campaign's committed secrets are used up: epoch {epoch} is wanted, the chain has {len(links) - 1}. "
            "Open a new campaign from the position."
        )
    return links[epoch]


def is_link(campaign: str, epoch: int, link: bytes, known: bytes, known_epoch: int, party: str = MODERATOR) -> bool:
    """Whether a revealed link leads back to one that was known before it."""
    for index in range(epoch, known_epoch, -1):
        link = link_before(campaign, party, index, link)
    return hmac.compare_digest(link, known)


def link_name(party: str) -> str:
    """Under which name a party's link goes into the seed: a side called `drand` must not pass for the beacon."""
    return party if party == MODERATOR else f"link:{party}"


def party_of(name: str) -> str:
    """Whose link a name of the seed means; the beacon's is no party's and stays as it is."""
    return name.removeprefix("link:")


def contributions(links: Mapping[str, bytes], beacon: tuple[Chain, Round] | None = None) -> Contributions:
    """The union that makes a seed: links by party, and a round of the beacon."""
    found = {link_name(party): link for party, link in links.items()}
    return {**found, DRAND: contribution(*beacon)} if beacon else found
