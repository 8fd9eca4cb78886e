"""Taking back: only as a visible entry of the record. Dice that were seen are never cast again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.desk.consenting import check_rewind
from pbem.desk.inbox.names import sender_name
from pbem.desk.record.campaign import Campaign, find_past, load
from pbem.desk.record.folding import fold_undone
from pbem.desk.record.secrets import Hand, check_pen
from pbem.desk.record.state import State, label, labels
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.replay import rebuild_state
from pbem.errors import UsageError
from pbem.store.entry import Draft

if TYPE_CHECKING:
    from pbem.store.store import Store

LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back."""

    campaign: str
    taken_back: tuple[str, ...]
    turn: int
    step: str
    reason: str
    seq: int
    head: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "taken_back": list(self.taken_back),
            "turn": self.turn,
            "step": self.step,
            "reason": self.reason,
            "seq": self.seq,
            "head": self.head,
        }


def undo(store: Store, campaign: str, reason: str, who: str, now: str, to: str = "") -> Undone:
    """Take back the step under way, or else the last one played; with `to`, that step and all after it."""
    return again_if_overtaken(lambda: _undo(store, campaign, checked_reason(reason), sender_name(who), now, to))


def _undo(store: Store, name: str, reason: str, who: str, now: str, to: str) -> Undone:
    campaign, state = from_start(store, name)
    check_rewind(campaign, "undo")
    check_pen(Hand(store, campaign), state)
    back, taken = back_to(state, to)
    body = {"at": now, "who": who, "reason": reason, "back": back, "taken_back": taken}
    entry = write(store, state, [Draft("undone", body)], lambda _: fold_undone(campaign, state, body))[0]
    place = state.position
    return Undone(campaign.name, tuple(taken), place.turn, place.step, reason, entry.seq, entry.hash)


def from_start(store: Store, name: str) -> tuple[Campaign, State]:
    """The state read from the start of the record: only so are the positions of the past at hand."""
    campaign, _ = load(store, name)
    return campaign, rebuild_state(store.entries(campaign.id), campaign)


def checked_reason(text: str) -> str:
    """Why, in a line; it stays in the record."""
    words = " ".join(text.split())
    if not words or len(words) > LONGEST_REASON or not words.isprintable():
        raise UsageError(
            f"taking a step back needs a reason of 1 to {LONGEST_REASON} characters; it stays in the record"
        )
    return words


def back_to(state: State, to: str) -> tuple[dict[str, Any], list[str]]:
    """The step that a person means, and the labels of all that is taken back with it."""
    under_way = label(state.open.turn, state.open.step) if state.open else ""
    if state.open and (not to or to.strip().lower() == under_way):
        return {"turn": state.open.turn, "step": state.open.step, "seq": 0}, [under_way]
    if not state.trail:
        raise UsageError("no step has been played yet, so there is nothing to take back")
    index = find_past(state.trail, to) if to else len(state.trail) - 1
    past = state.trail[index]
    taken = labels(state.trail)[index:] + ([under_way] if under_way else [])
    return {"turn": past.turn, "step": past.step, "seq": past.seq}, taken
