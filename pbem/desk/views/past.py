"""The past of a campaign: the facts of a played step, the position behind it."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.find import find_past
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.state import State, labels, state_from_text
from pbem.desk.replay.load import load
from pbem.desk.replay.replay import Replay, rebuild_state
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.steps import facts_now
from pbem.errors import BadRecord
from pbem.kernel.position import Position
from pbem.store.entry import Reads


def facts_of(store: Reads, campaign: str = "", step: str = "") -> StepFacts:
    """The facts of a played step, made again from the record; without a name, of the last one."""
    loaded, state = load(store, campaign)
    index = find_past(state.trail, step) if step or not state.trail else len(state.trail) - 1
    past = state.trail[index]
    replay = Replay(loaded, _state_after(store, loaded, state, index))
    for entry in store.entries(loaded.id, replay.state.seq):
        body = replay.take(entry)
        if entry.seq == past.seq and isinstance(body, StepPlayed):
            return facts_now(replay, entry, body)
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
