"""`undone` and `amended`: a played step and all after it are taken back in plain sight.

An amendment puts other orders in its place. Dice that were seen stay seen: after an undo they are void, after an
amendment a roll still counts where its order stands as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from pbem.desk.record.body import Back, Body, Rolls, Takes
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import use_epoch
from pbem.desk.record.kinds.kind import Kind, Moment, Received, Sides
from pbem.desk.record.kinds.submitted import Submitted, check_file, fold_file, received, unchecked_mark
from pbem.desk.record.open_step import Lines, Open
from pbem.desk.record.owners import open_date
from pbem.desk.record.pending import clear, lay_back
from pbem.desk.record.state import Past, Proposal, State, TakenOver, label, labels
from pbem.errors import BadRecord


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


class TakesBack(Protocol):
    """What undoing, amending and proposing to amend have in common."""

    @property
    def at(self) -> str: ...
    @property
    def back(self) -> Back: ...
    @property
    def taken_back(self) -> Lines: ...


class Amends(TakesBack, Protocol):
    """What amending and proposing it have in common."""

    @property
    def sent_for(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def dice(self) -> Rolls: ...


# -- what is taken back, and which dice stay ------------------------------------------------------------------


def step_taken_back(state: State, back: Back) -> Past | Open | None:
    """The played step, or the one under way, that is taken back."""
    if not back.seq:
        return state.open
    return next((past for past in state.trail if past.seq == back.seq), None)


def labels_back(state: State, back: Back) -> Lines:
    """All that is taken back with it."""
    under_way = [label(state.open.turn, state.open.step)] if state.open else []
    at = next((index for index, past in enumerate(state.trail) if past.seq == back.seq), len(state.trail))
    return (*labels(state.trail)[at:], *under_way)


def dice_after(before: Past | Open | None, who: str, takes: Takes) -> Rolls:
    """Rolls that fell in the refuted line: those whose orders stand as they were, and the others."""
    if before is None or not before.orders:
        return Rolls((), ())
    lines = set(takes.orders.get(before.step, before.orders[who].orders))
    lines |= {line for other, used in before.orders.items() if other != who for line in used.orders}
    rolls = {name: old for (kind, name), old in before.settled.items() if kind == "roll"}
    stay = tuple(name for name, old in rolls.items() if not old.order or old.order in lines)
    return Rolls(stay, tuple(name for name in rolls if name not in stay))


# -- what it changes ------------------------------------------------------------------------------------------


def fold_undone(campaign: Campaign, state: State, back: Back, at: str) -> None:
    """Back to before a step: its orders lie on the desk again as they were, those of later steps do not."""
    past = _taken_back(state, back)
    state.open, state.amended, state.proposal = None, None, None
    lay_back(state, back.turn, back.step, past.orders or {})
    _void_epoch(state)
    open_date(campaign, state, at)


def fold_back(campaign: Campaign, state: State, back: Back, at: str) -> None:
    """As undone, but the dice of orders that stay as they are still count when the step is played anew.

    So standing orders count as they stood then: who knows the dice must not give others.
    """
    before = step_taken_back(state, back) or state.open
    fold_undone(campaign, state, back, at)
    if before is not None:
        state.amended = TakenOver(label(back.turn, back.step), before.settled, before.secrets, before.inputs)
        state.standing |= {side: used.standing for side, used in (before.orders or {}).items()}


def amended_copy(campaign: Campaign, state: State, back: Back, at: str) -> State:
    """How the campaign would stand with the step taken back: so a file is read. The state stays as it is."""
    pending = {side: dict(sent) for side, sent in state.pending.items()}
    dice = replace(state.dice, absent=list(state.dice.absent))
    then = replace(state, trail=list(state.trail), pending=pending, standing=dict(state.standing), dice=dice)
    fold_back(campaign, then, back, at)
    return then


def _void_epoch(state: State) -> None:
    """What was shown or announced for the coming epoch is void: orders given now must not meet links that are known."""
    shown = [epoch for epoch, _ in state.dice.links.values() if epoch >= state.next_epoch]
    if state.dice.round or state.dice.named:
        shown.append(state.next_epoch)
    state.next_epoch = max([state.next_epoch, *(epoch + 1 for epoch in shown)])
    use_epoch(state.dice)


def _taken_back(state: State, back: Back) -> Past:
    """The step that is taken back, the one under way or a played one with all after it."""
    if state.open and (state.open.turn, state.open.step) == (back.turn, back.step) and not back.seq:
        return Past(back.turn, back.step, 0, state.position, state.open.orders)
    index = next((i for i, past in enumerate(state.trail) if past.seq == back.seq), -1)
    past = state.trail[index] if index >= 0 else None
    if past is None or past.before is None:
        raise BadRecord(f"{label(back.turn, back.step)}, entry {back.seq}, is no step that can be taken back")
    del state.trail[index:]
    state.position, state.luck = past.before, past.luck
    clear(state, behind=past.turn)
    return past


def _fold_undone(moment: Moment, body: Undone) -> None:
    fold_undone(moment.campaign, moment.state, body.back, body.at)


def _fold_amended(moment: Moment, body: Amended) -> None:
    fold_back(moment.campaign, moment.state, body.back, body.at)
    fold_file(moment.state, body, moment.seq)


# -- what must be true of it ----------------------------------------------------------------------------------


def check_back(state: State, body: TakesBack) -> Iterator[str]:
    """It names a step that was played, and all that goes with it."""
    back = body.back
    before = step_taken_back(state, back)
    if before is None or (before.turn, before.step) != (back.turn, back.step):
        raise BadRecord(f"{label(back.turn, back.step)} is no step that can be taken back")
    expected = labels_back(state, back)
    if body.taken_back != expected:
        yield f"`taken_back` is recorded as {list(body.taken_back)}, the replay gives {list(expected)}"


def check_dice(state: State, body: Amends, takes: Takes) -> Iterator[str]:
    """It says truly which dice stay."""
    if body.turn != body.back.turn:
        yield f"orders for turn {body.turn} amend a step of turn {body.back.turn}"
    dice = dice_after(step_taken_back(state, body.back), body.sent_for, takes)
    if body.dice != dice:
        yield f"`dice` is recorded as {body.dice}, the replay gives {dice}"


def _check_undone(moment: Moment, body: Undone) -> Iterator[str]:
    """Only a moderator takes a step back on his own."""
    if moment.campaign.terms.rewind != "moderator":
        yield f"a step was taken back, but the agreement was: {moment.campaign.terms.rewind}"
    yield from check_back(moment.state, body)


def _check_amended(moment: Moment, body: Amended) -> Iterator[str]:
    """An amendment follows the agreement, says truly what it means, and its file fits the campaign taken back."""
    yield from _check_agreed(moment, body)
    yield from check_back(moment.state, body)
    yield from check_dice(moment.state, body, body.brings)
    then = amended_copy(moment.campaign, moment.state, body.back, body.at)
    yield from check_file(Moment(moment.campaign, then, moment.seq), body)


def _check_agreed(moment: Moment, body: Amended) -> Iterator[str]:
    """By the moderator, or what all sides have consented to."""
    rewind, proposal = moment.campaign.terms.rewind, moment.state.proposal
    if rewind == "never":
        yield "a step was amended, but the agreement was never to do so"
    elif rewind == "consent":
        if proposal is None or set(proposal.consents) != set(moment.campaign.game.sides):
            yield "a step was amended without the consent of all sides"
        elif not is_as_proposed(proposal, body):
            yield "the amendment is not the one that was consented to"


def is_as_proposed(proposal: Proposal, body: Amended) -> bool:
    """Whether an amendment is, in all that matters, what was proposed."""
    wanted = (proposal.side, proposal.turn, proposal.sha256, proposal.takes, proposal.who, proposal.reason)
    found = (body.side, body.turn, body.sha256, body.brings, body.who, body.reason)
    rest = (proposal.back, proposal.taken_back, proposal.dice)
    return wanted == found and rest == (body.back, body.taken_back, body.dice)


def _file(moment: Moment, body: Amended) -> Received | None:
    return received(amended_copy(moment.campaign, moment.state, body.back, body.at), body)


def _words(body: Undone | Amended, sides: Sides, eyes: str) -> str:
    return f"{label(body.back.turn, body.back.step)} taken back by {body.who}: {body.reason}"


def _not_in_a_turn(body: Undone, sender: str) -> str:
    return "an entry `undone` has no place in a turn file"


UNDONE = Kind("undone", Undone, _fold_undone, _check_undone, _words, _not_in_a_turn, looks_back=True, is_kept=True)
AMENDED = Kind(
    "amended", Amended, _fold_amended, _check_amended, _words, lambda body, sender: "", _file,
    unchecked=lambda body: unchecked_mark(body.mark), looks_back=True, is_kept=True,
)  # fmt: skip
