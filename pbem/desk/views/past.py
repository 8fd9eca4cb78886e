"""The past of a campaign: the facts of its steps, the position behind each."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.find import find_past
from pbem.desk.record.state import Past, State, labels
from pbem.desk.replay.load import load
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.trail import snapshot_state, with_whole_trail
from pbem.desk.replay.under_way import label_of_open, under_way
from pbem.errors import BadRecord
from pbem.kernel.position import Position
from pbem.store.entry import Reads


def facts_of(store: Reads, campaign: str = "", step: str = "") -> StepFacts:
    """The facts of a step, made again from the record; without a name, of the last one, be it still under way."""
    loaded, state = load(store, campaign)
    so_far = under_way(loaded, state)
    if so_far is not None and (not step or _is_called(state, step)):
        return so_far
    if step:
        with_whole_trail(store, loaded, state)
    index = find_past(state.trail, step) if step or not state.trail else len(state.trail) - 1
    return played_steps(store, loaded, state, index, index)[0]


def _is_called(state: State, step: str) -> bool:
    """Whether a person means the step under way."""
    words = step.strip().lower().replace(" ", "/")
    return label_of_open(state).lower() in (words, f"t{words}")


def played_steps(store: Reads, campaign: Campaign, state: State, first: int, last: int) -> list[StepFacts]:
    """The facts of all steps between two places of the trail, in one pass over the record."""
    from pbem.desk.record.kinds.run import StepPlayed  # late, as below: who looks at the board needs no replay
    from pbem.desk.replay.replay import Replay
    from pbem.desk.replay.steps import facts_now

    wanted = state.trail[first : last + 1]
    replay = Replay(campaign, _state_before(store, campaign, state, first))
    found = []
    for entry in store.entries(campaign.id, replay.state.seq, wanted[-1].seq):
        body = replay.take(entry)
        if isinstance(body, StepPlayed) and _is_one_of(entry.seq, wanted):
            found.append(facts_now(replay, entry, body))
    if len(found) != len(wanted):
        raise BadRecord(f"{labels(state.trail)[first]}: the record has no entry {wanted[0].seq} for it")
    return found


def _is_one_of(seq: int, wanted: Sequence[Past]) -> bool:
    """Steps that were taken back stand in the record and no longer in the trail."""
    return any(past.seq == seq for past in wanted)


def _state_before(store: Reads, campaign: Campaign, state: State, index: int) -> State:
    """The state behind the step before this one of the trail."""
    return state_after(store, campaign, state.trail[index - 1].seq if index else state.earlier or 1)


def state_after(store: Reads, campaign: Campaign, seq: int) -> State:
    """The state behind an entry: from a kept snapshot, or from the entries."""
    found = snapshot_state(store, campaign, seq)
    if found is None:
        from pbem.desk.replay.replay import rebuild_state

        found = rebuild_state(store.entries(campaign.id, 0, seq), campaign)
    return found


def position_at(store: Reads, campaign: str = "", step: str = "") -> Position:
    """The position after a step; without a name the present one, `start` for the set-up."""
    loaded, state = load(store, campaign)
    if not step:
        return state.position
    if step.strip().lower() == "start":
        return state_after(store, loaded, 1).position
    trail = with_whole_trail(store, loaded, state).trail
    return state_after(store, loaded, trail[find_past(trail, step)].seq).position


def position_now(campaign: Campaign, state: State) -> Position:
    """How the board stands: in the middle of a step, where one is under way."""
    if state.stood is not None:
        return state.stood
    so_far = under_way(campaign, state)
    return so_far.after if so_far else state.position
