"""Deriving dice against bare HMAC: the least that any derivation from named rolls has to do."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from pbem.dice.derive import faces, prefixed, tag
from tests.bench.measure import Measurement, best_of

SEED = hashlib.sha256(b"bench").digest()
COUNT = 20_000
GOAL = 0.5  # of the rate of bare calls


def run() -> Iterator[Measurement]:
    """One die for each name, and one bare HMAC for each name over the very message, which is ready beforehand."""
    labels = [f"t3/cp-combat/attack on {number} / crt" for number in range(COUNT)]
    messages = [tag("roll") + prefixed(label) + prefixed("1d6") + bytes(4) for label in labels]
    # In turns, so that a busy machine slows both alike.
    pairs = [(best_of(lambda: derive(labels), 1), best_of(lambda: bare(messages), 1)) for _ in range(15)]
    ours, peer = (COUNT / min(times) for times in zip(*pairs, strict=True))
    goal = f"at least {GOAL:g} of the rate of hmac.digest"
    yield Measurement("named dice, rolls per second", "per second", ours, peer, ours / peer, goal, ours / peer >= GOAL)


def derive(labels: list[str]) -> None:
    """A die for each label."""
    for label in labels:
        faces(SEED, label, 1, 6)


def bare(messages: list[bytes]) -> None:
    """An HMAC for each message."""
    for message in messages:
        hmac.digest(SEED, message, "sha256")
