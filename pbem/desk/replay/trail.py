"""The whole trail of played steps. A state knows the last turn; the turns before it are in snapshots that were kept."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State, state_from_text
from pbem.store.entry import Reads


def with_whole_trail(store: Reads, campaign: Campaign, state: State) -> State:
    """The state with every played step in its trail: one look into the store for each turn."""
    while state.earlier:
        with_turn_before(store, campaign, state)
    return state


def with_turn_before(store: Reads, campaign: Campaign, state: State) -> State:
    """The state with one more turn at the beginning of its trail, for those who look back only as far as they must."""
    before = snapshot_state(store, campaign, state.earlier)
    if before is None or not before.trail or before.trail[-1].seq != state.earlier:
        from pbem.desk.replay.replay import rebuild_state  # late: snapshots seldom miss

        known = store.entries(campaign.id, 0, state.seq)
        state.trail, state.earlier = rebuild_state(known, campaign, store.submission).trail, 0
    else:
        state.trail, state.earlier = [*before.trail, *state.trail], before.earlier
    return state


def snapshot_state(store: Reads, campaign: Campaign, seq: int) -> State | None:
    """The state that was kept behind an entry, if there is one."""
    snapshot = store.snapshot_at(campaign.id, seq)
    return state_from_text(snapshot.state) if snapshot else None
