"""Players who are away: everybody is told, and a date that falls into the absence moves behind it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from pbem.desk.overdue import extend
from pbem.desk.record.debts import owed
from pbem.dice.drand import seconds_of
from pbem.errors import UsageError
from pbem.kernel.naming import the
from pbem.post import answering
from pbem.post.office import Asked, Office
from pbem.store.letters import Away

_DATES = re.compile(r"(\d{4}-\d\d-\d\d)\s*(?:\.\.|to|until)\s*(\d{4}-\d\d-\d\d)")
_LONGEST = 120  # days: who is away for longer wants a substitute
_DAY = timedelta(days=1)


def announce(office: Office, asked: Asked, key: str) -> tuple[str, str]:
    """A player says when he is away; a subject and a text for him."""
    away = read_away(asked.rest)
    office.letters.set_away(asked.campaign, asked.who, away)
    loaded, state = office.load(asked.campaign)
    player = loaded.player(asked.who) or the(loaded.side_name(asked.who))
    words = f"{player} is away from {away.first} to {away.last}."
    for who in loaded.senders:
        if who != asked.who:
            answering.to_seat(
                office, loaded, state, who, answering.NOTICE, f"{key} {who}", f"{player} is away", f"{words}\n"
            )
    moved = move_dates(office, asked.campaign)
    after = f"The date moves to {moved}.\n" if moved else "No date falls into it now; one that does will move.\n"
    return "your absence is noted", f"{words} Everybody was told. {after}"


def read_away(text: str) -> Away:
    """The days of an absence, both included."""
    found = _DATES.fullmatch(text.strip())
    try:
        first, last = (date.fromisoformat(day) for day in found.groups()) if found else (date.min, date.min)
    except ValueError:
        found = None
    if found is None:
        raise UsageError(f"found `away {text}`, wanted two days: write `away 2026-12-20..2027-01-06`")
    if last < first or (last - first).days > _LONGEST:
        raise UsageError(f"the absence from {first} to {last} is not between 1 and {_LONGEST} days long")
    return Away(first.isoformat(), last.isoformat())


def move_dates(office: Office, campaign: str) -> str:
    """Move the date of a campaign behind the absence of whoever owes something by then; the new date, if it moved."""
    loaded, state = office.load(campaign)
    away = office.letters.away(campaign)
    moved = ""
    for debt in owed(loaded, state):
        who = debt.seat or debt.side
        if debt.due and who in away and _falls_into(debt.due, away[who]):
            back = datetime.combine(date.fromisoformat(away[who].last) + _DAY, datetime.min.time(), UTC)
            hours = -((seconds_of(debt.due) - int(back.timestamp())) // 3600) + 24  # and a day to look around
            moved = extend(office.store, campaign, office.now, hours)
            break
    return moved


def _falls_into(due: str, away: Away) -> bool:
    return away.first <= due[:10] <= away.last
