"""Dates by the clocks of whoever owes something: working days, quiet hours, absences; and what follows a missed one.

The record has one date for what it waits for. Where that falls into a time that is not its owner's, the judge moves it
on, as anybody may who does not owe anything himself. Everything follows from the record, the settings and the time.
"""

from __future__ import annotations

from pbem.desk.overdue import extend, name_overdue
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.kinds.dates import MOST_HOURS, consequence_of
from pbem.desk.record.state import State
from pbem.desk.record.terms import ASK, WAIT
from pbem.desk.roster import Seat
from pbem.desk.views.citing import date_in_words
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import PbemError
from pbem.kernel.naming import played_by, the
from pbem.post import answering
from pbem.post.office import Office
from pbem.post.rights import acting
from pbem.post.settings import Mode


def move_dates(office: Office, campaign: str) -> str:
    """Move the date of a campaign to where everybody who owes something by then has time; the new one, if it moved."""
    loaded, state = office.load(campaign)
    debts = [debt for debt in owed(loaded, state) if debt.side and debt.due]
    if not debts or debts[0].due <= office.now:
        return ""
    due = debts[0].due
    wanted = max(_free(office, loaded, state, debt) for debt in debts)
    hours = -((seconds_of(due) - seconds_of(wanted)) // 3600)
    return extend(office.store, campaign, office.now, min(hours, MOST_HOURS)) if hours > 0 else ""


def _free(office: Office, campaign: Campaign, state: State, debt: Owed) -> str:
    """When what is owed may fall due: for the first who may give it, a deputy where the commander is away."""
    seats = office.seats(campaign.id)
    may = [one for who in campaign.seats_of(debt.side) if who == (debt.seat or who)
           for one in acting(seats, who, debt.due) if one.addresses or one.member.id == who]  # fmt: skip
    return min((_his(office, campaign, state, debt, one) for one in may), default=debt.due)


def _his(office: Office, campaign: Campaign, state: State, debt: Owed, one: Seat) -> str:
    due = debt.due
    if one.wishes.days and not _was_moved(office, campaign, due):
        days = campaign.terms.days if not debt.questions or not campaign.opened.answer_hours else 0
        if days:
            due = max(due, one.own.days_later(iso_of(seconds_of(due) - days * 86400), days))
    return one.own.free(due)


def _was_moved(office: Office, campaign: Campaign, due: str) -> bool:
    """Whether the date was moved before, by the judge or by a person: then its days were counted."""
    return bool(office.store.entries_with(campaign.id, "extended", due))


# -- a date that was missed -----------------------------------------------------------------------------------


def follow_up(office: Office, campaign: str) -> None:
    """What was agreed on for a missed date, when the time of grace is over."""
    loaded, state = office.load(campaign)
    late = [debt for debt in owed(loaded, state) if debt.side and debt.due and _is_over(office, campaign, debt.due)]
    for debt in late[:1]:
        follows = consequence_of(loaded, state, debt)
        if follows == WAIT:
            return
        who = the(played_by(loaded.side_name(debt.seat or debt.side), debt.player))
        missed = f"{who} missed the date {date_in_words(debt.due, office.of(campaign).zone)} for {debt.what}."
        cause = f"missed {campaign} {debt.due} {debt.seat or debt.side}"
        if follows == ASK or office.of(campaign).mode is not Mode.AUTOMATIC:
            todo = "`pbem extend` sets a new date, `pbem players` seats somebody else, `pbem overdue` declares it."
            answering.to_moderator(
                office, cause, f"{loaded.name}: a date was missed", f"{missed}\n\n{todo}\n", campaign
            )
            return
        _carry_out(office, campaign, cause, missed)


def _carry_out(office: Office, campaign: str, cause: str, missed: str) -> None:
    try:
        done = name_overdue(office.store, campaign, office.now)
    except PbemError as error:
        answering.to_moderator(office, cause, f"{campaign}: a date was missed", f"{missed}\n\n{error}\n", campaign)
        return
    office.tell(f"{campaign}: {missed} {done.consequence}")


def _is_over(office: Office, campaign: str, due: str) -> bool:
    return seconds_of(due) + office.of(campaign).grace * 60 <= seconds_of(office.now)
