"""`proposed`, `consented` and `declined`: taking a step back by consent of all sides."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.body import Back, Body, Rolls, Takes, WithFile
from pbem.desk.record.debts import owed
from pbem.desk.record.kinds.kind import Kind, Moment, Received, Sides, speaks_for_itself
from pbem.desk.record.kinds.submitted import unchecked_mark
from pbem.desk.record.kinds.taken_back import check_back, check_dice
from pbem.desk.record.open_step import Lines
from pbem.desk.record.owners import move_date
from pbem.desk.record.state import Proposal, label
from pbem.desk.record.taking_back import amended_copy
from pbem.kernel.naming import does
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Proposed(WithFile):
    """An amendment that waits until every side has consented, with its file."""

    takes: Takes
    canonical: str
    digest: str
    mark: str = ""
    who: str
    reason: str
    back: Back
    taken_back: Lines
    dice: Rolls


@dataclass(frozen=True, kw_only=True)
class Consented(Body):
    """A side agrees to the proposal of an entry."""

    side: str
    proposal: int


@dataclass(frozen=True, kw_only=True)
class Declined(Body):
    """A side does not agree."""

    side: str
    proposal: int


# -- proposing ------------------------------------------------------------------------------------------------


def _fold_proposed(moment: Moment, body: Proposed) -> None:
    """The side that proposes has consented."""
    moment.state.proposal = Proposal(
        moment.seq, (body.side,), body.side, body.turn, body.sha256, body.takes, body.who, body.reason, body.back,
        body.taken_back, body.dice,
    )  # fmt: skip


def _check_proposed(moment: Moment, body: Proposed) -> Iterator[str]:
    """An amendment is proposed where consent is the agreement, one at a time, and says truly what it means."""
    rewind, state = moment.campaign.terms.rewind, moment.state
    if rewind != "consent" or body.side not in moment.campaign.game.sides:
        yield f"{body.side} proposed an amendment, but the players agreed on: {rewind}"
    if state.proposal:
        yield f"an amendment was proposed while the one in entry {state.proposal.seq} was still open"
    yield from check_back(moment, body)
    yield from check_dice(state, body, body.takes)


def _file(moment: Moment, body: Proposed) -> Received:
    return Received(amended_copy(moment.campaign, moment.state, body), body)


def _proposed_words(body: Proposed, sides: Sides, eyes: str) -> str:
    step = label(body.back.turn, body.back.step)
    return f"{does(sides.get(body.side, ''), 'propose')} to take {step} back: {body.reason}"


# -- answering ------------------------------------------------------------------------------------------------


def _fold_consented(moment: Moment, body: Consented) -> None:
    """One more side has consented."""
    proposal = moment.state.proposal
    if proposal:
        moment.state.proposal = proposal._replace(consents=(*proposal.consents, body.side))


def _fold_declined(moment: Moment, body: Declined) -> None:
    """All stays. Nobody is late because the play had to wait for another's proposal."""
    state = moment.state
    proposer = state.proposal.side if state.proposal else ""
    state.proposal = None
    if all(debt.side != proposer for debt in owed(moment.campaign, state)):
        move_date(moment.campaign, state, body.at)


def _check_answer(moment: Moment, body: Consented | Declined) -> Iterator[str]:
    """A consent or a refusal answers the open proposal; who has proposed may take it back."""
    proposal = moment.state.proposal
    if proposal is None or proposal.seq != body.proposal:
        yield f"{body.side} answered a proposal that is not open"
    if body.side not in moment.campaign.game.sides:
        yield f"there is no side {body.side}"


def _check_consented(moment: Moment, body: Consented) -> Iterator[str]:
    """Nobody consents twice."""
    yield from _check_answer(moment, body)
    if moment.state.proposal and body.side in moment.state.proposal.consents:
        yield f"{body.side} had already consented"


def _consented_words(body: Consented, sides: Sides, eyes: str) -> str:
    return f"{does(sides.get(body.side, ''), 'consent')} to the proposal of entry {body.proposal}"


def _declined_words(body: Declined, sides: Sides, eyes: str) -> str:
    return f"{does(sides.get(body.side, ''), 'decline')} the proposal of entry {body.proposal}"


PROPOSED = Kind(
    "proposed", Proposed, _fold_proposed, _check_proposed, _proposed_words, speaks_for_itself, _file,
    unchecked=lambda body: unchecked_mark(body.mark), looks_back=True, by_rules=True,
)  # fmt: skip
CONSENTED = Kind("consented", Consented, _fold_consented, _check_consented, _consented_words, speaks_for_itself)
DECLINED = Kind("declined", Declined, _fold_declined, _check_answer, _declined_words, speaks_for_itself)
