"""Adjudicating: every step that can run is sealed, played and recorded, one transaction for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.desk.campaign import Campaign, load, state_now
from pbem.desk.folding import fold_asked, fold_played, fold_sealed
from pbem.desk.sealing import Owed, epochs_used, outcome, owed, run_open, sealed
from pbem.desk.state import State, label
from pbem.desk.writing import again_if_overtaken, write
from pbem.dice.seal import LINKS, MODERATOR, Contributions, link_for, links_of
from pbem.errors import BadRecord, UsageError
from pbem.kernel.facts import Fact
from pbem.store.entry import Draft, Entry

if TYPE_CHECKING:
    from pbem.store.store import Store

MOST_STEPS = 2000  # in one go; a sequence of play that runs on by itself for longer is broken


@dataclass(frozen=True, slots=True)
class Ran:
    """A step that ran: to its end, or until a question."""

    label: str
    title: str
    seq: int
    is_complete: bool
    facts: tuple[Fact, ...]
    dropped: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The plain values; the facts are in the report."""
        return {
            "label": self.label,
            "title": self.title,
            "seq": self.seq,
            "complete": self.is_complete,
            "facts": len(self.facts),
            "dropped": list(self.dropped),
        }


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """What was played, and who is waited for."""

    campaign: str
    ran: tuple[Ran, ...]
    waiting: tuple[Owed, ...]
    turn: int
    step: str
    is_over: bool

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "ran": [ran.as_json() for ran in self.ran],
            "waiting": [debt.as_json() for debt in self.waiting],
            "turn": self.turn,
            "step": self.step,
            "over": self.is_over,
        }


def adjudicate(store: Store, campaign: str, now: str) -> Adjudicated:
    """Run every step that can run."""
    loaded, state = load(store, campaign)
    ran: list[Ran] = []
    links: list[bytes] = []
    while len(ran) < MOST_STEPS:
        if _can_run(loaded, state):
            links = links or _links(store, loaded)
            step, state = _run_next(store, loaded, state, links, now)
            ran += [step] if step else []
            continue
        fresh = state_now(store, loaded)
        if fresh.seq == state.seq:
            return _summary(loaded, state, ran)
        state = fresh  # somebody sent something meanwhile
    raise BadRecord(f"{MOST_STEPS} steps ran by themselves; the sequence of play of {loaded.game.name} has no end")


def _can_run(campaign: Campaign, state: State) -> bool:
    return campaign.step_of(state) is not None and not owed(campaign, state)


def _summary(campaign: Campaign, state: State, ran: Sequence[Ran]) -> Adjudicated:
    place = state.position
    waiting = tuple(owed(campaign, state))
    return Adjudicated(campaign.name, tuple(ran), waiting, place.turn, place.step, campaign.step_of(state) is None)


def _run_next(
    store: Store, campaign: Campaign, state: State, links: Sequence[bytes], now: str
) -> tuple[Ran | None, State]:
    """Run one step; who is overtaken looks again, and another process may have run it by then."""
    states = [state]

    def attempt() -> tuple[Ran | None, State]:
        seen = states.pop() if states else state_now(store, campaign)
        return (_run(store, campaign, seen, links, now) if _can_run(campaign, seen) else None), seen

    return again_if_overtaken(attempt)


def _links(store: Store, campaign: Campaign) -> list[bytes]:
    secret = store.secret(campaign.id, MODERATOR)
    if not secret:
        raise UsageError(f"this store does not hold the secret of {campaign.name}; only its moderator can adjudicate")
    links = links_of(campaign.id, bytes.fromhex(secret), campaign.opened["dice"].get("links", LINKS))
    if links[0].hex() != campaign.opened["dice"]["commitment"]:
        raise BadRecord("the secret of the store does not fit the published commitment; no dice can be cast from it")
    return links


def _run(store: Store, campaign: Campaign, state: State, links: Sequence[bytes], now: str) -> Ran:
    opened, seal_body = sealed(campaign, state, now)
    played = run_open(campaign, state, opened, _secrets(links, state))
    kind, body = outcome(campaign, state, opened, played, now)
    body["secrets"] = {str(e): link_for(links, e).hex() for e in epochs_used(played.pages)}

    def fold(entries: Sequence[Entry]) -> None:
        fold_sealed(state, opened)
        if kind == "asked":
            fold_asked(state, body)
        else:
            fold_played(state, body, entries[1].seq, played.position)

    entries = write(store, state, [Draft("sealed", seal_body), Draft(kind, body)], fold)
    dropped = tuple(str(problem) for problem in played.problems)
    return Ran(
        label(opened.turn, opened.step),
        campaign.steps[opened.step].title,
        entries[1].seq,
        kind == "played",
        tuple(played.facts),
        dropped,
    )


def _secrets(links: Sequence[bytes], state: State) -> Mapping[int, Contributions]:
    """The one secret that this run may use: that of the first epoch nobody has seen."""
    return {state.next_epoch: {MODERATOR: link_for(links, state.next_epoch)}}
