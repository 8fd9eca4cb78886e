"""`offered` and `upgraded`: from the next step on the campaign is played by a newer edition of the rules.

Where the moderator takes steps back he also decides this; else a side offers it and all sides consent.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.body import Back, Body, Rolls, Takes
from pbem.desk.record.editions import must_be_known
from pbem.desk.record.kinds.kind import Kind, Moment, Sides, speaks_for_itself
from pbem.desk.record.owners import move_date
from pbem.desk.record.state import Proposal, State, label
from pbem.kernel.naming import does
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Offered(Body):
    """A side would go over to an edition; it waits until every side has consented."""

    side: str
    edition: int


@dataclass(frozen=True, kw_only=True)
class Upgraded(Body):
    """The edition that counts from the next step on, and the one that counted before."""

    who: str
    before: int
    edition: int


def _fold_offered(moment: Moment, body: Offered) -> None:
    moment.state.proposal = Proposal(
        moment.seq, (body.side,), body.side, 0, "", Takes(orders={}), body.side, "", Back(0, "", 0), (),
        Rolls((), ()), edition=body.edition,
    )  # fmt: skip


def _fold_upgraded(moment: Moment, body: Upgraded) -> None:
    """Nobody is late because the play had to wait for it."""
    moment.state.edition, moment.state.proposal = body.edition, None
    move_date(moment.campaign, moment.state, body.at)


def step_in_the_way(state: State) -> str:
    """A step that other rules have begun: it cannot go on by new ones."""
    return label(state.open.turn, state.open.step) if state.open and state.open.pages else ""


def _check_offered(moment: Moment, body: Offered) -> Iterator[str]:
    """It is offered where consent is the agreement, one at a time."""
    must_be_known(moment.campaign, body.edition)
    if moment.campaign.terms.rewind == "moderator" or body.side not in moment.campaign.game.sides:
        yield f"{body.side} proposed an edition, but that is the moderator's decision"
    if moment.state.proposal:
        yield f"an edition was proposed while the proposal in entry {moment.state.proposal.seq} was still open"
    yield from _check_step(moment.state, body.edition)


def _check_upgraded(moment: Moment, body: Upgraded) -> Iterator[str]:
    """It goes on from the edition that counts, and all have agreed to it."""
    must_be_known(moment.campaign, body.edition)
    state, sides = moment.state, set(moment.campaign.game.sides)
    if body.before != state.edition:
        yield f"`before` is recorded as {body.before}, but edition {state.edition} was in force"
    yield from _check_step(state, body.edition)
    proposal = state.proposal
    is_agreed = proposal is not None and proposal.edition == body.edition and set(proposal.consents) == sides
    if moment.campaign.terms.rewind != "moderator" and not is_agreed:
        yield f"edition {body.edition} came into force without the consent of all sides"


def _check_step(state: State, edition: int) -> Iterator[str]:
    if edition <= state.edition:
        yield f"edition {edition} is not newer than edition {state.edition}, which is in force"
    if step_in_the_way(state):
        yield f"{step_in_the_way(state)} was begun under the rules in force, and is still in progress"


def _offered_words(body: Offered, sides: Sides, eyes: str) -> str:
    proposes = does(sides.get(body.side, ""), "propose")
    return f"{proposes} to play by edition {body.edition} of the rules from the next step on"


def _upgraded_words(body: Upgraded, sides: Sides, eyes: str) -> str:
    return f"from here on edition {body.edition} of the rules counts, in place of edition {body.before} ({body.who})"


OFFERED = Kind("offered", Offered, _fold_offered, _check_offered, _offered_words, speaks_for_itself)
UPGRADED = Kind("upgraded", Upgraded, _fold_upgraded, _check_upgraded, _upgraded_words, lambda body, sender: "")
