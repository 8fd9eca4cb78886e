"""Reminders: each exactly once, however often the judge looks, and however long it was switched off."""

from __future__ import annotations

from pbem.desk.outbox.asks import asks
from pbem.desk.outbox.blocks import block_for
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.state import State
from pbem.desk.roster import Seat
from pbem.dice.drand import seconds_of
from pbem.post import answering
from pbem.post.letter import Draft, id_of
from pbem.post.office import Office
from pbem.post.rights import acting
from pbem.store.letters import Going, Stage

REMINDER = "reminder"


def remind(office: Office, campaign: str) -> int:
    """Remind whoever owes something by a date; how many letters are new."""
    if not office.of(campaign).remind:
        return 0
    loaded, state = office.load(campaign)
    debts = [debt for debt in owed(loaded, state) if debt.side and debt.due and _come(office, campaign, debt)]
    if not debts:
        return 0
    seats, sent = office.seats(campaign), 0
    for debt in debts:
        for who in [debt.seat] if debt.seat else loaded.seats_of(debt.side):
            due = [one for one in acting(seats, who, office.now) if one.addresses]
            sent += sum(_remind(office, loaded, state, one, debt) for one in due)
    return sent


def _come(office: Office, campaign: str, debt: Owed) -> list[int]:
    """The reminders whose moment has come, in minutes before and after the date."""
    due, now = seconds_of(debt.due), seconds_of(office.now)
    return [minutes for minutes in sorted(office.of(campaign).remind) if due + minutes * 60 <= now]


def _remind(office: Office, campaign: Campaign, state: State, one: Seat, debt: Owed) -> bool:
    """The newest reminder whose moment has come; older ones that nobody sent count as sent. None in quiet hours."""
    if one.own.is_quiet(office.now):
        return False
    come, who = _come(office, campaign.id, debt), one.member.id
    if office.letters.has(_id(office, campaign, one, _cause(campaign, who, debt, come[-1]))):
        return False
    for minutes in come[:-1]:
        _skip(office, campaign, one, _cause(campaign, who, debt, minutes))
    words, text = _words(campaign, state, one, debt, come[-1])
    return answering.to_seat(office, campaign, state, who, REMINDER, _cause(campaign, who, debt, come[-1]), words, text)


def _cause(campaign: Campaign, who: str, debt: Owed, minutes: int) -> str:
    """A date and a moment before or after it: the same ones, the same letter."""
    return f"{campaign.id} {who} {debt.due} {minutes:+}"


def _skip(office: Office, campaign: Campaign, one: Seat, cause: str) -> None:
    to, who = one.addresses[0], one.member.id
    id = _id(office, campaign, one, cause)
    office.letters.put(Going(id, REMINDER, campaign.id, who, to, office.now, b"", Stage.DROPPED, why="too late"))


def _id(office: Office, campaign: Campaign, one: Seat, cause: str) -> str:
    return id_of(office, Draft(REMINDER, cause, campaign.id, one.member.id, "", one.addresses[0], "", "", office.now))


def _words(campaign: Campaign, state: State, one: Seat, debt: Owed, minutes: int) -> tuple[str, str]:
    who = one.member.who
    asked = asks(campaign, state, who, [debt], False, one.wishes.zone)
    block = block_for(campaign, state, who, [debt])
    head = "your date has passed" if minutes >= 0 else f"{_span(-minutes)} left"
    text = "\n".join(["This is a reminder.", "", *asked.lines])
    return head, f"{text}\n\n{block.about}\n\n{block.text}\n" if block else f"{text}\n"


def _span(minutes: int) -> str:
    hours = minutes // 60
    return f"{hours // 24} days" if hours > 48 else f"{hours} hours" if hours != 1 else "1 hour"
