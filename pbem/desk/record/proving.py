"""Whether what an entry adds to the dice is what its party committed to. Each check gives its faults in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pbem.desk.inbox.signatures import can_verify, must_sign
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed, waits_for_anchors
from pbem.desk.record.dice_state import DiceState, fits, is_too_late, missing, must_be_shown, needs
from pbem.desk.record.open_step import Open
from pbem.desk.record.pending import sender_of
from pbem.desk.record.state import State, label
from pbem.desk.record.terms import FORFEIT, GRACE, Named, Terms, due_after, is_past, parties, round_after
from pbem.dice.drand import NAME as DRAND

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
    """A link or an anchor in the header of an order file, and orders that come in time."""
    takes, side = body.get("takes", {}), body["side"]
    if body["verdict"] == "accepted" and body["turn"] != state.position.turn:
        yield f"a file for turn {body['turn']} is accepted in turn {state.position.turn}"
    if body["verdict"] == "accepted" and sender_of(body) not in campaign.seats_of(side):
        yield f"orders of {sender_of(body)}, who sends none for {side}"
    for step, turn in takes.get("turns", {}).items():
        if step not in takes.get("orders", {}) or turn <= state.position.turn:
            yield f"orders for {step} are put into turn {turn}"
    if "anchor" in takes and side in state.dice.links:
        yield f"{side} publishes a second anchor"
    is_input = any(takes.get(key) for key in ("orders", "replies")) or "standing" in takes
    # Orders that were promised in time may be opened later: their hash is known.
    if is_input and "promise" not in body:
        yield from check_in_time(campaign, state, body["at"])
    if "link" in takes:
        if waits_for_anchors(campaign, state, side):
            yield f"{side} shows a link before all anchors are published"
        if not fits(_with_anchor(state, side, takes), campaign.id, side, *takes["link"]):
            yield f"link {takes['link'][0]} of {side} does not fit its anchor"


def _with_anchor(state: State, side: str, takes: Body) -> DiceState:
    """A file may bring the anchor and a link of it together."""
    known = {side: (0, takes["anchor"])} if "anchor" in takes else {}
    return replace(state.dice, links={**known, **state.dice.links})


def check_in_time(campaign: Campaign, state: State, at: str) -> Iterator[str]:
    """Orders for a round of the beacon come by the date that was set for them."""
    is_sealed = state.open is not None and state.open.is_sealed
    if not is_sealed and is_too_late(state.dice, campaign.terms, at):
        yield f"orders came in at {at}, after their date {state.dice.due}"


def check_extended(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A date that has passed is moved by somebody who does not owe anything himself."""
    yield from _check_speaker(campaign, state, body["by"])
    if not _debts(campaign, state) or not is_past(state.dice.due, body["at"]):
        yield f"the date {state.dice.due or 'that was never set'} is moved, and had not passed at {body['at']}"
    if body["due"] != due_after(campaign.terms, body["at"], True):
        yield f"the new date {body['due']} is not the one that the agreement gives"


def _check_speaker(campaign: Campaign, state: State, by: str) -> Iterator[str]:
    """Who names others and moves dates: one of two stores, nobody by name where a moderator keeps the record."""
    if by not in (campaign.game.sides if campaign.opened.get("exchange") else ("",)):
        yield f"{by or 'nobody'} has no right to name others or to move dates"
    if any(debt.side == by for debt in _debts(campaign, state)):
        yield f"{by} is late itself"


def _debts(campaign: Campaign, state: State) -> list[Owed]:
    """What sides owe by a date; neither the beacon nor a consent has one."""
    return [debt for debt in owed(campaign, state) if debt.side and debt.due]


def check_joined(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A side joins once, with an anchor, and with a key where all must sign."""
    if body["side"] not in parties(campaign.terms, campaign.game.sides):
        yield f"{body['side']} has no part in the dice"
    if body["side"] in state.dice.links:
        yield f"{body['side']} publishes a second anchor"
    if len(body["anchor"]) != 64 or len(bytes.fromhex(body["anchor"])) != 32:
        yield f"the anchor of {body['side']} is not 64 hex digits"
    if must_sign(campaign) and not (body.get("key") or state.keys.get(body["side"])):
        yield f"{body['side']} joins without a public key, though the campaign wants signed files"


def check_contributed(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A part comes after the orders are sealed, for the coming epoch, from one who owes it."""
    if state.open is None or not state.open.is_sealed:
        yield "a part of the dice came before the orders were sealed"
    elif (body["turn"], body["step"]) != (state.open.turn, state.open.step):
        yield f"a part of the dice is for {label(body['turn'], body['step'])}, which is not sealed"
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
    if must_be_shown(campaign.terms, state.pen) and not state.dice.shown:
        yield "the round came in before the other side had the sealed orders"
    if named and not is_past(named.time, body["at"]) and body["at"] != named.time:
        yield f"round {drawn.number} is dated {body['at']}, before it fell at {named.time}"
    if named is None or drawn.number != named.round:
        yield f"round {drawn.number} came in; round {named.round if named else 'none'} was named before"
    checked = check_round(campaign.terms.chain, drawn)
    if checked.status == FALSE:
        yield f"round {drawn.number} is no genuine round of the beacon: {checked.why}"


def check_missed(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A side is named by another, after its date, for what it owes, and what follows is what was agreed."""
    side, consequence = body["side"], body["consequence"]
    yield from _check_speaker(campaign, state, body["by"])
    late = _debts(campaign, state)
    debts = [debt for debt in late if debt.side == side]
    if not debts or consequence_of(campaign.terms, debts[0]) != consequence or consequence == "wait":
        yield f"{side} owes nothing for which `{consequence}` was agreed on"
    if consequence == FORFEIT and len({debt.side for debt in late}) > 1:
        yield f"{side} is named, and others are late as well"
    if not is_past(state.dice.due, body["at"]):
        yield f"{side} is named at {body['at']}, before its date {state.dice.due or 'which was never set'}"
    elif consequence == "beacon":
        yield from _check_stand_in(stand_in(campaign, state), body)


def _check_stand_in(named: Named, body: Body) -> Iterator[str]:
    if body["named"] != named.as_json():
        yield "the round that stands in is not the one that the agreement gives"
    if is_past(named.time, body["at"]):
        yield f"{body['side']} is named at {body['at']}, when round {named.round} was known already"


def consequence_of(terms: Terms, debt: Owed) -> str:
    """What follows when a date has passed: a round stands in for a link only."""
    return "wait" if terms.refusal == "beacon" and not debt.party else terms.refusal


def stand_in(campaign: Campaign, state: State) -> Named:
    """The round that takes the place of a link: the first one a day behind the missed date."""
    return round_after(campaign.terms, state.dice.due, GRACE)


# -- what cannot be checked here ------------------------------------------------------------------------------


def cannot_check(kind: str, body: Body) -> Iterator[str]:
    """What an entry claims and this computer cannot check, as a library is missing."""
    if kind == "contributed" and "round" in body:
        from pbem.dice.drand_bls import INSTALL, has_library

        if not has_library():
            yield INSTALL
    if (kind == "handed" and body.get("signature")) or body.get("mark"):
        from pbem.dice.keys import INSTALL as KEYS

        if not can_verify():
            yield f"signatures NOT verified: {KEYS}"
