"""Sending: what waits in the outbox goes out, at most so many an hour; what does not go through is tried again."""

from __future__ import annotations

from pbem.dice.drand import iso_of, seconds_of
from pbem.post import answering, bouncing
from pbem.post.carriers import Carrier, Permanent, Temporary, carrier_of
from pbem.post.office import Office
from pbem.post.sorting import VERP
from pbem.store.letters import MAIL, Going, Stage

BACKOFF = (1, 5, 15, 60, 180, 360, 720, 1440, 1440)  # minutes between attempts: about three days in all
PER_SENDER = 20  # letters an hour to one address; more than that no game needs


def send(office: Office, carrier: Carrier | None = None) -> int:
    """Send what may go now; how many letters went."""
    mails = office.letters.going(Stage.WAITING, channel=MAIL)
    waiting = [letter for letter in mails if letter.after <= office.now]
    if not waiting:
        return 0
    try:
        with carrier or carrier_of(office.settings) as opened:
            return sum(_send(office, opened, letter) for letter in waiting)
    except Temporary as error:
        office.tell(f"nothing was sent: {error}")
        return 0


def _send(office: Office, carrier: Carrier, letter: Going) -> bool:
    if _is_too_much(office, letter):
        return False
    try:
        carrier.carry(letter, envelope(office, letter))
    except Temporary as error:
        _again(office, letter, str(error))
        return False
    except Permanent as error:
        office.letters.mark(letter, Stage.FAILED, why=str(error), tries=letter.tries + 1)
        bouncing.mark(office, letter.to, str(error), letter.id)
        return False
    office.letters.mark(letter, Stage.SENT, sent=office.now, tries=letter.tries + 1, why="")
    return True


def envelope(office: Office, letter: Going) -> str:
    """Where a letter comes back to if it cannot be delivered."""
    send = office.settings.send
    local, _, domain = send.address.rpartition("@")
    return f"{local}+{VERP}{bouncing.verp_tag(letter)}@{domain}" if send.plus else send.address


def _again(office: Office, letter: Going, why: str) -> None:
    if letter.tries >= len(BACKOFF):
        office.letters.mark(letter, Stage.FAILED, why=f"given up after {letter.tries} attempts: {why}")
        bouncing.mark(office, letter.to, why, letter.id)
        return
    after = iso_of(seconds_of(office.now) + BACKOFF[letter.tries] * 60)
    office.letters.mark(letter, Stage.WAITING, after=after, why=why, tries=letter.tries + 1)


def _is_too_much(office: Office, letter: Going) -> bool:
    """Whether more letters have gone out within an hour than any game needs: they are held, and the moderator told."""
    hour_ago = iso_of(seconds_of(office.now) - 3600)
    most = office.settings.send.per_hour
    if office.letters.sent_since(hour_ago) >= most:
        office.tell(f"{letter.campaign} {letter.who}: waits, since {most} letters went out within an hour")
        return True
    if office.letters.sent_since(hour_ago, letter.to) < PER_SENDER or letter.to == office.settings.moderator:
        return False
    office.letters.mark(letter, Stage.HELD, why=f"{PER_SENDER} letters to this address within an hour")
    answering.to_moderator(
        office, f"flood {letter.to} {office.now[:13]}", "letters are held",
        f"{PER_SENDER} letters went to {letter.to} within an hour. The rest is held: `pbem mail queue --again ID`.",
        letter.campaign,
    )  # fmt: skip
    return True
