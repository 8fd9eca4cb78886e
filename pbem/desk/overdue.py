"""A date that has passed: the side gets a new one, or is named, with what was agreed when the campaign was opened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.kinds.dates import Extended, Missed, consequence_of, stand_in
from pbem.desk.record.plain import plain
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.terms import FORFEIT, Named, due_after, is_before
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Overdue:
    """A side that was named; `seq` is the entry, none where the agreement is to wait."""

    campaign: str
    side: str
    what: str
    due: str
    consequence: str
    named: Named | None  # the beacon round that stands in for its link
    seq: int

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "side": self.side,
            "what": self.what,
            "due": self.due,
            "consequence": self.consequence,
            "named": plain(self.named),
            "seq": self.seq,
        }


def name_overdue(store: Store, campaign: str, now: str) -> Overdue:
    """Name the side whose date has passed, with the consequence that was agreed on."""
    return again_if_overtaken(lambda: _name(store, campaign, now))


def _name(store: Store, name: str, now: str) -> Overdue:
    campaign, state = load(store, name)
    me = Secrets(store, campaign).me
    late = _late(campaign, state, me, now)
    debt, consequence = late[0], consequence_of(campaign.terms, late[0])
    sides = [campaign.side_name(side) for side in dict.fromkeys(debt.side for debt in late)]
    if consequence == FORFEIT and len(sides) > 1:
        raise UsageError(f"{' and '.join(sides)} are both late, so none has lost: give a new date with `pbem extend`")
    missed = Overdue(campaign.name, debt.side, debt.what, state.dice.due, consequence, None, 0)
    if consequence == "wait":
        return missed  # he is named, and nothing follows: the record goes on when he does
    named = _stand_in(campaign, state, now) if consequence == "beacon" else None
    body = Missed(
        at=now, side=debt.side, by=me, what=debt.what, due=state.dice.due, consequence=consequence, named=named
    )
    entry = write(store, campaign, state, [body])
    return replace(missed, named=named, seq=entry.seq)


def _stand_in(campaign: Campaign, state: State, now: str) -> Named:
    """The round that takes the place of a link: who names the other must not know it yet."""
    named = stand_in(campaign, state)
    if is_before(named.time, now):
        raise UsageError(
            f"round {named.round}, which would stand in, fell at {named.time} and is known. "
            "Give a new date with `pbem extend`; if that one passes too, name the side within a day"
        )
    return named


def extend(store: Store, campaign: str, now: str) -> str:
    """A new date for whoever is late, and where the beacon decides a new round; the date is returned."""
    return again_if_overtaken(lambda: _extend(store, campaign, now))


def _extend(store: Store, name: str, now: str) -> str:
    campaign, state = load(store, name)
    me = Secrets(store, campaign).me
    _late(campaign, state, me, now)
    due = due_after(campaign.terms, now, True)
    write(store, campaign, state, [Extended(at=now, by=me, due=due)])
    return due


def _late(campaign: Campaign, state: State, me: str, now: str) -> list[Owed]:
    """What others owe since a date that has passed."""
    debts = [debt for debt in owed(campaign, state) if debt.side]
    if all(debt.side == me for debt in debts):
        raise UsageError("nobody else owes anything: `pbem status` says what is waited for")
    if not campaign.terms.days:
        raise UsageError("the campaign has no dates, so nobody can be late: `pbem new --days` sets them")
    late = [debt for debt in debts if debt.due]
    if not late:
        raise UsageError(f"what is waited for has no date: {debts[0].what}")
    if not is_before(state.dice.due, now):
        raise UsageError(f"the date has not passed: {late[0].what} is due by {state.dice.due}, and it is {now}")
    if any(debt.side == me for debt in late):
        raise UsageError("you are late yourself: the other side names you, or gives you a new date")
    return late
