"""Reminders: each exactly once, however often the judge looks, and however long it was switched off."""

from __future__ import annotations

from pbem.desk.outbox.asks import asks
from pbem.desk.outbox.blocks import block_for
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.state import State
from pbem.dice.drand import seconds_of
from pbem.post import answering
from pbem.post.letter import Draft, id_of
from pbem.post.office import Office
from pbem.store.letters import Going, Stage

REMINDER = "reminder"


def remind(office: Office, campaign: str) -> int:
    """Remind whoever owes something by a date; how many letters are new."""
    if not office.of(campaign).remind:
        return 0
    loaded, state = office.load(campaign)
    return sum(_remind(office, loaded, state, debt) for debt in owed(loaded, state) if debt.side and debt.due)


def _remind(office: Office, campaign: Campaign, state: State, debt: Owed) -> bool:
    """The newest reminder whose moment has come; older ones that nobody sent count as sent."""
    due, now = seconds_of(debt.due), seconds_of(office.now)
    come = [minutes for minutes in sorted(office.of(campaign.id).remind) if due + minutes * 60 <= now]
    if not come:
        return False
    who = debt.seat or debt.side
    for minutes in come[:-1]:
        _skip(office, campaign, who, _cause(campaign, who, debt, minutes))
    words, text = _words(campaign, state, who, debt, come[-1])
    return answering.to_seat(office, campaign, state, who, REMINDER, _cause(campaign, who, debt, come[-1]), words, text)


def _cause(campaign: Campaign, who: str, debt: Owed, minutes: int) -> str:
    """A date and a moment before or after it: the same ones, the same letter."""
    return f"{campaign.id} {who} {debt.due} {minutes:+}"


def _skip(office: Office, campaign: Campaign, who: str, cause: str) -> None:
    to = office.store.addresses(campaign.id).get(who, "")
    draft = Draft(REMINDER, cause, campaign.id, who, "", to, "", "", office.now)
    if to:
        id = id_of(office, draft)
        office.letters.put(Going(id, REMINDER, campaign.id, who, to, office.now, b"", Stage.DROPPED, why="too late"))


def _words(campaign: Campaign, state: State, who: str, debt: Owed, minutes: int) -> tuple[str, str]:
    asked = asks(campaign, state, who, [debt], False)
    block = block_for(campaign, state, who, [debt])
    head = "your date has passed" if minutes >= 0 else f"{_span(-minutes)} left"
    text = "\n".join(["This is a reminder.", "", *asked.lines])
    return head, f"{text}\n\n{block.about}\n\n{block.text}\n" if block else f"{text}\n"


def _span(minutes: int) -> str:
    hours = minutes // 60
    return f"{hours // 24} days" if hours > 48 else f"{hours} hours" if hours != 1 else "1 hour"
