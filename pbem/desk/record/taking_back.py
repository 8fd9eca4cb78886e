"""Taking steps back: what goes with them, which dice count on, and how the campaign stands then."""

from __future__ import annotations

from typing import Protocol

from pbem.desk.record.body import Back, Rolls, Takes
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import missing, use_epoch
from pbem.desk.record.fallen import NOTHING_FELL, Again, answers_in, with_taken_back
from pbem.desk.record.open_step import Lines, Open
from pbem.desk.record.owners import open_date
from pbem.desk.record.pending import clear, lay_back
from pbem.desk.record.state import Past, State, TakenOver, label, label_of, labels
from pbem.desk.record.terms import is_before
from pbem.dice.drand import NAME as DRAND
from pbem.dice.seal import MODERATOR, SALT
from pbem.errors import BadRecord
from pbem.values import replace


class TakesBack(Protocol):
    """What undoing, amending and proposing to amend have in common."""

    @property
    def at(self) -> str: ...
    @property
    def who(self) -> str: ...
    @property
    def reason(self) -> str: ...
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
    under_way = [label_of(state, state.open.turn, state.open.step)] if state.open else []
    at = next((index for index, past in enumerate(state.trail) if past.seq == back.seq), len(state.trail))
    return (*labels(state.trail)[at:], *under_way)


def dice_after(state: State, back: Back, who: str, takes: Takes) -> Rolls:
    """Rolls that fell in all versions of the step: those whose orders stand now, and of the last one the others."""
    before = step_taken_back(state, back)
    if before is None or not before.orders:
        return Rolls((), ())
    lines = set(takes.orders.get(before.step, before.orders[who].orders))
    lines |= {line for other, used in before.orders.items() if other != who for line in used.orders}
    last = [occasion for occasion in before.settled if occasion.kind == "roll"]
    fell = state.fallen.get(labels_back(state, back)[0], NOTHING_FELL)
    every = [*last, *(came.occasion for came in fell.rolls)]
    stay = dict.fromkeys(one.name for one in every if not one.order or one.order in lines)
    return Rolls(tuple(stay), tuple(dict.fromkeys(one.name for one in last if one.name not in stay)))


def fixed_dice(campaign: Campaign, state: State, at: str) -> str:
    """The step that is sealed and whose dice can fall: it is played before anything is taken back. Else nothing.

    Who knows its dice already could otherwise be rid of them before anybody has seen them.
    """
    opened, dice = state.open, state.dice
    if opened is None or not opened.is_sealed:
        return ""
    has_fallen = dice.named is not None and not is_before(at, dice.named.time)
    lacking = missing(dice, campaign.terms, campaign.game.sides, state.next_epoch)
    if opened.has_dice:
        lacking = []
    others = [party for party in lacking if party != MODERATOR and not (party == DRAND and has_fallen)]
    return "" if others else label_of(state, opened.turn, opened.step)


# -- what it changes ------------------------------------------------------------------------------------------


def fold_undone(campaign: Campaign, state: State, body: TakesBack, seq: int) -> None:
    """Back to before a step: its orders lie on the desk again as they were, those of later steps do not."""
    back = body.back
    _remember(state, body, seq)
    past, is_sealed = _taken_back(state, back), state.open is not None and state.next_epoch in state.open.inputs
    state.open, state.amended, state.proposal = None, None, None
    state.dice.inputs = past.sealed_before or state.dice.inputs  # the same orders are sealed as they were before
    lay_back(state, back.turn, back.step, past.orders or {})
    _void_epoch(state, is_sealed)
    open_date(campaign, state, body.at)


def _remember(state: State, body: TakesBack, seq: int) -> None:
    """All dice that fell in the steps that are taken back are kept, with who took them back and why."""
    consents = state.proposal.consents if state.proposal else ()
    steps: list[Past | Open] = [past for past in state.trail if body.back.seq and past.seq >= body.back.seq]
    steps += [state.open] if state.open else []
    for name, step in zip(labels_back(state, body.back), steps, strict=True):
        replaces = step.seq if isinstance(step, Past) else 0
        unseen = state.next_epoch if isinstance(step, Open) and step.is_sealed else 0
        again = Again(seq, body.who, body.reason, consents, replaces, unseen)
        known = state.fallen.get(name, NOTHING_FELL)
        state.fallen[name] = with_taken_back(known, step.settled, step.secrets, step.inputs, again)


def fold_back(campaign: Campaign, state: State, body: TakesBack, seq: int) -> None:
    """As undone, but the answers to orders that stay as they are still count when the step is played anew.

    Standing orders count as they stood then, for the same reason: who knows the dice must not give others.
    """
    before = step_taken_back(state, body.back) or state.open
    name = labels_back(state, body.back)[0]
    fold_undone(campaign, state, body, seq)
    if before is not None:
        state.amended = TakenOver(name, answers_in(before.settled))
        state.standing |= {side: used.standing for side, used in (before.orders or {}).items()}


def amended_copy(campaign: Campaign, state: State, body: TakesBack) -> State:
    """How the campaign would stand with the step taken back: so a file is read. The state stays as it is."""
    pending = {side: dict(sent) for side, sent in state.pending.items()}
    dice = replace(state.dice, absent=list(state.dice.absent))
    then = replace(
        state, trail=list(state.trail), pending=pending, standing=dict(state.standing), dice=dice,
        fallen=dict(state.fallen),
    )  # fmt: skip
    fold_back(campaign, then, body, state.seq + 1)
    return then


def _void_epoch(state: State, is_sealed: bool) -> None:
    """What was shown or announced for the coming epoch is void: orders given now must not meet links that are known."""
    links = [epoch for party, (epoch, _) in state.dice.links.items() if party != SALT]
    shown = [epoch for epoch in links if epoch >= state.next_epoch]
    if is_sealed or state.dice.round or state.dice.named:
        shown.append(state.next_epoch)
    state.next_epoch = max([state.next_epoch, *(epoch + 1 for epoch in shown)])
    use_epoch(state.dice)


def _taken_back(state: State, back: Back) -> Past:
    """The step that is taken back, the one under way or a played one with all after it."""
    if state.open and (state.open.turn, state.open.step) == (back.turn, back.step) and not back.seq:
        before = state.open.sealed_before
        return Past(back.turn, back.step, 0, state.position, state.open.orders, sealed_before=before)
    index = next((i for i, past in enumerate(state.trail) if past.seq == back.seq), -1)
    past = state.trail[index] if index >= 0 else None
    if past is None or past.before is None:
        raise BadRecord(f"{label(back.turn, back.step)}, entry {back.seq}, is not a step that can be taken back")
    del state.trail[index:]
    state.position, state.luck = past.before, past.luck
    clear(state, behind=past.turn)
    return past
