"""Consenting: a side answers the amendment or the edition that another one proposes; the last consent carries it out.

Who may take a step back is agreed when the campaign is opened: the moderator, both sides by consent, or nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.amending import carry_out
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.allowed import Allowed, allows
from pbem.desk.record.kinds.proposed import Consented, Declined
from pbem.desk.record.names import side_called
from pbem.desk.record.pen import check_pen, speaker
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.senders import sender_names
from pbem.desk.record.state import Proposal, State
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.desk.upgrading import Going, go_over
from pbem.errors import UsageError
from pbem.kernel.naming import does

__all__ = ("Going", "allow_pace", "consent", "decline")

if TYPE_CHECKING:
    from pbem.store.store import Store


def consent(store: Store, campaign: str, side: str, now: str) -> Receipt | Going | None:
    """A side agrees to what is proposed; with the last consent it is carried out, and what came of it is returned."""
    return again_if_overtaken(lambda: _consent(store, campaign, side, now))


def _consent(store: Store, name: str, side: str, now: str) -> Receipt | Going | None:
    campaign, state = load(store, name)
    who = _speaker(campaign, state, Secrets(store, campaign).me, side)
    proposal = _open_proposal(campaign, state)
    _must_be_silent(campaign, proposal, who)
    now = state.time(now)
    body = Consented(at=now, side=who, proposal=proposal.seq)
    if not {*proposal.consents, who}.issuperset(campaign.game.sides):
        write(store, campaign, state, [body])
        return None
    if proposal.edition:
        return go_over(store, campaign, state, body)
    return carry_out(store, campaign, state, body, now)


def allow_pace(store: Store, campaign: str, who: str, is_allowed: bool, now: str) -> list[str]:
    """A player says whether all may see how quick he is; who has still to allow it is returned."""
    return again_if_overtaken(lambda: _allow_pace(store, campaign, who, is_allowed, now))


def _allow_pace(store: Store, name: str, who: str, is_allowed: bool, now: str) -> list[str]:
    campaign, state = load(store, name)
    me = Secrets(store, campaign).me
    check_pen(campaign, state, me)
    if not who and not me:
        raise UsageError(f"say who consents: --side {' or --side '.join(campaign.senders)}")
    seat = str(side_called(sender_names(campaign), who or me))
    side = speaker(campaign, me, str(campaign.side_of(seat)))
    if allows(campaign, state, seat) == is_allowed:
        have = "agreed to it already" if is_allowed else "not agreed to it anyway"
        raise UsageError(f"nothing to change: {does(campaign.side_name(seat), 'have')} {have}")
    body = Allowed(at=state.time(now), side=side, seat=seat if seat != side else "", pace=is_allowed)
    write(store, campaign, state, [body])
    return [who for who in campaign.senders if not allows(campaign, state, who)]


def decline(store: Store, campaign: str, side: str, now: str) -> str:
    """A side does not agree; the play goes on as it was. What stays is returned: a step, or the edition."""
    return again_if_overtaken(lambda: _decline(store, campaign, side, now))


def _decline(store: Store, name: str, side: str, now: str) -> str:
    campaign, state = load(store, name)
    who = _speaker(campaign, state, Secrets(store, campaign).me, side)
    proposal = _open_proposal(campaign, state)
    edition = state.edition
    write(store, campaign, state, [Declined(at=state.time(now), side=who, proposal=proposal.seq)])
    return f"edition {edition} of the rules" if proposal.edition else proposal.taken_back[0]


def _speaker(campaign: Campaign, state: State, me: str, side: str) -> str:
    """Whose word it is: in a player's own store only his."""
    check_pen(campaign, state, me)
    return speaker(campaign, me, side)


def _open_proposal(campaign: Campaign, state: State) -> Proposal:
    if not state.proposal:
        raise UsageError(f"nothing in {campaign.name} is waiting for consent: `pbem amend FILE` proposes an amendment")
    return state.proposal


def _must_be_silent(campaign: Campaign, proposal: Proposal, side: str) -> None:
    if side in proposal.consents:
        others = [does(campaign.side_name(s), "have") for s in campaign.game.sides if s not in proposal.consents]
        raise UsageError(f"{does(campaign.side_name(side), 'have')} already consented; {' and '.join(others)} not")
