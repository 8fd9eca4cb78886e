"""The derivation `pbem-dice/1`: from secrets and sealed orders to faces, in a form that anyone can recompute.

Every text is UTF-8 in NFC and written behind its length, every hash begins with a tag that says what it is for.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

VERSION = "pbem-dice/1"
LARGEST_DIE = 256  # one byte decides a face
_MOST = 0xFFFF_FFFF


def prefixed(value: bytes | str) -> bytes:
    """The bytes, preceded by their length: no two lists of values are written alike."""
    if not isinstance(value, bytes):
        value = value.encode() if value.isascii() else unicodedata.normalize("NFC", value).encode()
    return len(value).to_bytes(4, "big") + value


def tag(name: str) -> bytes:
    """What a hash is for."""
    return f"{VERSION}/{name}".encode() + b"\0"


def _number(value: int) -> bytes:
    if not 0 <= value <= _MOST:
        raise ValueError(f"{value} is no number of an epoch or block")
    return value.to_bytes(4, "big")


def commitment(game: str, party: str, epoch: int, secret: bytes) -> str:
    """The commitment to a single secret, for a roll outside a chain."""
    return hashlib.sha256(tag("commit") + prefixed(game) + prefixed(party) + _number(epoch) + secret).hexdigest()


def link_before(game: str, party: str, index: int, link: bytes) -> bytes:
    """The link x[index-1] that the link x[index] proves."""
    return hashlib.sha256(tag("chain") + prefixed(game) + prefixed(party) + _number(index) + link).digest()


@lru_cache(maxsize=16)  # thousands of hashes: a command that seals, reveals and hands over needs them several times
def chain(game: str, party: str, secret: bytes, length: int) -> tuple[bytes, ...]:
    """The links x[0] to x[length]; x[0] is the anchor that is published, x[length] the secret."""
    head = tag("chain") + prefixed(game) + prefixed(party)
    links = [secret]
    for index in range(length, 0, -1):
        links.append(hashlib.sha256(head + index.to_bytes(4, "big") + links[-1]).digest())
    return tuple(reversed(links))


def inputs_digest(transcript: bytes, texts: Mapping[tuple[str, str], bytes]) -> bytes:
    """What the players decided before the dice fell: canonical texts by (party, kind), after the record so far."""
    message = tag("inputs") + prefixed(transcript)
    named = sorted((prefixed(party)[4:], prefixed(kind)[4:], text) for (party, kind), text in texts.items())
    for party, kind, text in named:
        message += prefixed(party) + prefixed(kind) + prefixed(hashlib.sha256(text).digest())
    return hashlib.sha256(message).digest()


def seal_of(game: str, epoch: int, inputs: bytes, salt: bytes) -> bytes:
    """What is published of the sealed inputs before the secrets are: it fixes them, and lets nobody try out guesses."""
    message = tag("seal") + prefixed(game) + _number(epoch) + prefixed(inputs) + prefixed(salt)
    return hashlib.sha256(message).digest()


def salt_of(game: str, epoch: int, root: bytes) -> bytes:
    """The salt of an epoch, from a secret of the store that seals; one salt gives away no other, and not the secret."""
    return hmac.digest(root, tag("salt") + prefixed(game) + _number(epoch), "sha256")


def salt_root(game: str, secret: bytes) -> bytes:
    """The secret behind a moderator's chain of salts, from that of his store."""
    return hmac.digest(secret, tag("salts") + prefixed(game), "sha256")


def hidden_hash(game: str, side: str, line: str, salt: bytes) -> str:
    """What stands for a secret line of a side until it is opened: it fixes the line and lets nobody try out guesses."""
    return hashlib.sha256(tag("hidden") + prefixed(game) + prefixed(side) + prefixed(salt) + prefixed(line)).hexdigest()


def seed(game: str, epoch: int, inputs: bytes, contributions: Mapping[str, bytes]) -> bytes:
    """The seed of an epoch from any union of contributions: a moderator's secret, players' links, a beacon."""
    message = prefixed(game) + _number(epoch) + prefixed(inputs)
    for name in sorted(contributions):
        message += prefixed(name) + prefixed(contributions[name])
    return hmac.digest(tag("seed"), message, "sha256")


def faces(from_seed: bytes, label: str, number: int, sides: int) -> tuple[int, ...]:
    """The faces of `number` dice under one label. Bytes that would favour low faces are skipped, never folded."""
    size, limit = _size(number, sides)
    message = _ROLL + prefixed(label) + size
    found: list[int] = []
    block = 0
    while len(found) < number:
        # Most rolls are one or two dice: read only as many bytes as there are dice.
        for byte in hmac.digest(from_seed, message + block.to_bytes(4, "big"), "sha256"):
            if byte < limit:
                found.append(byte % sides + 1)
                if len(found) == number:
                    break
        block += 1
    return tuple(found)


@lru_cache(maxsize=1024)
def _size(number: int, sides: int) -> tuple[bytes, int]:
    if not 1 <= sides <= LARGEST_DIE or number < 0:
        raise ValueError(f"{number}d{sides} cannot be cast: a die has from 1 to {LARGEST_DIE} sides")
    return prefixed(f"{number}d{sides}"), 256 - 256 % sides


_ROLL = tag("roll")
