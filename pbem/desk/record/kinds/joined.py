"""`joined`: a side comes to a campaign of two stores, with the anchor of its chain and its key."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.body import Body
from pbem.desk.record.dice_state import commit
from pbem.desk.record.kinds.kind import Kind, Moment, Sides, speaks_for_itself
from pbem.desk.record.terms import parties
from pbem.kernel.naming import does
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Joined(Body):
    """Who has come, and what its dice are committed to."""

    side: str
    anchor: str
    key: str = ""  # its public key


def _fold(moment: Moment, body: Joined) -> None:
    """The anchor is published."""
    commit(moment.state.dice, body.side, body.anchor)
    if body.key:
        moment.state.keys.setdefault(body.side, body.key)


def _check(moment: Moment, body: Joined) -> Iterator[str]:
    """A side joins once, with an anchor, and with a key where all must sign."""
    campaign, state, side = moment.campaign, moment.state, body.side
    if side not in parties(campaign.terms, campaign.game.sides):
        yield f"{side} has no part in the dice"
    if side in state.dice.links:
        yield f"{side} publishes a second anchor"
    if len(body.anchor) != 64 or any(digit not in "0123456789abcdef" for digit in body.anchor):
        yield f"the anchor of {side} is not 64 hex digits"
    if campaign.opened.signed and not (body.key or state.keys.get(side)):
        yield f"{side} joins without a public key, but this campaign requires signed files"


def _words(body: Joined, sides: Sides, eyes: str) -> str:
    return f"{does(sides.get(body.side, ''), 'join')}, dice committed as {body.anchor[:16]}..."


JOINED = Kind("joined", Joined, _fold, _check, _words, speaks_for_itself)
