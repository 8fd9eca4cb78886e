"""A date that has passed: the side gets a new one, or is named, with what was agreed when the campaign was opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.desk.campaign import load
from pbem.desk.folding import fold_extended, fold_missed
from pbem.desk.hand import Hand
from pbem.desk.proving import stand_in
from pbem.desk.sealing import Owed, owed
from pbem.desk.state import State
from pbem.desk.terms import due_after, is_past
from pbem.desk.writing import again_if_overtaken, write
from pbem.errors import UsageError
from pbem.store.entry import Draft

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Missed:
    """A side that was named."""

    campaign: str
    side: str
    what: str
    due: str
    consequence: str
    named: dict[str, Any] | None  # the beacon round that stands in for its link
    seq: int

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "side": self.side,
            "what": self.what,
            "due": self.due,
            "consequence": self.consequence,
            "named": self.named,
            "seq": self.seq,
        }


def name_overdue(store: Store, campaign: str, now: str) -> Missed:
    """Name the side whose date has passed, with the consequence that was agreed on."""
    return again_if_overtaken(lambda: _name(store, campaign, now))


def _name(store: Store, name: str, now: str) -> Missed:
    campaign, state = load(store, name)
    hand = Hand(store, campaign)
    debt = _late(state, owed(campaign, state), hand.me, now)
    consequence = campaign.terms.refusal
    if consequence == "wait" or (consequence == "beacon" and not debt.party):
        agreed = "to wait" if consequence == "wait" else "that the beacon stands in for links only"
        raise UsageError(
            f"{campaign.side_name(debt.side)} owes {debt.what} since {state.dice.due}. "
            f"The agreement of this campaign is {agreed}: nothing follows from it"
        )
    named = stand_in(campaign, state).as_json() if consequence == "beacon" else None
    body = {
        "at": now, "side": debt.side, "by": hand.me, "what": debt.what, "due": state.dice.due,
        "consequence": consequence, **({"named": named} if named else {}),
    }  # fmt: skip
    entry = write(store, state, [Draft("missed", body)], lambda _: fold_missed(state, body))[0]
    return Missed(campaign.name, debt.side, debt.what, body["due"], consequence, named, entry.seq)


def extend(store: Store, campaign: str, now: str) -> str:
    """A new date for whoever is late, and where the beacon decides a new round; the date is returned."""
    return again_if_overtaken(lambda: _extend(store, campaign, now))


def _extend(store: Store, name: str, now: str) -> str:
    campaign, state = load(store, name)
    me = Hand(store, campaign).me
    _late(state, owed(campaign, state), me, now)
    if any(debt.side == me for debt in owed(campaign, state)):
        raise UsageError("you are late yourself: the other side gives you a new date")
    body = {"at": now, "by": me, "due": due_after(campaign.terms, now, True)}
    write(store, state, [Draft("extended", body)], lambda _: fold_extended(campaign, state, body))
    return body["due"]


def _late(state: State, debts: list[Owed], me: str, now: str) -> Owed:
    late = [debt for debt in debts if debt.side and debt.side != me]
    if not late:
        raise UsageError("nobody else owes anything: `pbem status` says what is waited for")
    if not state.dice.due:
        raise UsageError("the campaign has no dates, so nobody can be late: `pbem new --days` sets them")
    if not is_past(state.dice.due, now):
        raise UsageError(f"the date has not passed: {late[0].what} is due by {state.dice.due}, and it is {now}")
    return late[0]
