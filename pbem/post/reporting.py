"""Reports: each player gets one letter a run, with all that happened since he last wrote, and only if there is news."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.desk.outbox.making import messages
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.state import State
from pbem.dice.drand import iso_of, seconds_of
from pbem.post.letter import Draft, post
from pbem.post.office import Office
from pbem.store.entry import Entry

REPORT = "report"
# What everybody is told of. Files, seals and parts of the dice make no letter of their own.
NEWS = ("opened", "joined", "played", "undone", "amended", "proposed", "declined", "upgraded", "extended", "missed")
ASKED = "asked"  # of these only whoever is asked


def report(office: Office, campaign: str) -> int:
    """Put a report into the outbox for each player who has not been told of the newest; how many."""
    glance = office.store.glance(campaign)
    told = office.letters.told_up_to(campaign)
    if glance is None or (told and min(told.values()) >= glance.head.seq):
        return 0
    loaded, state = office.load(campaign)
    if state.pen:
        return 0  # turn files go to and fro, and no judge
    made = 0
    fresh = office.store.entries(campaign, min((told.get(who, 0) for who in loaded.senders), default=0))
    for who in loaded.senders:
        news = [entry for entry in fresh if entry.seq > told.get(who, 0)]
        if _concerns(loaded, state, who, news) and is_time(office, campaign, who):
            made += _send(office, loaded, who, glance.head.seq)
    return made


def _concerns(campaign: Campaign, state: State, who: str, news: Sequence[Entry]) -> bool:
    kinds = {entry.kind for entry in news}
    if kinds.intersection(NEWS):
        return True
    own = [debt for debt in owed(campaign, state) if who in (debt.seat, debt.side)]
    return ASKED in kinds and bool(own)


def _send(office: Office, campaign: Campaign, who: str, seq: int) -> bool:
    with_board = office.of(campaign.id).boards == "one"
    (message,) = messages(office.store, campaign.id, who, boards=with_board)
    return post(office, Draft(
        REPORT, message.head, campaign.id, who, message.player, message.to, message.subject, message.text, office.now,
        turn=message.turn, seq=seq, board=message.board, board_words=message.board_words,
    ))  # fmt: skip


def is_time(office: Office, campaign: str, who: str) -> bool:
    """Whether a report may go now: always, or where a digest was asked for once a day behind its hour."""
    digest = office.of(campaign).digest
    if not digest:
        return True
    hour, zone = digest.split()
    newest = max((one.at for one in office.letters.going(campaign=campaign) if (one.kind, one.who) == (REPORT, who)),
                 default="")  # fmt: skip
    return not newest or newest < _last_hour(office.now, hour, ZoneInfo(zone)) <= office.now


def _last_hour(now: str, hour: str, zone: ZoneInfo) -> str:
    """The last moment at which the clocks of a zone showed this hour."""
    here = datetime.fromtimestamp(seconds_of(now), UTC).astimezone(zone)
    moment = datetime.combine(here.date(), time.fromisoformat(hour), zone)
    if moment > here:
        moment = datetime.combine(here.date() - timedelta(days=1), time.fromisoformat(hour), zone)
    return iso_of(int(moment.timestamp()))
