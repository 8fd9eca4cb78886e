"""Taking a played step back by consent: one side proposes an amendment, every side agrees, then it is carried out.

Who may take a step back is agreed when the campaign is opened: the moderator, both sides by consent, or nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.desk.inbox.names import side_called
from pbem.desk.record.campaign import Campaign, load
from pbem.desk.record.folding import PROPOSED, fold_amended, fold_consented, fold_declined
from pbem.desk.record.open_step import Open
from pbem.desk.record.secrets import Hand, check_pen
from pbem.desk.record.state import Past, State, label, labels
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.errors import BadRecord, UsageError
from pbem.store.entry import Draft

if TYPE_CHECKING:
    from pbem.desk.inbox.receipts import Receipt
    from pbem.store.store import Store

Body = Mapping[str, Any]


def check_rewind(campaign: Campaign, wanted: str) -> None:
    """Refuse what the agreement does not allow. `wanted` is `undo` or `amend`."""
    rewind = campaign.terms.rewind
    if rewind == "never":
        raise UsageError(f"{campaign.name} was opened with --rewind never: a step that was played stays played")
    if rewind == "consent" and wanted == "undo":
        raise UsageError(
            f"in {campaign.name} a step is taken back by consent of all sides: "
            "propose the corrected orders with `pbem amend FILE --reason ...`, the other side answers `pbem consent`"
        )


def consent(store: Store, campaign: str, side: str, now: str) -> Receipt | None:
    """A side agrees to the open amendment; with the last consent it is carried out, and its receipt comes back."""
    return again_if_overtaken(lambda: _consent(store, campaign, side, now))


def _consent(store: Store, name: str, side: str, now: str) -> Receipt | None:
    from pbem.desk.amending import carry_out  # amending proposes, this side carries out

    campaign, state = load(store, name)
    who = _speaker(Hand(store, campaign), state, side)
    proposal = _open_proposal(campaign, state)
    _must_be_silent(campaign, proposal, who)
    body = {"at": now, "side": who, "proposal": proposal["seq"]}
    agreed = {*proposal["consents"], who}
    if not agreed.issuperset(campaign.game.sides):
        write(store, state, [Draft("consented", body)], lambda _: fold_consented(state, body))
        return None
    return carry_out(store, campaign, body, now)


def decline(store: Store, campaign: str, side: str, now: str) -> str:
    """A side does not agree; the play goes on as it was. The label of the step that stays is returned."""
    return again_if_overtaken(lambda: _decline(store, campaign, side, now))


def _decline(store: Store, name: str, side: str, now: str) -> str:
    campaign, state = load(store, name)
    who = _speaker(Hand(store, campaign), state, side)
    proposal = _open_proposal(campaign, state)
    body = {"at": now, "side": who, "proposal": proposal["seq"]}
    write(store, state, [Draft("declined", body)], lambda _: fold_declined(campaign, state, body))
    return str(proposal["taken_back"][0])


def _speaker(hand: Hand, state: State, side: str) -> str:
    """Whose word it is: in a player's own store only his."""
    check_pen(hand, state)
    named = side_called(hand.campaign.sides, side) if side else hand.me
    if not named:
        raise UsageError(f"say who consents: --side {' or --side '.join(hand.campaign.game.sides)}")
    if hand.me and named != hand.me:
        raise UsageError(f"this store speaks for {hand.me} only; {named} consents in its own")
    return named


def _open_proposal(campaign: Campaign, state: State) -> Mapping[str, Any]:
    if not state.proposal:
        raise UsageError(f"no amendment of {campaign.name} waits for consent: `pbem amend FILE` proposes one")
    return state.proposal


def _must_be_silent(campaign: Campaign, proposal: Body, side: str) -> None:
    if side in proposal["consents"]:
        others = [campaign.side_name(s) for s in campaign.game.sides if s not in proposal["consents"]]
        raise UsageError(f"{campaign.side_name(side)} has consented already; {' and '.join(others)} has not")


# -- what is taken back, and which dice stay ------------------------------------------------------------------


def line_before(state: State, back: Body) -> Past | Open | None:
    """The played step, or the one under way, that is taken back."""
    if not back["seq"]:
        return state.open
    return next((past for past in state.trail if past.seq == back["seq"]), None)


