"""Whether what an entry adds to the dice is what its party committed to. Each check gives its faults in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pbem.desk.campaign import Campaign
from pbem.desk.dice_state import fits, is_too_late, missing, name_round, needs
from pbem.desk.sealing import owed
from pbem.desk.state import Open, State
from pbem.desk.terms import GRACE, is_past, parties, round_after
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import iso_of, seconds_of

Body = Mapping[str, Any]


def check_secrets(campaign: Campaign, state: State, opened: Open, body: Body) -> Iterator[str]:
    """Each revealed part of a seed must lead back, link by link, to a published anchor."""
    for number, parts in sorted((int(e), parts) for e, parts in body["secrets"].items()):
        if str(number) in opened.secrets:
            if parts != opened.secrets[str(number)]:
                yield f"the secret of epoch {number} differs from the one revealed before"
            continue
        yield from _check_parts(campaign, state, number, parts)


def _check_parts(campaign: Campaign, state: State, epoch: int, parts: Body) -> Iterator[str]:
    for party, value in parts.items():
        if party == DRAND:
            if value != state.dice.round:
                yield f"the beacon round of epoch {epoch} is not the one that came in for it"
        elif not fits(state.dice, campaign.id, party, epoch, value):
            yield f"the secret of epoch {epoch} does not fit the commitment of {party}"
    for party in needs(state.dice, campaign.terms, campaign.game.sides):
        if party not in parts:
            yield f"the dice of epoch {epoch} fell without the part of {party}"


def check_submitted(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A link or an anchor in the header of an order file."""
    takes = body.get("takes", {})
    if "anchor" in takes and body["side"] in state.dice.links:
        yield f"{body['side']} publishes a second anchor"
    is_input = any(takes.get(key) for key in ("orders", "replies")) or "standing" in takes
    is_sealed = state.open is not None and state.open.is_sealed
    if is_input and not is_sealed and is_too_late(state.dice, campaign.terms, body["at"]):
        yield f"orders came in at {body['at']}, after their date {state.dice.due}"
    if "link" in takes and not fits(state.dice, campaign.id, body["side"], *takes["link"]):
        yield f"link {takes['link'][0]} of {body['side']} does not fit its anchor"


def check_extended(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A date is moved by somebody who does not owe anything himself, before the orders are sealed."""
    if body["by"] and any(debt.side == body["by"] for debt in owed(campaign, state)):
        yield f"{body['by']} moves its own date"
    if state.open is not None and state.open.is_sealed:
        yield "a date was moved after the orders were sealed"
    moved = replace(state.dice)
    name_round(moved, campaign.terms, body["at"], True)
    if not is_past(body["at"], body["due"]) or body["due"] != moved.due:
        yield f"the new date {body['due']} is not the one that the agreement gives"


def check_joined(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A side joins once, with an anchor."""
    if body["side"] not in parties(campaign.terms, campaign.game.sides):
        yield f"{body['side']} has no part in the dice"
    if body["side"] in state.dice.links:
        yield f"{body['side']} publishes a second anchor"


def check_contributed(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A part comes after the orders are sealed, for the coming epoch, from one who owes it."""
    if state.open is None or not state.open.is_sealed:
        yield "a part of the dice came before the orders were sealed"
    if body["epoch"] != state.next_epoch:
        yield f"a part of the dice is for epoch {body['epoch']}; the coming one is {state.next_epoch}"
    if body["party"] not in missing(state.dice, campaign.terms, campaign.game.sides, body["epoch"]):
        yield f"{body['party']} owes no part of the dice"
    if body["party"] == DRAND:
        yield from _check_round(campaign, state, body)
    elif not fits(state.dice, campaign.id, body["party"], body["epoch"], body["link"]):
        yield f"the secret of epoch {body['epoch']} does not fit the commitment of {body['party']}"


def _check_round(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    from pbem.dice.drand_bls import FALSE, check_round
    from pbem.dice.drand_reading import round_from_json

    drawn = round_from_json(body["round"], campaign.terms.chain)
    named = state.dice.named
    if named is None or drawn.number != named.round:
        yield f"round {drawn.number} came in; round {named.round if named else 'none'} was named before"
    checked = check_round(campaign.terms.chain, drawn)
    if checked.status == FALSE:
        yield f"round {drawn.number} is no genuine round of the beacon: {checked.why}"


def check_missed(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A side is named only after its date, for what it owes, and what follows is what was agreed."""
    terms, side = campaign.terms, body["side"]
    debts = [debt for debt in owed(campaign, state) if debt.side == side]
    if not debts or (body["consequence"] == "beacon" and not debts[0].party):
        yield f"{side} owes nothing for which it could be named"
    if not is_past(state.dice.due, body["at"]):
        yield f"{side} is named at {body['at']}, before its date {state.dice.due or 'which was never set'}"
    if body["consequence"] != terms.refusal:
        yield f"the consequence {body['consequence']} was not agreed on; it was {terms.refusal}"
    if body["consequence"] == "beacon" and body["named"] != stand_in(campaign, state).as_json():
        yield "the round that stands in is not the one that the agreement gives"


def stand_in(campaign: Campaign, state: State) -> Any:
    """The round that takes the place of a link: the first one a day behind the missed date."""
    return round_after(campaign.terms, iso_of(seconds_of(state.dice.due)), GRACE)
