"""Taking back: only as a visible entry of the record. Dice that were seen are never cast again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.making import Making
from pbem.desk.record.body import Back, Takes
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.find import find_past
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.kinds.taken_back import Undone
from pbem.desk.record.names import sender_name
from pbem.desk.record.notice import seal_to_come
from pbem.desk.record.pen import check_pen
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State, label
from pbem.desk.record.taking_back import fixed_dice, labels_back
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.desk.replay.replay import rebuild_state
from pbem.errors import UsageError
from pbem.store.entry import Entry, Reads
from pbem.values import dataclass, replace

if TYPE_CHECKING:
    from pbem.store.store import Store

LONGEST_REASON = 500
_ENDS = ("opened", "sealed", "asked", "played", "handed", "undone", "amended")  # a receipt before it spoke of others


@dataclass(frozen=True, slots=True)
class TakenBack:
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


def undo(store: Store, campaign: str, reason: str, who: str, now: str, to: str = "") -> TakenBack:
    """Take back the step under way, or else the last one played; with `to`, that step and all after it."""
    return again_if_overtaken(lambda: _undo(store, campaign, checked_reason(reason), sender_name(who), now, to))


def _undo(store: Store, name: str, reason: str, who: str, now: str, to: str) -> TakenBack:
    campaign, state = from_start(store, name)
    check_rewind(campaign, "undo")
    check_pen(campaign, state, Secrets(store, campaign).me)
    check_not_fixed(campaign, state, now)
    back = back_to(state, to)
    if fix_shown_seal(store, campaign, state, now):
        campaign, state = from_start(store, name)
    taken = labels_back(state, back)
    entry = write(
        store, campaign, state, [Undone(at=state.time(now), who=who, reason=reason, back=back, taken_back=taken)]
    )
    place = state.position
    return TakenBack(campaign.name, taken, place.turn, place.step, reason, entry.seq, entry.hash)


def check_rewind(campaign: Campaign, wanted: str) -> None:
    """Refuse what the agreement does not allow. `wanted` is `undo` or `amend`."""
    rewind = campaign.terms.rewind
    if rewind == "never":
        raise UsageError(f"{campaign.name} was opened with --rewind never: a step that was played stays played")
    if rewind == "consent" and wanted == "undo":
        raise UsageError(
            f"in {campaign.name} a step is taken back by consent of all sides: "
            "propose the corrected orders with `pbem amend FILE --reason ...`, the other side answers `pbem consent`"
        )


def check_not_fixed(campaign: Campaign, state: State, now: str) -> None:
    """Refuse to take anything back while dice are fixed that somebody may know already."""
    fixed = fixed_dice(campaign, state, now)
    if fixed:
        first = "`pbem consent --refuse`, then `pbem adjudicate`" if state.proposal else "`pbem adjudicate`"
        raise UsageError(
            f"the orders of {fixed} are sealed and its dice are ready: play it first ({first}). "
            "It can be taken back then; dice that have been rolled stay on record"
        )


def fix_shown_seal(store: Store, campaign: Campaign, state: State, now: str) -> bool:
    """Seal a step whose seal a receipt has shown before anything is taken back; whether there was one.

    So its epoch is left behind, and no epoch ever shows two seals. Where its dice are ready, it is played first.
    """
    own = Secrets(store, campaign)
    if not seal_to_come(own, state) or not _has_been_shown(store.entries(campaign.id)):
        return False
    made = Making(campaign, state, now)
    made.seal(own)
    check_not_fixed(campaign, replace(state, open=made.opened), now)
    made.write(store)
    return True


def _goes_into_dice(takes: Takes) -> bool:
    return bool(takes.orders or takes.replies) or takes.standing is not None


def _has_been_shown(entries: Sequence[Entry]) -> bool:
    """Whether the seal to come stands in a receipt: that of the newest file with orders since anything was played."""
    for entry in reversed(entries):
        body = body_of(entry)
        if entry.kind in _ENDS:
            return False
        if isinstance(body, Submitted) and body.is_accepted and _goes_into_dice(body.brings):
            return True
    return False


def from_start(store: Reads, name: str) -> tuple[Campaign, State]:
    """The state read from the start of the record: only so are the positions of the past at hand."""
    campaign, _ = load(store, name)
    return campaign, rebuild_state(store.entries(campaign.id), campaign, store.submission)


def checked_reason(text: str) -> str:
    """Why, in a line; it stays in the record."""
    words = " ".join(text.split())
    if not words or len(words) > LONGEST_REASON or not words.isprintable():
        raise UsageError(
            f"taking a step back needs a reason of 1 to {LONGEST_REASON} characters; it stays in the record"
        )
    return words


def back_to(state: State, to: str) -> Back:
    """The step that a person means."""
    under_way = label(state.open.turn, state.open.step) if state.open else ""
    if state.open and (not to or to.strip().lower() == under_way):
        return Back(state.open.turn, state.open.step, 0)
    if not state.trail:
        raise UsageError("no step has been played yet, so there is nothing to take back")
    index = find_past(state.trail, to) if to else len(state.trail) - 1
    past = state.trail[index]
    return Back(past.turn, past.step, past.seq)
