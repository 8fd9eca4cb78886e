"""Making notices: what has happened in a campaign, in a few lines, for the eyes that they are meant for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.heads import head_words
from pbem.desk.record.names import side_called
from pbem.desk.record.state import State, labels
from pbem.desk.replay.trail import with_whole_trail
from pbem.desk.views.citing import date_in_words
from pbem.desk.views.post import harmless_name
from pbem.dice.harmless import harmless
from pbem.errors import UsageError
from pbem.kernel.naming import does
from pbem.post.notices.settings import Subscription
from pbem.post.office import Office
from pbem.store.letters import NOTICE, Going
from pbem.values import NamedTuple

VERSION = 1


class Notice(NamedTuple):
    """A word to somebody: what happened, in a headline and a text, and the same as values for programs."""

    event: str
    campaign: str
    cause: str  # the same event and cause, the same notice
    title: str
    text: str
    values: dict[str, Any]

    def data(self, id: str, at: str) -> bytes:
        """The bytes for the outbox."""
        return json.dumps({"version": VERSION, "id": id, "at": at, "event": self.event, "campaign": self.campaign,
                           "title": self.title, "text": self.text, **self.values}, sort_keys=True).encode()  # fmt: skip


def make(office: Office, subscriptions: Sequence[Subscription]) -> int:
    """Put what is new into the outbox, once for each subscription; how many notices."""
    made = 0
    for listed in office.store.campaigns():
        wanted = [one for one in subscriptions if one.campaign in ("", listed.id)]
        if wanted:
            made += sum(_put(office, one, notice) for one in wanted for notice in notices(office, listed.id, one))
    return made


def notices(office: Office, campaign: str, to: Subscription) -> Iterator[Notice]:
    """What this subscription wants to know of a campaign as it stands."""
    loaded, state = office.load(campaign)
    side = _side(loaded, to.side)
    if to.side and not side:
        return  # another game: nobody of that name plays in it
    debts = [debt for debt in owed(loaded, state) if debt.side and side in ("", debt.side)]
    about = _about(loaded, state, debts)
    if loaded.step_of(state) is None:
        if "over" in to.events:
            yield Notice("over", loaded.id, "over", f"{loaded.name} is over", _played(office, loaded, state), about)
        return
    has_news = state.public[0] > 1 or not side
    if "turn" in to.events and has_news and (debts or not side):
        lines = [_played(office, loaded, state), *(_owes(loaded, debt, is_own=bool(side)) for debt in debts)]
        title = f"{loaded.name}, turn {state.position.turn}" + (": your turn" if side else "")
        yield Notice("turn", loaded.id, head_words(*state.public), title, "\n".join(filter(None, lines)), about)
    for debt in debts if "late" in to.events else ():
        if debt.due and debt.due < office.now:
            cause = f"{debt.seat or debt.side} {debt.due}"
            title = f"{loaded.name}: a date has passed"
            yield Notice("late", loaded.id, cause, title, _owes(loaded, debt, is_own=bool(side)), about)


def _side(campaign: Campaign, wanted: str) -> str:
    try:
        return str(side_called(campaign.sides, wanted)) if wanted else ""
    except UsageError:
        return ""


def _played(office: Office, campaign: Campaign, state: State) -> str:
    """The last step that was played; that it was is known to all."""
    if not state.trail:
        return f"{campaign.scenario.title} begins."
    trail = with_whole_trail(office.store, campaign, state).trail
    last = trail[-1]
    return f"Played: turn {last.turn}. {campaign.steps[last.step].title} ({labels(trail)[-1]})."


def _owes(campaign: Campaign, debt: Owed, *, is_own: bool) -> str:
    name = harmless_name(campaign, debt.seat or debt.side)
    by = f", by {date_in_words(debt.due)}" if debt.due else ""
    who = f"{harmless(debt.player)} ({name}) owes" if debt.player else does(name, "owe")
    words = f"You owe {debt.what}{by}." if is_own else f"{who} {debt.what}{by}."
    return words[:1].upper() + words[1:]


def _about(campaign: Campaign, state: State, debts: Sequence[Owed]) -> dict[str, Any]:
    return {
        "name": campaign.name,
        "game": campaign.opened.game,
        "turn": state.position.turn,
        "step": state.position.step,
        "record": head_words(*state.public),
        "owed": [
            {"side": one.side, "player": harmless(one.player), "what": one.what, "due": one.due, "kind": one.kind.value}
            for one in debts
        ],
    }


def _put(office: Office, to: Subscription, notice: Notice) -> bool:
    id = hashlib.sha256("\0".join((to.name, notice.campaign, notice.event, notice.cause)).encode()).hexdigest()[:32]
    if office.letters.one(f"<{id}@notice>") is not None:
        return False
    return office.letters.put(
        Going(f"<{id}@notice>", notice.event, notice.campaign, to.side, to.name, office.now,
              notice.data(id, office.now), channel=NOTICE)
    )  # fmt: skip
