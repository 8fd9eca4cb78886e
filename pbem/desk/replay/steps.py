"""Every played step of a record once more, in order, with its facts; one pass over the entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.desk.record.campaign import Campaign, campaign_from
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.kinds.taken_back import Amended, Undone
from pbem.desk.record.state import State, labels
from pbem.desk.replay.replay import Replay, start, take_or_fail
from pbem.desk.replay.step_facts import StepFacts
from pbem.errors import BadRecord
from pbem.store.entry import Entry
from pbem.values import NamedTuple


class StepTold(NamedTuple):
    """A played step, and the state behind it. The state goes on with the record: look at it before the next one."""

    number: int  # from 1, over all steps of the record
    seq: int
    at: str
    step: StepFacts
    state: State


def opened_by(entries: Sequence[Entry]) -> Campaign:
    """The campaign of a record."""
    if not entries or entries[0].kind != "opened":
        raise BadRecord("the record does not begin with the entry `opened`")
    return campaign_from(entries[0].shared())


def retold(entries: Sequence[Entry], campaign: Campaign | None = None) -> Iterator[StepTold]:
    """The played steps, those among them that were taken back later."""
    campaign = campaign or opened_by(entries)
    replay, number = start(entries[0], campaign), 0
    for entry in entries[1:]:
        body = take_or_fail(replay, entry)
        if isinstance(body, StepPlayed):
            number += 1
            yield StepTold(number, entry.seq, body.at, facts_now(replay, entry, body), replay.state)


def facts_now(replay: Replay, entry: Entry, body: StepPlayed) -> StepFacts:
    """The step that the replay has just played."""
    state = replay.state
    past = state.trail[-1]
    if replay.played is None or past.before is None:
        raise BadRecord(f"entry {entry.seq}: the replay gives no step for it")
    return StepFacts(
        labels(state.trail)[-1], past.turn, past.step, replay.campaign.steps[past.step].title,
        tuple(replay.played.facts), past.before, state.position, body, past.inputs, entry.hash, state.luck,
        len(state.trail) == 1 and not state.earlier, seq=entry.seq,
    )  # fmt: skip


def taken_back(entries: Sequence[Entry]) -> dict[int, str]:
    """The entries of played steps that were taken back later, and why."""
    trail: list[int] = []
    found: dict[int, str] = {}
    for entry in entries:
        if entry.kind == "played":
            trail.append(entry.seq)
        body = body_of(entry) if entry.kind in ("undone", "amended") else None
        if isinstance(body, Undone | Amended) and body.back.seq:
            found |= {seq: body.reason for seq in trail if seq >= body.back.seq}
            trail = [seq for seq in trail if seq < body.back.seq]
    return found


def retaken(entries: Sequence[Entry]) -> tuple[int, int]:
    """How often steps of a record were taken back, and how many dice of those that stand fell and no longer count."""
    gone = taken_back(entries)
    stand = [body_of(entry) for entry in entries if entry.kind == "played" and entry.seq not in gone]
    times = sum(entry.kind in ("undone", "amended") for entry in entries)
    return times, sum(len(void.faces) for body in stand if isinstance(body, StepPlayed) for void in body.void)
