"""Looking at a campaign: where it stands, what its record says, the facts of a step, a position of the past."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.desk.record.campaign import Campaign, find_past, glance_at, load
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.in_words import in_words
from pbem.desk.record.open_step import Sent
from pbem.desk.record.state import State, labels, state_from_text
from pbem.desk.replay.replay import rebuild_state, start
from pbem.desk.views.eyes import ALL, debts_seen, eyes_of
from pbem.errors import BadRecord
from pbem.kernel.facts import Fact
from pbem.kernel.position import Position
from pbem.store.entry import Entry, Reads


@dataclass(frozen=True, slots=True)
class Status:
    """Where a campaign stands and who owes what."""

    campaign: str
    game: str
    scenario: str
    title: str
    turn: int
    step: str
    step_title: str
    is_over: bool
    sides: Mapping[str, str]
    senders: Mapping[str, str]  # who sends orders: the sides, or where players share one its seats
    players: Mapping[str, str]
    options: Mapping[str, str]
    waiting: tuple[Owed, ...]
    pending: Mapping[str, Mapping[str, Sent]]
    standing: Mapping[str, tuple[str, ...]]
    played: tuple[str, ...]
    changes: tuple[str, ...]
    dice: str  # how they are made: seed, chain, beacon or a union
    anchors: Mapping[str, str]  # the published tips of the chains, by party
    due: str  # by when the step must be answered
    named: Mapping[str, Any] | None  # the beacon round that will decide it
    pen: str  # the side that may write, where turn files go to and fro
    next_epoch: int
    entries: int
    head: str

    @property
    def can_run(self) -> bool:
        """Whether `adjudicate` has something to do."""
        return not self.is_over and not self.waiting

    def as_json(self) -> dict[str, Any]:
        """The plain values. Sealed orders are not shown: only that they are there."""
        return {
            "campaign": self.campaign,
            "game": self.game,
            "scenario": self.scenario,
            "title": self.title,
            "turn": self.turn,
            "step": self.step,
            "step_title": self.step_title,
            "over": self.is_over,
            "can_run": self.can_run,
            "sides": dict(self.sides),
            "players": dict(self.players),
            "options": dict(self.options),
            "waiting": [debt.as_json() for debt in self.waiting],
            "pending": {side: {step: item.seq for step, item in sent.items()} for side, sent in self.pending.items()},
            "standing": {side: len(lines) for side, lines in self.standing.items()},
            "played": list(self.played),
            "changes": list(self.changes),
            "dice": self.dice,
            "anchors": dict(self.anchors),
            "due": self.due,
            "named": self.named,
            "pen": self.pen,
            "next_epoch": self.next_epoch,
            "entries": self.entries,
            "head": self.head,
        }


def status(store: Reads, campaign: str = "", side: str = ALL) -> Status:
    """Turn, step, and who owes what; the questions to a side are for its own eyes."""
    loaded, state = load(store, campaign)
    waiting = debts_seen(owed(loaded, state), eyes_of(loaded, state, side))
    step = loaded.step_of(state)
    opened = loaded.opened
    sides = {str(side): name for side, name in loaded.sides.items()}
    pending = {side: sent for side, sent in state.pending.items() if sent}
    return Status(
        loaded.name, loaded.game.name, loaded.scenario.name, loaded.scenario.title, state.position.turn,
        state.position.step, step.title if step else "the game is over", step is None, sides,
        {who: loaded.side_name(who) for who in loaded.senders}, opened["players"],
        loaded.scenario.options, tuple(waiting), pending, state.standing,
        tuple(labels(state.trail)), tuple(opened["changes"]), loaded.terms.mode, state.dice.anchors,
        state.dice.due, state.dice.named.as_json() if state.dice.named else None, state.pen, state.next_epoch,
        state.seq, state.head,
    )  # fmt: skip


# -- history --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the record in words."""

    seq: int
    kind: str
    at: str
    text: str
    hash: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {"seq": self.seq, "kind": self.kind, "at": self.at, "text": self.text, "hash": self.hash}


def history(store: Reads, campaign: str = "", side: str = ALL) -> list[Line]:
    """The record, one line for each entry; where a game hides units, the questions to a side are for its own eyes."""
    loaded, state = load(store, campaign)
    return lines_of(store.entries(loaded.id), eyes_of(loaded, state, side))


def lines_of(entries: Sequence[Entry], eyes: str = ALL) -> list[Line]:
    """The entries in words."""
    sides = entries[0].values().get("sides", {})
    return [Line(e.seq, e.kind, e.values().get("at", ""), in_words(e, sides, eyes), e.hash) for e in entries]


# -- the past -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StepFacts:
    """A played step as a report needs it."""

    label: str
    turn: int
    step: str
    title: str
    facts: tuple[Fact, ...]
    before: Position
    after: Position
    body: Mapping[str, Any]  # of the entry `played`: orders, pages, secrets, press
    inputs: Mapping[int, str]  # digest of the sealed inputs by epoch
    hash: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "label": self.label,
            "turn": self.turn,
            "step": self.step,
            "title": self.title,
            "facts": [fact.as_json() for fact in self.facts],
            "secrets": dict(self.body["secrets"]),
            "inputs": {str(epoch): digest for epoch, digest in self.inputs.items()},
            "press": list(self.body["press"]),
            "next": list(self.body["next"]),
            "hash": self.hash,
        }


def facts_of(store: Reads, campaign: str = "", step: str = "") -> StepFacts:
    """The facts of a played step, made again from the record; without a name, of the last one."""
    loaded, state = load(store, campaign)
    index = find_past(state.trail, step) if step or not state.trail else len(state.trail) - 1
    past = state.trail[index]
    replay = start(glance_at(store, loaded.id).opened, loaded)
    replay.state = _state_after(store, loaded, state, index)
    first = replay.state.seq
    for entry in store.entries(loaded.id, first):
        replay.take(entry)
        if entry.seq == past.seq and replay.played:
            run = replay.state.trail[-1]
            if run.before is None:
                break
            return StepFacts(
                labels(state.trail)[index], past.turn, past.step, loaded.steps[past.step].title,
                tuple(replay.played.facts), run.before, replay.state.position, entry.values(), run.inputs, entry.hash,
            )  # fmt: skip
    raise BadRecord(f"{labels(state.trail)[index]}: the record has no entry {past.seq} for it")


def _state_after(store: Reads, campaign: Campaign, state: State, count: int) -> State:
    """The state when `count` steps of the trail had been played: from a kept snapshot, or from the entries."""
    seq = state.trail[count - 1].seq if count else 1
    snapshot = store.snapshot_at(campaign.id, seq)
    found = state_from_text(snapshot.state) if snapshot else None
    entries = [] if found else [e for e in store.entries(campaign.id) if e.seq <= seq]
    return found or rebuild_state(entries, campaign)


def position_at(store: Reads, campaign: str = "", step: str = "") -> Position:
    """The position after a step; without a name the present one, `start` for the set-up."""
    loaded, state = load(store, campaign)
    if not step:
        return state.position
    count = 0 if step.strip().lower() == "start" else find_past(state.trail, step) + 1
    return _state_after(store, loaded, state, count).position
