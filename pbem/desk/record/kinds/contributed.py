"""`contributed`: a part of the coming epoch's seed, a side's link or the round of the beacon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.desk.record.body import Body
from pbem.desk.record.dice_state import fits, learn, missing, must_be_shown
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.state import label
from pbem.desk.record.terms import is_before
from pbem.dice.drand import NAME as DRAND
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Contributed(Body):
    """Who adds what, and for which dice."""

    turn: int
    step: str
    epoch: int
    party: str
    link: str = ""
    round: Mapping[str, Any] | None = None


def _fold(moment: Moment, body: Contributed) -> None:
    """One part more is known."""
    state = moment.state
    if body.round is not None:
        state.dice.round = body.round
    else:
        learn(state.dice, state.campaign, body.party, body.epoch, body.link)


def _check(moment: Moment, body: Contributed) -> Iterator[str]:
    """A part comes after the orders are sealed, for the coming epoch, from one who owes it."""
    campaign, state = moment.campaign, moment.state
    if state.open is None or not state.open.is_sealed or state.open.has_dice:
        yield "someone contributed to the dice before the orders were sealed"
    elif (body.turn, body.step) != (state.open.turn, state.open.step):
        yield f"a contribution to the dice is for {label(body.turn, body.step)}, which is not sealed"
    if body.epoch != state.next_epoch:
        yield f"a contribution to the dice is for epoch {body.epoch}; the next one is {state.next_epoch}"
    if body.party not in missing(state.dice, campaign.terms, campaign.game.sides, body.epoch):
        yield f"{body.party} owes nothing to the dice"
    if (body.party == DRAND) != (body.round is not None) or bool(body.link) == (body.round is not None):
        yield f"{body.party} contributes something that {body.party} has no right to"
    elif body.round is not None:
        yield from _check_round(moment, body, body.round)
    elif not fits(state.dice, campaign.id, body.party, body.epoch, body.link):
        yield f"the secret of epoch {body.epoch} does not match the commitment of {body.party}"


def _check_round(moment: Moment, body: Contributed, values: Mapping[str, Any]) -> Iterator[str]:
    from pbem.dice.drand_bls import FALSE, check_round  # late: most campaigns have no beacon
    from pbem.dice.drand_reading import round_from_json

    terms, state = moment.campaign.terms, moment.state
    drawn, named = round_from_json(values, terms.chain), state.dice.named
    if must_be_shown(terms, state.pen) and not state.dice.shown:
        yield "the round was entered before the other side had the sealed orders"
    if named and not is_before(named.time, body.at) and body.at != named.time:
        yield f"round {drawn.number} is dated {body.at}, before drand published it at {named.time}"
    if named is None or drawn.number != named.round:
        yield f"round {drawn.number} was entered; the seal named {f'round {named.round}' if named else 'no round'}"
    checked = check_round(terms.chain, drawn)
    if checked.status == FALSE:
        yield f"round {drawn.number} is not a genuine round of the beacon: {checked.why}"


def _unchecked(body: Contributed) -> Iterable[str]:
    if body.round is None:
        return ()
    from pbem.dice.drand_bls import INSTALL, has_library  # late: most campaigns have no beacon

    return () if has_library() else (INSTALL,)


def _words(body: Contributed, sides: Sides, eyes: str) -> str:
    what = f"round {body.round.get('round')}" if body.round is not None else f"the link of {body.party}"
    return f"{label(body.turn, body.step)}: {what} for epoch {body.epoch}"


def _may_write(body: Contributed, sender: str) -> str:
    return "" if body.party in (DRAND, sender) else f"it brings a link of {body.party}"


CONTRIBUTED = Kind("contributed", Contributed, _fold, _check, _words, _may_write, unchecked=_unchecked)
