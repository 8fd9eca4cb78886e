"""`undone` and `amended`: a played step and all after it are taken back in plain sight.

An amendment puts other orders in its place. Dice that have fallen are never cast again: those of all steps that are
taken back count when the same order comes up again (`desk.record.fallen`).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.body import Back, Body, Rolls, Takes
from pbem.desk.record.kinds.kind import Kind, Moment, Received, Sides
from pbem.desk.record.kinds.submitted import Submitted, check_file, fold_file, unchecked_mark
from pbem.desk.record.open_step import Lines
from pbem.desk.record.state import Proposal, State, label
from pbem.desk.record.taking_back import (
    Amends,
    TakesBack,
    amended_copy,
    dice_after,
    fixed_dice,
    fold_back,
    fold_undone,
    labels_back,
    step_taken_back,
)
from pbem.errors import BadRecord
from pbem.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Undone(Body):
    """Who takes what back, and why."""

    who: str
    reason: str
    back: Back
    taken_back: Lines  # the labels of all that goes with it


@dataclass(frozen=True, kw_only=True)
class Amended(Submitted):
    """As undone, with the file whose orders take the place of the old ones."""

    who: str
    reason: str
    back: Back
    taken_back: Lines
    dice: Rolls


# -- what it changes ------------------------------------------------------------------------------------------


def _fold_undone(moment: Moment, body: Undone) -> None:
    fold_undone(moment.campaign, moment.state, body, moment.seq)


def _fold_amended(moment: Moment, body: Amended) -> None:
    fold_back(moment.campaign, moment.state, body, moment.seq)
    fold_file(moment.state, body, moment.seq)


# -- what must be true of it ----------------------------------------------------------------------------------


def check_back(moment: Moment, body: TakesBack) -> Iterator[str]:
    """It names a step that was played, and all that goes with it; dice that are fixed fall before."""
    state, back = moment.state, body.back
    fixed = fixed_dice(moment.campaign, state, body.at)
    if fixed:
        yield f"a step was taken back while the dice of {fixed} were sealed and not yet seen"
    before = step_taken_back(state, back)
    if before is None or (before.turn, before.step) != (back.turn, back.step):
        raise BadRecord(f"{label(back.turn, back.step)} is not a step that can be taken back")
    expected = labels_back(state, back)
    if body.taken_back != expected:
        yield f"`taken_back` is recorded as {list(body.taken_back)}, the replay gives {list(expected)}"


def check_dice(state: State, body: Amends, takes: Takes) -> Iterator[str]:
    """It says truly which dice stay."""
    if body.turn != body.back.turn:
        yield f"orders for turn {body.turn} were used to amend a step of turn {body.back.turn}"
    dice = dice_after(state, body.back, body.sent_for, takes)
    if body.dice != dice:
        yield f"`dice` is recorded as {body.dice}, the replay gives {dice}"


def _check_undone(moment: Moment, body: Undone) -> Iterator[str]:
    """Only a moderator takes a step back on his own."""
    if moment.campaign.terms.rewind != "moderator":
        yield f"a step was taken back, but the players agreed on: {moment.campaign.terms.rewind}"
    yield from check_back(moment, body)


def _check_amended(moment: Moment, body: Amended) -> Iterator[str]:
    """An amendment follows the agreement, says truly what it means, and its file fits the campaign taken back."""
    yield from _check_agreed(moment, body)
    if not body.is_accepted or body.sender != body.who:
        yield f"an amendment entered by {body.who} names {body.sender} as its sender, and was {body.verdict}"
    yield from check_back(moment, body)
    yield from check_dice(moment.state, body, body.brings)
    then = amended_copy(moment.campaign, moment.state, body)
    yield from check_file(Moment(moment.campaign, then, moment.seq), body)


def _check_agreed(moment: Moment, body: Amended) -> Iterator[str]:
    """By the moderator, or what all sides have consented to."""
    rewind, proposal = moment.campaign.terms.rewind, moment.state.proposal
    if rewind == "never":
        yield "a step was amended, but the players agreed never to do so"
    elif rewind == "consent":
        if proposal is None or set(proposal.consents) != set(moment.campaign.game.sides):
            yield "a step was amended without the consent of all sides"
        elif not is_as_proposed(proposal, body):
            yield "the amendment is not the one the sides consented to"


def is_as_proposed(proposal: Proposal, body: Amended) -> bool:
    """Whether an amendment is, in all that matters, what was proposed."""
    wanted = (proposal.side, proposal.turn, proposal.sha256, proposal.takes, proposal.who, proposal.reason)
    found = (body.side, body.turn, body.sha256, body.brings, body.who, body.reason)
    rest = (proposal.back, proposal.taken_back, proposal.dice)
    return wanted == found and rest == (body.back, body.taken_back, body.dice)


def _file(moment: Moment, body: Amended) -> Received:
    return Received(amended_copy(moment.campaign, moment.state, body), body)


def _words(body: Undone | Amended, sides: Sides, eyes: str) -> str:
    return f"{label(body.back.turn, body.back.step)} taken back by {body.who}: {body.reason}"


def _not_in_a_turn(body: Undone, sender: str) -> str:
    return "an entry `undone` has no place in a turn file"


UNDONE = Kind("undone", Undone, _fold_undone, _check_undone, _words, _not_in_a_turn, looks_back=True, is_kept=True)
AMENDED = Kind(
    "amended", Amended, _fold_amended, _check_amended, _words, lambda body, sender: "", _file,
    unchecked=lambda body: unchecked_mark(body.mark), looks_back=True, by_rules=True, is_kept=True,
)  # fmt: skip
