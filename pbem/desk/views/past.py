"""The past of a campaign: the facts of a played step, the position behind it."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.find import find_past
from pbem.desk.record.kinds.run import StepPlayed
from pbem.desk.record.state import State, labels
from pbem.desk.replay.load import load
from pbem.desk.replay.replay import Replay, rebuild_state
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.steps import facts_now
from pbem.desk.replay.trail import snapshot_state, with_whole_trail
from pbem.errors import BadRecord
from pbem.kernel.position import Position
from pbem.store.entry import Reads


def facts_of(store: Reads, campaign: str = "", step: str = "") -> StepFacts:
    """The facts of a played step, made again from the record; without a name, of the last one."""
    loaded, state = load(store, campaign)
    if step:
        with_whole_trail(store, loaded, state)
    index = find_past(state.trail, step) if step or not state.trail else len(state.trail) - 1
    past = state.trail[index]
    replay = Replay(loaded, _state_before(store, loaded, state, index))
    for entry in store.entries(loaded.id, replay.state.seq, past.seq):
        body = replay.take(entry)
        if entry.seq == past.seq and isinstance(body, StepPlayed):
            return facts_now(replay, entry, body)
    raise BadRecord(f"{labels(state.trail)[index]}: the record has no entry {past.seq} for it")


def _state_before(store: Reads, campaign: Campaign, state: State, index: int) -> State:
    """The state behind the step before this one of the trail."""
    return state_after(store, campaign, state.trail[index - 1].seq if index else state.earlier or 1)


def state_after(store: Reads, campaign: Campaign, seq: int) -> State:
    """The state behind an entry: from a kept snapshot, or from the entries."""
    found = snapshot_state(store, campaign, seq)
    return found or rebuild_state(store.entries(campaign.id, 0, seq), campaign)


def position_at(store: Reads, campaign: str = "", step: str = "") -> Position:
    """The position after a step; without a name the present one, `start` for the set-up."""
    loaded, state = load(store, campaign)
    if not step:
        return state.position
    if step.strip().lower() == "start":
        return state_after(store, loaded, 1).position
    trail = with_whole_trail(store, loaded, state).trail
    return state_after(store, loaded, trail[find_past(trail, step)].seq).position
