"""Taking a played step back by consent: one side proposes an amendment, every side agrees, then it is carried out.

Who may take a step back is agreed when the campaign is opened: the moderator, both sides by consent, or nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pbem.desk.campaign import Campaign, load
from pbem.desk.folding import fold_consented, fold_declined
from pbem.desk.hand import Hand, check_pen
from pbem.desk.naming import side_called
from pbem.desk.state import State
from pbem.desk.writing import again_if_overtaken, write
from pbem.errors import UsageError
from pbem.store.entry import Draft

if TYPE_CHECKING:
    from pbem.desk.receipts import Receipt
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
    write(store, state, [Draft("declined", body)], lambda _: fold_declined(state))
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


# -- in a replay ----------------------------------------------------------------------------------------------


def check_consent(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """An amendment follows the agreement: by the moderator, or what all sides have consented to."""
    rewind = campaign.terms.rewind
    if rewind == "never":
        yield "a step was amended, but the agreement was never to do so"
    if rewind != "consent":
        return
    proposal = state.proposal
    if proposal is None or set(proposal["consents"]) != set(campaign.game.sides):
        yield "a step was amended without the consent of all sides"
    elif (proposal["sha256"], proposal["back"]) != (body["sha256"], body["back"]):
        yield "the amendment is not the one that was consented to"


def check_consenting(campaign: Campaign, state: State, body: Body) -> Iterator[str]:
    """A consent or a refusal answers the open proposal."""
    if state.proposal is None or state.proposal["seq"] != body["proposal"]:
        yield f"{body['side']} answers a proposal that is not open"
    elif body["side"] in state.proposal["consents"]:
        yield f"{body['side']} answers its own proposal"
    if body["side"] not in campaign.game.sides:
        yield f"there is no side {body['side']}"
