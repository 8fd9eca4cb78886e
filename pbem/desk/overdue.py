"""A date that has passed: the side gets a new one, or is named, with what was agreed when the campaign was opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.kinds.dates import MOST_HOURS, Extended, Missed, consequence_of, stand_in
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.terms import ASK, FORFEIT, STANDING, SUBSTITUTE, WAIT, Named, is_before, later_date
from pbem.desk.record.typed import written
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.desk.seating import hand_over
from pbem.errors import UsageError
from pbem.kernel.naming import the
from pbem.values import dataclass, replace

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
            "named": written(self.named),
            "seq": self.seq,
        }


def name_overdue(store: Store, campaign: str, now: str) -> Overdue:
    """Name the side whose date has passed, with the consequence that was agreed on."""
    return again_if_overtaken(lambda: _name(store, campaign, now))


def _name(store: Store, name: str, now: str) -> Overdue:
    campaign, state = load(store, name)
    me, now = Secrets(store, campaign).me, state.time(now)
    late = _late(campaign, state, me, now)
    debt, consequence = late[0], consequence_of(campaign, state, late[0])
    sides = [the(campaign.side_name(side)) for side in dict.fromkeys(debt.side for debt in late)]
    if consequence == FORFEIT and len(sides) > 1:
        raise UsageError(
            f"{' and '.join(sides)} are both late, so neither has lost: set a new deadline with `pbem extend`"
        )
    missed = Overdue(campaign.name, debt.side, debt.what, state.dice.due, consequence, None, 0)
    if consequence in (WAIT, ASK):
        return missed  # he is named, and nothing follows by itself: the record goes on when he does
    named = _stand_in(campaign, state, now) if consequence == "beacon" else None
    who = debt.seat or debt.side
    body = Missed(
        at=now, side=debt.side, by=me, what=debt.what, due=state.dice.due, consequence=consequence, named=named,
        seat=debt.seat if consequence in (STANDING, SUBSTITUTE) else "",
    )  # fmt: skip
    with store.together():
        entry = write(store, campaign, state, [body])
        after = campaign.with_people(state.people)
        if after.player(who) != campaign.player(who):
            hand_over(store, campaign, who, after.player(who))
    return replace(missed, named=named, seq=entry.seq)


def _stand_in(campaign: Campaign, state: State, now: str) -> Named:
    """The round that takes the place of a link: who names the other must not know it yet."""
    named = stand_in(campaign, state)
    if is_before(named.time, now):
        raise UsageError(
            f"round {named.round}, which would replace the link, came out at {named.time} and is known. "
            "Set a new deadline with `pbem extend`; if it is missed too, run `pbem overdue` within a day"
        )
    return named


def extend(store: Store, campaign: str, now: str, hours: int = 0) -> str:
    """A later date for whoever owes something, also before it has passed; with a beacon another round. The date."""
    if not 0 <= hours <= MOST_HOURS:
        raise UsageError(f"a date is moved on by 1 hour to {MOST_HOURS // 24} days, not by {hours} hours")
    return again_if_overtaken(lambda: _extend(store, campaign, now, hours))


def _extend(store: Store, name: str, now: str, hours: int) -> str:
    campaign, state = load(store, name)
    me, now = Secrets(store, campaign).me, state.time(now)
    debts, is_late = _awaited(campaign, state, me), is_before(state.dice.due, now)
    _check_owes_nothing(debts, me, "are late" if is_late else "owe something")
    due = later_date(campaign.terms, state.dice.due, now, hours)
    write(store, campaign, state, [Extended(at=now, by=me, due=due, hours=hours)])
    return due


def _late(campaign: Campaign, state: State, me: str, now: str) -> list[Owed]:
    """What others owe since a date that has passed."""
    late = _awaited(campaign, state, me)
    if not is_before(state.dice.due, now):
        raise UsageError(f"the deadline has not passed: {late[0].what} is due by {state.dice.due}, and it is {now}")
    _check_owes_nothing(late, me, "are late")
    return late


def _awaited(campaign: Campaign, state: State, me: str) -> list[Owed]:
    """What others owe by a date."""
    debts = [debt for debt in owed(campaign, state) if debt.side]
    if all(debt.side == me for debt in debts):
        raise UsageError("no one else owes anything: `pbem status` shows what the game is waiting for")
    if not campaign.terms.days:
        raise UsageError("the campaign has no deadlines, so no one can be late: `pbem new --days` sets them")
    dated = [debt for debt in debts if debt.due]
    if not dated:
        raise UsageError(f"what the game is waiting for has no deadline: {debts[0].what}")
    return dated


def _check_owes_nothing(debts: Sequence[Owed], me: str, what: str) -> None:
    if any(debt.side == me for debt in debts):
        raise UsageError(f"you {what} yourself: the other side declares who is late, or sets a new deadline")
