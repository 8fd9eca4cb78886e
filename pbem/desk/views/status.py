"""Where a campaign stands and who owes what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.editions import other_edition
from pbem.desk.record.eyes import ALL, debts_seen, eyes_of, is_open_to, sealed_eyes
from pbem.desk.record.fallen import times_and_dice
from pbem.desk.record.hidden_lines import hidden_lines
from pbem.desk.record.open_step import Sent
from pbem.desk.record.secrets import ME
from pbem.desk.record.state import State, labels
from pbem.desk.record.terms import is_before
from pbem.desk.replay.load import load
from pbem.desk.replay.trail import with_whole_trail
from pbem.desk.replay.under_way import label_of_open
from pbem.desk.views.histories import who_parted
from pbem.kernel.journal import pages_from_json
from pbem.library.shipped import Data
from pbem.store.entry import Reads
from pbem.values import dataclass, field


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
    unseen: tuple[str, ...]  # whose orders are not for these eyes, not even for which steps they are
    played: tuple[str, ...]
    data: Data  # as shipped, or what differs
    edition: int  # of the rules it is played by
    other_rules: str  # why it does not go on here, where this program has a newer edition
    dice: str  # how they are made: seed, chain, beacon or a union
    anchors: Mapping[str, str]  # the published tips of the chains, by party
    due: str  # by when the step must be answered
    named: Mapping[str, Any] | None  # the beacon round that will decide it
    pen: str  # the side that may write, where turn files go to and fro
    next_epoch: int
    under_way: str  # the step that has begun and waits, with the dice that have fallen in it
    entries: int
    head: str
    overdue: tuple[str, ...] = ()  # sides whose date has passed at the moment that was asked about
    parted: tuple[str, ...] = ()  # who has been shown another record, and where it parts from this one
    retaken: tuple[int, int] = (0, 0)  # how often steps were taken back, and dice that fell and no longer count
    unreachable: Mapping[str, str] = field(default_factory=dict)  # whose mail comes back, and why
    secrets: tuple[str, ...] = ()  # for their owner alone, in his own store: his lines that travel as a hash

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
            **({"unseen": list(self.unseen)} if self.unseen else {}),
            "played": list(self.played),
            "data": self.data.as_json(),
            "edition": self.edition,
            "other_rules": self.other_rules,
            "dice": self.dice,
            "anchors": dict(self.anchors),
            "due": self.due,
            "named": self.named,
            "pen": self.pen,
            "next_epoch": self.next_epoch,
            **({"under_way": self.under_way} if self.under_way else {}),
            "entries": self.entries,
            "head": self.head,
            "overdue": list(self.overdue),
            "parted": list(self.parted),
            "taken_back": self.retaken[0],
            "void_dice": self.retaken[1],
            **({"unreachable": dict(self.unreachable)} if self.unreachable else {}),
            **({"secrets": list(self.secrets)} if self.secrets else {}),
        }


def status(store: Reads, campaign: str = "", side: str = ALL, now: str = "") -> Status:
    """Turn, step, and who owes what; the questions to a side are for its own eyes."""
    loaded, state = load(store, campaign)
    with_whole_trail(store, loaded, state)
    eyes = eyes_of(loaded, state, side)
    waiting = debts_seen(owed(loaded, state), eyes)
    unseen = tuple(who for who in loaded.senders if not is_open_to(eyes, loaded.side_of(who)))
    step = loaded.step_of(state)
    sides = {str(side): name for side, name in loaded.sides.items()}
    pending = {side: sent for side, sent in state.pending.items() if sent and side not in unseen}
    standing = {side: lines for side, lines in state.standing.items() if side not in unseen}
    return Status(
        loaded.name, loaded.game.name, loaded.scenario.name, loaded.scenario.title, state.position.turn,
        state.position.step, step.title if step else "the game is over", step is None, sides,
        {who: loaded.side_name(who) for who in loaded.senders},
        {who: player for who in loaded.senders if (player := loaded.player(who))},
        loaded.scenario.options, tuple(waiting), pending, standing, unseen,
        tuple(labels(state.trail)), loaded.data, state.edition, other_edition(loaded, state),
        loaded.terms.mode, state.dice.anchors,
        state.dice.due, state.dice.named.as_json() if state.dice.named else None, state.pen, state.next_epoch,
        _under_way(state), state.seq, state.head,
        _overdue(waiting, now), tuple(who_parted(store, loaded, state)), times_and_dice(state.fallen),
        store.unreachable(loaded.id), _own_secrets(store, loaded, state, side),
    )  # fmt: skip


def _own_secrets(store: Reads, campaign: Campaign, state: State, side: str) -> tuple[str, ...]:
    """The secret lines of a side that nobody has opened yet; only its own store has them, and only it is told."""
    own = store.secret(campaign.id, ME)
    if not own or sealed_eyes(campaign, state, side) != own:
        return ()
    lines = hidden_lines(store.secrets(campaign.id))
    return tuple(lines[token] for token in state.closed(own) if token in lines)


def _overdue(waiting: Sequence[Owed], now: str) -> tuple[str, ...]:
    late = [debt.seat or debt.side for debt in waiting if debt.side and debt.due and now and is_before(debt.due, now)]
    return tuple(dict.fromkeys(late))


def _under_way(state: State) -> str:
    if not state.open or not (state.open.pages or state.open.questions):
        return ""
    dice = sum(len(page.values) for page in pages_from_json(state.open.pages) if page.kind == "roll")
    fallen = {0: "no die has", 1: "1 die has"}.get(dice, f"{dice} dice have")
    return f"{label_of_open(state)} is under way: {fallen} been rolled so far"
