"""What must stand in public before dice fall: the commitments, the seal of a step's orders, the round that decides."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.kinds.sealed import seal_now
from pbem.desk.record.sealing import with_inputs
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.dice.drand import chain_named
from pbem.dice.steps import mixed_proof


def seals_of(campaign: Campaign, state: State) -> dict[int, str]:
    """The seal of the step under way, whose dice are still to fall; none if nothing is sealed."""
    opened = state.open
    is_fixed = opened is not None and opened.is_sealed and state.next_epoch in opened.inputs
    return {state.next_epoch: seal_now(campaign, state, opened)} if opened and is_fixed else {}


def is_complete(campaign: Campaign, state: State) -> bool:
    """Whether all orders and answers of the step are in, so that only parts of the dice can be missing."""
    is_sealed = state.open is not None and state.open.is_sealed
    waits = campaign.step_of(state) is not None and not is_sealed and not state.proposal
    return waits and all(debt.party for debt in owed(campaign, state))


def seal_to_come(own: Secrets, state: State) -> dict[int, str]:
    """The seal that a complete step will get in this store, unless somebody replaces his orders before.

    Between two stores whoever has the pen seals, with a salt of his own: the other store cannot know the seal yet.
    """
    if state.pen not in ("", own.me) or not own.salt_secret or not is_complete(own.campaign, state):
        return {}
    opened = with_inputs(own.campaign, state, own.salt(state))
    return {state.next_epoch: seal_now(own.campaign, state, opened)}


def notice_lines(campaign: Campaign, state: State, seals: dict[int, str]) -> list[str]:
    """The proof block with all that is to be published now."""
    named = state.dice.named
    is_named = named is not None and not state.dice.absent and (not state.open or state.open.is_sealed)
    rounds = {state.next_epoch: (chain_named(named.chain), named.round)} if named and is_named else {}
    return mixed_proof(campaign.id, campaign.terms.mode, state.dice.anchors, named=rounds, seals=seals)
