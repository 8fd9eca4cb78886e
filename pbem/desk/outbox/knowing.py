"""What a message to a player is made of: the campaign as he may see it, what is new to him, what he owes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.desk.inbox.receipts import Receipt
from pbem.desk.outbox.receipts import last_receipt
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.eyes import in_fog, own_eyes, position_seen
from pbem.desk.record.state import State
from pbem.desk.replay.load import state_now
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.views.past import position_now
from pbem.desk.views.spans import letters_of, new_steps
from pbem.desk.views.steps_seen import steps_seen
from pbem.kernel.position import Position
from pbem.store.entry import Entry, Reads
from pbem.values import NamedTuple, dataclass


class Reader(NamedTuple):
    """Who reads a message: the commander of a seat, or somebody else there with his own name and clocks."""

    name: str = ""
    zone: str = ""
    aside: str = ""  # why he is asked for nothing and gets no block to send, in words for him


@dataclass(frozen=True, slots=True)
class Known:
    """All that a player may know now. `campaign` and `state` are the truth: nothing of them goes out as it is."""

    campaign: Campaign
    state: State
    who: str
    eyes: str
    shown: Campaign  # with counters for what he sees but dimly
    steps: Sequence[StepFacts]  # since he last wrote, as he sees them
    position: Position  # the board as it stands, as he sees it
    debts: Sequence[Owed]  # of everybody
    wrote: Entry | None  # his last letter that was understood
    receipt: Receipt | None
    reader: Reader = Reader()

    @property
    def own(self) -> list[Owed]:
        """What he owes himself; what is asked of a whole side is asked of each of its players."""
        if self.reader.aside:
            return []
        side = self.campaign.side_of(self.who)
        return [debt for debt in self.debts if (debt.seat or debt.side) in (self.who, side) and debt.side]

    @property
    def questions(self) -> list[Mapping[str, Any]]:
        """What he is asked."""
        return [question for debt in self.own for question in debt.questions]

    @property
    def is_refused(self) -> bool:
        """Whether his last file was refused."""
        return self.receipt is not None and not self.receipt.is_accepted


def known_to(store: Reads, campaign: Campaign, who: str, reader: Reader | None = None) -> Known:
    """What a player, by his side or seat, may know."""
    state = state_now(store, campaign)  # a state of its own: looking back fills in its trail
    wrote = _last_letter(store, state, who)
    eyes = own_eyes(campaign, state, campaign.side_of(who))
    shown, steps = steps_seen(campaign, new_steps(store, campaign, state, who), eyes)
    position = position_seen(campaign, position_now(campaign, state), eyes)
    return Known(
        campaign, state, who, eyes, in_fog(shown, position), steps, position, owed(campaign, state), wrote,
        last_receipt(store, campaign, state, who), reader or Reader(),
    )  # fmt: skip


def _last_letter(store: Reads, state: State, who: str) -> Entry | None:
    """His last letter that was understood; the turn that was played last is looked through first."""
    found = next(letters_of(reversed(store.entries(state.campaign, state.earlier)), who), None)
    if found is None and state.earlier:
        found = next(letters_of(reversed(store.entries(state.campaign)), who), None)
    return found
