"""drand, the public beacon: its two chains, which round falls when, and what a round adds to a seed.

A round is the one possible BLS signature of its number under the chain's key, so nobody can choose it, and whoever
serves it can only withhold it. The constants are pinned by the chain hash, which a test computes anew from them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from pbem.errors import UsageError
from pbem.values import dataclass

NAME = "drand"  # of the contribution to a seed
_LAST_SECOND = 253_402_300_799  # 9999-12-31T23:59:59Z
_START = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Chain:
    """A drand network. `group_hash` is part of the chain hash, and stands for the signature before the first round."""

    name: str
    scheme: str
    hash: bytes
    public_key: bytes
    group_hash: bytes
    genesis: int
    period: int

    @property
    def is_chained(self) -> bool:
        """Whether a round signs the signature of the round before it."""
        return self.scheme == "pedersen-bls-chained"

    @property
    def signature_bytes(self) -> int:
        """How long a signature is: a point of the other group than the public key."""
        return 96 if self.is_chained else 48

    @property
    def last_round(self) -> int:
        """The last round whose time has a year of four digits."""
        return (_LAST_SECOND - self.genesis) // self.period + 1


QUICKNET = Chain(
    "quicknet",
    "bls-unchained-g1-rfc9380",
    bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"),
    bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
        "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
        "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"),
    genesis=1_692_803_367,
    period=3,
)
DEFAULT = Chain(
    "default",
    "pedersen-bls-chained",
    bytes.fromhex("8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"),
    bytes.fromhex("868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"),
    bytes.fromhex("176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"),
    genesis=1_595_431_050,
    period=30,
)
CHAINS: Mapping[str, Chain] = {chain.name: chain for chain in (QUICKNET, DEFAULT)}


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it was served; whether it is genuine is for `drand_bls` to say."""

    number: int
    signature: bytes
    randomness: bytes
    previous: bytes = b""  # the signature of the round before, on a chained network

    def as_json(self) -> dict[str, int | str]:
        """The plain values, as the relays of drand serve them."""
        values: dict[str, int | str] = {
            "round": self.number,
            "randomness": self.randomness.hex(),
            "signature": self.signature.hex(),
        }
        return {**values, "previous_signature": self.previous.hex()} if self.previous else values


def chain_named(text: str) -> Chain:
    """The chain that a name or a chain hash means."""
    words = text.strip().lower()
    found = [chain for chain in CHAINS.values() if words in (chain.name, chain.hash.hex())]
    if not found:
        raise UsageError(f"there is no drand chain {text[:80]!r}: there are {' and '.join(CHAINS)}")
    return found[0]


def computed_hash(chain: Chain) -> bytes:
    """The chain hash from the values that it pins."""
    message = chain.period.to_bytes(4, "big") + chain.genesis.to_bytes(8, "big") + chain.public_key + chain.group_hash
    return hashlib.sha256(message + (b"" if chain is DEFAULT else chain.name.encode())).digest()


def contribution(chain: Chain, drawn: Round) -> bytes:
    """What a round adds to the seed of an epoch, under the name `drand`."""
    return chain.hash + drawn.number.to_bytes(8, "big") + drawn.randomness


# -- which round falls when -----------------------------------------------------------------------------------


def round_at(chain: Chain, when: str | int) -> int:
    """The first round at or after a moment."""
    late = seconds_of(when) - chain.genesis
    return max(1, -(-late // chain.period) + 1)


def time_of(chain: Chain, number: int) -> int:
    """When a round falls, in seconds since 1970."""
    if not 1 <= number <= chain.last_round:
        raise UsageError(f"{chain.name} has no round {number}: its rounds are numbered from 1 to {chain.last_round}")
    return chain.genesis + (number - 1) * chain.period


def seconds_of(when: str | int) -> int:
    """Seconds since 1970 of a moment such as 2026-11-16T20:00:00Z; a part of a second counts as a whole one."""
    if isinstance(when, int):
        seconds = when
    else:
        seconds = -((_START - _moment(when)) // timedelta(seconds=1))
    if not 0 <= seconds <= _LAST_SECOND:
        raise UsageError(f"the time {when!r} is not between the years 1970 and 9999")
    return seconds


@lru_cache(maxsize=16)  # each entry of a record is compared with the one before it
def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text.strip()[:40])
    except ValueError:
        raise UsageError(f"{text[:40]!r} is not a time: write it like 2026-11-16T20:00:00Z") from None
    if found.tzinfo is None:
        # Whose evening is meant would decide which round is drawn.
        raise UsageError(f"the time {text[:40]!r} names no zone: write {found.isoformat()}Z for Greenwich, or +01:00")
    return found


def iso_of(seconds: int) -> str:
    """A moment as text: 2026-11-16T20:00:00Z."""
    return (_START + timedelta(seconds=seconds_of(seconds))).strftime("%Y-%m-%dT%H:%M:%SZ")
