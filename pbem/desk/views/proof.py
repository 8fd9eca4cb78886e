"""The proof block of a played step, for the foot of its post: everything from which its dice can be cast again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import DiceState, links_in
from pbem.desk.record.state import label
from pbem.desk.record.terms import parties
from pbem.desk.replay.step_facts import StepFacts
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import chain_named
from pbem.dice.drand_reading import round_from_json
from pbem.dice.seal import SALT
from pbem.dice.steps import mixed_proof


def proof_of(
    campaign: Campaign,
    dice: DiceState,
    found: StepFacts,
    *,
    announced: int = 0,
    is_first: bool = False,
    seals: Mapping[int, str] | None = None,
) -> list[str]:
    """The block of lines; none where nothing is to prove. The first post shows the anchors even without dice.

    `announced` is the coming epoch, where this post names the beacon round that will decide it; `seals` are those of
    steps that are sealed and not played yet.
    """
    rolls = [*_rolls(found), *_void(found)]
    is_named = announced and dice.named and not dice.absent  # a round for a link is no announcement
    named = {announced: (chain_named(dice.named.chain), dice.named.round)} if dice.named and is_named else {}
    if not rolls and not named and not is_first and not seals:
        return []
    secrets, chain = found.body.secrets, campaign.terms.chain
    links = {e: links_in(parts) for e, parts in secrets.items()}
    beacons = {e: (chain, round_from_json(p[DRAND], chain)) for e, p in secrets.items() if DRAND in p}
    owed = parties(campaign.terms, campaign.game.sides)
    return mixed_proof(
        campaign.id,
        campaign.terms.mode,
        dice.anchors,
        rolls,
        inputs={e: digest for e, digest in found.inputs.items() if e in links},
        links=links,
        salts={e: parts[SALT] for e, parts in secrets.items() if SALT in parts},
        beacons=beacons,
        named=named,
        seals=seals,
        absent=[(e, party) for e in links for party in owed if party not in links[e]],
    )


def _rolls(found: StepFacts) -> list[dict[str, Any]]:
    place = found.body.place or label(found.turn, found.step)
    cast = [fact for fact in found.facts if fact.kind == "rolled"]
    return [
        {"label": f"{place}/{fact['name']}", "faces": fact["faces"], "sides": fact["sides"], "epoch": fact["epoch"]}
        for fact in cast
    ]


def _void(found: StepFacts) -> list[dict[str, Any]]:
    """Rolls that fell before the step was taken back and no longer count: they prove themselves like all others."""
    place = label(found.turn, found.step)
    return [
        {"label": f"{place}/{void.name}", "faces": void.faces, "sides": void.sides, "epoch": void.epoch}
        for void in found.body.void
    ]
