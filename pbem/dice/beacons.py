"""Rounds of the beacon in a proof block: what can be checked of them without the library for their signature."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pbem.dice.drand import CHAINS, Chain, Round, iso_of, time_of
from pbem.dice.drand_bls import misshapen
from pbem.values import NamedTuple

NOTHING = "-"  # where a chain has no signature of the round before


class BeaconRound(NamedTuple):
    """A round, and the chain that it is of."""

    chain: Chain
    round: Round

    @property
    def time(self) -> str:
        """When it falls, as a block writes it."""
        return written_time(self.chain, self.round.number)


def written_time(chain: Chain, number: int) -> str:
    """The time of a round without signs that forums change: 20261116T200000Z."""
    return iso_of(time_of(chain, number)).replace("-", "").replace(":", "")


def named_round(values: Sequence[str]) -> tuple[str, int] | str:
    """The chain and number of an announced round, or what is wrong with it."""
    name, number, when = values[0], int(values[1]), values[2]
    if name not in CHAINS:
        return f"there is no drand chain {name}"
    if number > CHAINS[name].last_round:
        return f"{name} has no round {number}"
    if when != written_time(CHAINS[name], number):
        return f"round {number} of {name} falls at {written_time(CHAINS[name], number)}, not at {when}"
    return name, number


def proven_round(values: Sequence[str]) -> BeaconRound | str:
    """The round of a record `beacon`, or what is wrong with it; its signature is checked later, where it can be."""
    named = named_round(values)
    if isinstance(named, str):
        return named
    previous, signature, randomness = (b"" if word == NOTHING else bytes.fromhex(word) for word in values[3:])
    chain, drawn = CHAINS[named[0]], Round(named[1], signature, randomness, previous)
    why = misshapen(chain, drawn)
    if not why and hashlib.sha256(signature).digest() != randomness:
        why = "its randomness is not the SHA-256 of its signature"
    return why or BeaconRound(chain, drawn)
