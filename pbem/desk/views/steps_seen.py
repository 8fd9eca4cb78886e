"""Played steps as somebody's eyes may see them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import ALL, in_fog, position_seen
from pbem.desk.replay.step_facts import StepFacts
from pbem.kernel.pieces import Side
from pbem.kernel.secrets import facts_for
from pbem.values import replace


def step_seen(campaign: Campaign, found: StepFacts, eyes: str) -> tuple[Campaign, StepFacts]:
    """A played step as these eyes may see it: without the orders, the journal and the digests of what is hidden."""
    if eyes == ALL:
        return campaign, found
    facts = tuple(facts_for(campaign.game, campaign.scenario, found.before, found.after, found.facts, Side(eyes)))
    before, after = (position_seen(campaign, one, eyes) for one in (found.before, found.after))
    body = replace(found.body, orders={}, late={}, pages=(), kept=None, facts=(), position="")
    shown = replace(found, facts=facts, before=before, after=after, body=body)
    return in_fog(campaign, before, after, facts=facts), shown


def steps_seen(campaign: Campaign, steps: Sequence[StepFacts], eyes: str) -> tuple[Campaign, list[StepFacts]]:
    """Several played steps, with one campaign for them all."""
    shown = [step_seen(campaign, step, eyes)[1] for step in steps]
    positions = [position for step in shown for position in (step.before, step.after)]
    return in_fog(campaign, *positions, facts=[fact for step in shown for fact in step.facts]), shown
