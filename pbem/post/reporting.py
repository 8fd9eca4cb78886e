"""Reports: one letter a reader and run, with all that happened since his side last wrote, if there is news."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.outbox.knowing import Reader
from pbem.desk.outbox.making import messages
from pbem.desk.outbox.message import Message
from pbem.desk.record.calendar import last_hour
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.people import Role
from pbem.desk.record.state import State
from pbem.desk.roster import Seat
from pbem.post.letter import Draft, post
from pbem.post.office import Office
from pbem.post.rights import reader_of
from pbem.store.entry import Entry

REPORT = "report"
READERS = (Role.COMMANDER, Role.DEPUTY, Role.OBSERVER)
# What everybody is told of. Files, seals and parts of the dice make no letter of their own.
NEWS = ("opened", "joined", "seated", "played", "undone", "amended", "proposed", "declined", "upgraded", "extended",
        "missed")  # fmt: skip
ASKED = "asked"  # of these only whoever is asked


def report(office: Office, campaign: str) -> int:
    """Put a report into the outbox for each reader who has not been told of the newest; how many."""
    loaded, state = office.load(campaign)
    if state.pen:
        return 0  # turn files go to and fro, and no judge
    told = office.letters.told_up_to(campaign)
    seats = office.seats(campaign)
    behind = [one for one in seats if _reads(one) and told.get(one.member.id, 0) < state.seq]
    if not behind:
        return 0
    made: dict[tuple[str, Reader], Message] = {}
    fresh = office.store.entries(campaign, min(told.get(one.member.id, 0) for one in behind))
    sent = 0
    for one in behind:
        if not one.addresses:
            office.tell(f"{campaign} {one.member.id}: no address for his reports: `pbem address` keeps one")
            continue
        news = [entry for entry in fresh if entry.seq > told.get(one.member.id, 0)]
        if _concerns(loaded, state, one.member.who, news) and is_time(office, campaign, one):
            reader = reader_of(office, seats, one)
            sent += _send(office, loaded, one, reader, made, state.seq, one.member.id not in told)
    return sent


def _reads(one: Seat) -> bool:
    """Whether a member gets reports; of a commander without an address the log says that he lacks one."""
    return one.member.role in READERS and (bool(one.addresses) or one.member.role == Role.COMMANDER)


def _concerns(campaign: Campaign, state: State, who: str, news: Sequence[Entry]) -> bool:
    kinds = {entry.kind for entry in news}
    if kinds.intersection(NEWS):
        return True
    own = [debt for debt in owed(campaign, state) if who in (debt.seat, debt.side)]
    return ASKED in kinds and bool(own)


def _send(
    office: Office, campaign: Campaign, one: Seat, reader: Reader, made: dict[tuple[str, Reader], Message], seq: int,
    is_first: bool,
) -> bool:  # fmt: skip
    """One report. What two readers of a seat get in the same words is made once."""
    with_board = office.of(campaign.id).boards == "one"
    key, who = (one.member.who, reader), one.member.who
    if key not in made:
        seen = office.load(campaign.id)
        made[key] = messages(office.store, campaign.id, who, boards=with_board, reader=reader, seen=seen)[0]
    message = made[key]
    text = message.text + (_how_to_write(message) if is_first else "")
    return post(office, Draft(
        REPORT, message.head, campaign.id, one.member.id, one.member.name, one.addresses[0],
        message.subject, text, office.now, turn=message.turn, seq=seq, board=message.board,
        board_words=message.board_words,
        leaf=message.leaf, leaf_name=message.leaf_name, seen=message.seen,
    ))  # fmt: skip


_HOW = """
How to write to me
------------------

- I am a program. Reply to any letter of mine.
- A word as the subject or as the first line gets an answer: sheet, moves,
  odds, try, board, status, away, extend, press. `help` lists them all.
"""


def _how_to_write(message: Message) -> str:
    """Once, in the first report: what else there is to know of a judge."""
    leaf = f"- {message.leaf_name} opens this position on the order page, in any browser.\n"
    return _HOW + (leaf if message.leaf_name else "")


def is_time(office: Office, campaign: str, one: Seat) -> bool:
    """Whether a report may go now: always, or where a digest was asked for once a day behind its hour."""
    hour, zone = one.wishes.digest, one.wishes.zone
    if not hour and office.of(campaign).digest:
        hour, zone = office.of(campaign).digest.split()
    if not hour:
        return True
    newest = office.letters.newest_report(campaign, one.member.id)
    return not newest or newest < last_hour(office.now, hour, zone) <= office.now
