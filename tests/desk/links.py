"""Chains of the players of tiny campaigns that a moderator keeps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbem.dice.seal import links_of
from tests.desk.two_stores import BLUE_SECRET, RED_SECRET

SECRETS = {"RED": RED_SECRET, "BLUE": BLUE_SECRET}


@cache
def chain_of(side: str, campaign: str = "field-1", party: str = "") -> Sequence[bytes]:
    """All links of a side's chain; for a cheat, of another campaign or under another name."""
    return links_of(campaign, SECRETS[side], party=party or side)


def anchor_of(side: str) -> str:
    """What a side publishes before the first dice."""
    return chain_of(side)[0].hex()


def link_of(side: str, epoch: int) -> str:
    """What a side adds to the dice of an epoch."""
    return chain_of(side)[epoch].hex()
