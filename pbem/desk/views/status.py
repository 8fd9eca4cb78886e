"""Where a campaign stands and who owes what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.eyes import ALL, debts_seen, eyes_of
from pbem.desk.record.open_step import Sent
from pbem.desk.record.state import labels
from pbem.desk.replay.load import load
from pbem.desk.replay.trail import with_whole_trail
from pbem.store.entry import Reads


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
    with_whole_trail(store, loaded, state)
    waiting = debts_seen(owed(loaded, state), eyes_of(loaded, state, side))
    step = loaded.step_of(state)
    opened = loaded.opened
    sides = {str(side): name for side, name in loaded.sides.items()}
    pending = {side: sent for side, sent in state.pending.items() if sent}
    return Status(
        loaded.name, loaded.game.name, loaded.scenario.name, loaded.scenario.title, state.position.turn,
        state.position.step, step.title if step else "the game is over", step is None, sides,
        {who: loaded.side_name(who) for who in loaded.senders}, opened.players,
        loaded.scenario.options, tuple(waiting), pending, state.standing,
        tuple(labels(state.trail)), opened.changes, loaded.terms.mode, state.dice.anchors,
        state.dice.due, state.dice.named.as_json() if state.dice.named else None, state.pen, state.next_epoch,
        state.seq, state.head,
    )  # fmt: skip
