"""Loading a campaign: its state comes from the newest snapshot, or from the entries where that does not fit them."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign, campaign_from
from pbem.desk.record.editions import must_be_known
from pbem.desk.record.find import glance_at
from pbem.desk.record.hidden_lines import hidden_lines
from pbem.desk.record.state import State, state_from_text
from pbem.store.entry import Glance, Reads


def load(store: Reads, name: str = "") -> tuple[Campaign, State]:
    """The campaign and its state; without a name, of the only one there is."""
    glance = glance_at(store, name)
    campaign = campaign_from(glance.opened.values())
    state = _state_at(store, campaign, glance)
    return (campaign.with_people(state.people) if state.people else campaign), state


def state_now(store: Reads, campaign: Campaign) -> State:
    """The state of a campaign that is loaded already."""
    return _state_at(store, campaign, glance_at(store, campaign.id))


def _state_at(store: Reads, campaign: Campaign, glance: Glance) -> State:
    state = state_from_text(glance.newest.state) if glance.newest else None
    if state is None or (state.seq, state.head) != tuple(glance.head):
        from pbem.desk.replay.replay import rebuild_state  # late: `pbem check` seldom needs it, and starts sooner

        state = rebuild_state(store.entries(campaign.id), campaign, store.submission)
    must_be_known(campaign, state.edition)
    if state.pen and state.closed():
        state.truth = hidden_lines(store.secrets(campaign.id))
    return state
