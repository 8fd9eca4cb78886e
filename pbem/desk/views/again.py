"""What the post of a step says that was taken back and played again: who, why, with whose consent, and the old dice."""

from __future__ import annotations

from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.replay.step_facts import StepFacts
from pbem.dice.harmless import harmless


def played_again(campaign: Campaign, found: StepFacts) -> dict[str, Any]:
    """`again`, each time that the step was taken back, and `void`, the dice that fell before and no longer count."""
    faces = {fact["name"]: list(fact["faces"]) for fact in found.facts if fact.kind == "rolled"}
    again = [
        {
            "entry": one.seq,
            "who": harmless(one.who),
            "reason": harmless(one.reason),
            "consents": [campaign.side_name(side) for side in one.consents],
            "replaces": one.replaces,
            "sealed": one.sealed,
        }
        for one in found.body.again
    ]
    void = [
        {
            "label": f"t{found.turn}/{found.step}/{one.name}",
            "faces": list(one.faces),
            "sides": one.sides,
            "epoch": one.epoch,
            "now": faces.get(one.name, []),
        }
        for one in found.body.void
    ]
    return {"again": again, "void": void}
