"""The whole trail of played steps. A state knows the last turn; the turns before it are in snapshots that were kept."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import Past, State, state_from_text
from pbem.store.entry import Reads


def with_whole_trail(store: Reads, campaign: Campaign, state: State) -> State:
    """The state with every played step in its trail: one look into the store for each turn."""
    if state.earlier:
        state.trail, state.earlier = _trail(store, campaign, state), 0
    return state


def _trail(store: Reads, campaign: Campaign, state: State) -> list[Past]:
    turns, earlier = [state.trail], state.earlier
    while earlier:
        before = snapshot_state(store, campaign, earlier)
        if before is None or not before.trail or before.trail[-1].seq != earlier:
            from pbem.desk.replay.replay import rebuild_state  # late: snapshots seldom miss

            entries = store.entries(campaign.id)
            known = [entry for entry in entries if entry.seq <= state.seq]
            return rebuild_state(known, campaign, store.submission).trail
        turns.append(before.trail)
        earlier = before.earlier
    return [past for trail in reversed(turns) for past in trail]


def snapshot_state(store: Reads, campaign: Campaign, seq: int) -> State | None:
    """The state that was kept behind an entry, if there is one."""
    snapshot = store.snapshot_at(campaign.id, seq)
    return state_from_text(snapshot.state) if snapshot else None