def labels_back(state: State, back: Body) -> list[str]:
    """All that is taken back with it."""
    under_way = [label(state.open.turn, state.open.step)] if state.open else []
    at = next((index for index, past in enumerate(state.trail) if past.seq == back["seq"]), len(state.trail))
    return labels(state.trail)[at:] + under_way


def dice_after(before: Past | Open | None, side: str, takes: Body) -> dict[str, list[str]]:
    """Rolls that fell in the refuted line: those whose orders stand as they were, and the others."""
    if before is None or not before.orders:
        return {"stay": [], "anew": []}
    lines = set(takes.get("orders", {}).get(before.step, before.orders[side].orders))
    lines |= {line for other, used in before.orders.items() if other != side for line in used.orders}
    rolls = {name: old for (kind, name), old in before.settled.items() if kind == "roll"}
    stay = [name for name, old in rolls.items() if not old.order or old.order in lines]
    return {"stay": stay, "anew": [name for name in rolls if name not in stay]}


# -- in a replay ----------------------------------------------------------------------------------------------


def check_undone(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """Only a moderator takes a step back on his own."""
    if campaign.terms.rewind != "moderator":
        yield f"a step was taken back, but the agreement was: {campaign.terms.rewind}"
    yield from _check_back(state, body)


def check_proposed(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """An amendment is proposed where consent is the agreement, one at a time, and says truly what it means."""
    if campaign.terms.rewind != "consent" or body["side"] not in campaign.game.sides:
        yield f"{body['side']} proposes an amendment, but the agreement was: {campaign.terms.rewind}"
    if state.proposal:
        yield f"an amendment is proposed while that of entry {state.proposal['seq']} waits"
    yield from _check_back(state, body)
    yield from _check_dice(state, body)


def amended_copy(campaign: Campaign, state: State, body: Body) -> State:
    """How the campaign would stand if the proposal were carried out: so its file is read. The state stays as it is."""
    pending = {side: dict(sent) for side, sent in state.pending.items()}
    dice = replace(state.dice, absent=list(state.dice.absent))
    then = replace(state, trail=list(state.trail), pending=pending, standing=dict(state.standing), dice=dice)
    fold_amended(campaign, then, body)
    return then


def check_amended(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """An amendment follows the agreement: by the moderator, or what all sides have consented to."""
    rewind, proposal = campaign.terms.rewind, state.proposal
    if rewind == "never":
        yield "a step was amended, but the agreement was never to do so"
    elif rewind == "consent":
        if proposal is None or set(proposal["consents"]) != set(campaign.game.sides):
            yield "a step was amended without the consent of all sides"
        elif any(proposal[key] != body[key] for key in PROPOSED):
            yield "the amendment is not the one that was consented to"
    yield from _check_back(state, body)
    yield from _check_dice(state, body)


def _check_back(state: State, body: Body) -> Iterator[str]:
    back = body["back"]
    before = line_before(state, back)
    if before is None or (before.turn, before.step) != (back["turn"], back["step"]):
        raise BadRecord(f"{label(back['turn'], back['step'])} is no step that can be taken back")
    if body["taken_back"] != labels_back(state, back):
        yield f"`taken_back` is recorded as {body['taken_back']}, the replay gives {labels_back(state, back)}"


def _check_dice(state: State, body: Body) -> Iterator[str]:
    if body["turn"] != body["back"]["turn"]:
        yield f"orders for turn {body['turn']} amend a step of turn {body['back']['turn']}"
    dice = dice_after(line_before(state, body["back"]), body["side"], body["takes"])
    if body["dice"] != dice:
        yield f"`dice` is recorded as {body['dice']}, the replay gives {dice}"


def check_consenting(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A consent or a refusal answers the open proposal; who has proposed may take it back."""
    if state.proposal is None or state.proposal["seq"] != body["proposal"]:
        yield f"{body['side']} answers a proposal that is not open"
    if body["side"] not in campaign.game.sides:
        yield f"there is no side {body['side']}"


def check_consented(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """Nobody consents twice."""
    yield from check_consenting(campaign, state, body)
    if state.proposal and body["side"] in state.proposal["consents"]:
        yield f"{body['side']} has consented already"
