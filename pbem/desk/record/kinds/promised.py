"""`promised`: a side has fixed orders that only it knows. The record has their hash until the other side's are in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from pbem.desk.record.body import Body, Takes
from pbem.desk.record.kinds.kind import Kind, Moment, Sides, speaks_for_itself
from pbem.desk.record.owners import late_words
from pbem.desk.record.state import Promise
from pbem.desk.record.typed import written
from pbem.kernel.facts import canonical
from pbem.kernel.naming import agreed, does
from pbem.values import dataclass

_TAG = "pbem-promise/1"


@dataclass(frozen=True, kw_only=True)
class Promised(Body):
    """For which steps, and the hash of what the file brings."""

    side: str
    seat: str = ""  # who of a side that players share
    turn: int
    steps: tuple[str, ...]
    digest: str


def digest_of(nonce: str, takes: Takes) -> str:
    """The hash that stands for what a file brings; the nonce keeps anybody from guessing it."""
    return hashlib.sha256(f"{_TAG}\0{nonce}\0{canonical(written(takes))}".encode()).hexdigest()


def _fold(moment: Moment, body: Promised) -> None:
    """The orders are fixed."""
    moment.state.promises[body.seat or body.side] = Promise(moment.seq, False, body.turn, body.steps, body.digest)


def _check(moment: Moment, body: Promised) -> Iterator[str]:
    """A promise is for steps in which both sides decide, in time, and is not changed once the other side has it."""
    campaign, state = moment.campaign, moment.state
    is_known = all(step in campaign.steps for step in body.steps)
    if body.side not in campaign.game.sides or not body.steps or not is_known:
        yield "orders were sealed for nobody, or for no step"
    if body.side in campaign.game.sides and (body.seat or body.side) not in campaign.seats_of(body.side):
        yield f"{body.seat} sealed orders, but sends none for {body.side}"
    if body.turn != state.position.turn:
        yield f"orders for turn {body.turn} were sealed in turn {state.position.turn}"
    known = state.promises.get(body.seat or body.side)
    if known and known.is_sent:
        yield f"{body.side} changed the orders sealed in entry {known.seq}"
    yield from late_words(campaign, state, body.at)


def _words(body: Promised, sides: Sides, eyes: str) -> str:
    side = sides.get(body.side, "")
    return f"{does(side, 'have')} sealed {agreed(side, 'their')} orders for {', '.join(body.steps)}, to be opened later"


PROMISED = Kind("promised", Promised, _fold, _check, _words, speaks_for_itself, by_rules=True)
