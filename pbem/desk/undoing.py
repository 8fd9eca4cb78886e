"""Taking back: only as a visible entry of the record. Dice that were seen are never cast again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.desk.campaign import Campaign, find_past, load
from pbem.desk.folding import fold_submitted, fold_undone
from pbem.desk.header import of_kind
from pbem.desk.naming import sender_name, side_called
from pbem.desk.rebuilding import rebuild_state
from pbem.desk.receipts import Looked, Receipt, look_at, receipt_of
from pbem.desk.receiving import record, submission_body
from pbem.desk.state import State, label, labels
from pbem.desk.writing import again_if_overtaken, write
from pbem.errors import Problem, Refusal, Refused, UsageError
from pbem.kernel.mail import Block
from pbem.kernel.names import folded
from pbem.kernel.pieces import Side
from pbem.kernel.reading import read_file
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
    return again_if_overtaken(lambda: _undo(store, campaign, _reason(reason), sender_name(who), now, to))


def _undo(store: Store, name: str, reason: str, who: str, now: str, to: str) -> Undone:
    campaign, state = _from_start(store, name)
    back, taken = _back_to(state, to)
    body = {"at": now, "who": who, "reason": reason, "back": back, "taken_back": taken}
    entry = write(store, state, [Draft("undone", body)], lambda _: fold_undone(state, body))[0]
    place = state.position
    return Undone(campaign.name, tuple(taken), place.turn, place.step, reason, entry.seq, entry.hash)


def _from_start(store: Store, name: str) -> tuple[Campaign, State]:
    """The state read from the start of the record: only so are the positions of the past at hand."""
    campaign, _ = load(store, name)
    return campaign, rebuild_state(store.entries(campaign.id), campaign)


def _reason(text: str) -> str:
    words = " ".join(text.split())
    if not words or len(words) > LONGEST_REASON or not words.isprintable():
        raise UsageError(
            f"taking a step back needs a reason of 1 to {LONGEST_REASON} characters; it stays in the record"
        )
    return words


def _back_to(state: State, to: str) -> tuple[dict[str, Any], list[str]]:
    under_way = label(state.open.turn, state.open.step) if state.open else ""
    if state.open and (not to or to.strip().lower() == under_way):
        return {"turn": state.open.turn, "step": state.open.step, "seq": 0}, [under_way]
    if not state.trail:
        raise UsageError("no step has been played yet, so there is nothing to take back")
    index = find_past(state.trail, to) if to else len(state.trail) - 1
    past = state.trail[index]
    taken = labels(state.trail)[index:] + ([under_way] if under_way else [])
    return {"turn": past.turn, "step": past.step, "seq": past.seq}, taken


# -- amending -------------------------------------------------------------------------------------------------


def amend(store: Store, campaign: str, reason: str, data: bytes, who: str, now: str) -> Receipt:
    """Take back the step that the file is for, with all after it, and put these orders in place: one entry."""
    return again_if_overtaken(lambda: _amend(store, campaign, _reason(reason), data, sender_name(who), now))


def _amend(store: Store, name: str, reason: str, data: bytes, who: str, now: str) -> Receipt:
    campaign, state = _from_start(store, name)
    seen = (state.seq, state.head)
    try:
        back, taken = _back_to(state, _step_meant(campaign, state, data))
    except Refused as refused:
        looked = look_at(campaign, state, b"")
        looked.judged.problems = list(refused.problems)
        return record(store, campaign, state, looked, data, who, now)
    undone = {"at": now, "who": who, "reason": reason, "back": back, "taken_back": taken}
    fold_undone(state, undone)
    looked = look_at(campaign, state, data)
    if looked.judged.problems:
        return _refused(store, name, looked, data, who, now)
    receipt = receipt_of(campaign, looked)
    body = {**submission_body(looked, receipt, data, who, now), **undone}
    state.seq, state.head = seen
    draft = Draft("amended", body)
    entry = write(store, state, [draft], lambda e: fold_submitted(state, body, e[0].seq), data)[0]
    return receipt._replace(seq=entry.seq, head=entry.hash, sha256=body["sha256"])


def _refused(store: Store, name: str, looked: Looked, data: bytes, who: str, now: str) -> Receipt:
    """The file is kept, the step stays as it is."""
    campaign, state = load(store, name)
    return record(store, campaign, state, looked, data, who, now)


def _step_meant(campaign: Campaign, state: State, data: bytes) -> str:
    """The played step that a file amends, from its header."""
    try:
        block = read_file(data, campaign.game)
        side = Side(side_called(campaign.sides, block.header.get("side", "")))
    except Refusal as refusal:
        raise Refused([refusal.problem]) from refusal
    except UsageError as error:
        raise Refused([_unclear(str(error), block.header.get("side", ""))]) from error
    wanted = _named_steps(campaign, side, block)
    turn = block.header.get("turn", "")
    under_way = state.open
    if under_way and under_way.step in wanted and turn == str(under_way.turn):
        return label(under_way.turn, under_way.step)
    known = labels(state.trail)
    for past, name in reversed(list(zip(state.trail, known, strict=True))):
        if past.step in wanted and str(past.turn) == turn:
            return name
    found = f"turn {turn or 'not given'}, step {block.header.get('step') or 'not given'}"
    raise Refused([_unclear("the header names no step of this side that has been played", found, known)])


def _named_steps(campaign: Campaign, side: Side, block: Block) -> list[str]:
    said = folded(block.header.get("step", ""))
    named = [step.id for step in campaign.steps.values() if said in (folded(step.id), folded(step.title))]
    return named or [step.id for step in of_kind(campaign.steps, side, said)]


def _unclear(why: str, found: str, known: list[str] | None = None) -> Problem:
    wanted = "side, turn and step of a played step"
    advice = f"the last steps played are {', '.join(known[-3:])}" if known else "see `pbem history`"
    return Problem("unreadable", why, found or "nothing", wanted, advice=advice)
