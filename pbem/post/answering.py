"""What the judge writes back: receipts, refusals, answers to commands, and words to the moderator."""

from __future__ import annotations

import textwrap

from pbem.desk.inbox.receipts import Receipt
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.members import member_of, seat_of
from pbem.desk.record.state import State
from pbem.desk.views.citing import date_in_words
from pbem.desk.views.pages import receipt_page
from pbem.desk.views.post import side_names
from pbem.kernel.text.mail import BEGIN
from pbem.post.heads import Head
from pbem.post.letter import Draft, post
from pbem.post.office import Office
from pbem.post.rights import ACTING, at_seat
from pbem.values.patterns import pattern

_WIDE, _WIDEST = 72, 78  # signs in a line: wrapped, and as they may stand
_HASH = pattern(r"\b[0-9a-f]{64}\b")
RECEIPT, ANSWER, NOTICE, WARNING = "receipt", "answer", "notice", "warning"


def to_seat(
    office: Office, campaign: Campaign, state: State, who: str, kind: str, cause: str, words: str, text: str,
    *, answers: str = "", board: bytes = b"",
) -> bool:  # fmt: skip
    """A letter to a member, about where his campaign stands now."""
    turn, member = state.position.turn, member_of(campaign, who)
    subject = f"{campaign.name}, turn {turn}: {words} [{seat_of(who)}]"
    to = office.store.addresses(campaign.id).get(who, "")
    name = member.name if member else ""
    text = text if BEGIN in text else "".join(map(_line, text.splitlines(keepends=True)))
    return post(office, Draft(
        kind, cause, campaign.id, who, name, to, subject, text, office.now, answers, turn, board=board,
    ))  # fmt: skip


def _line(line: str) -> str:
    """A sentence that is too long for a mail, in several lines; rows of a table, and a hash to compare, stay."""
    if len(line) <= _WIDEST or line.startswith((" ", "#")) or _HASH.search(line):
        return line
    return textwrap.fill(line, _WIDE, break_long_words=False, break_on_hyphens=False) + "\n"


def to_moderator(office: Office, cause: str, subject: str, text: str, campaign: str = "") -> None:
    """A letter to the moderator; where the settings name none, a line of the log."""
    office.tell(f"{subject}: {text.splitlines()[0] if text else ''}")
    if office.settings.moderator:
        post(office, Draft(
            NOTICE, cause, campaign, "", "", office.settings.moderator, subject, text, office.now,
        ))  # fmt: skip


def answer_receipt(office: Office, campaign: Campaign, state: State, author: str, receipt: Receipt, head: Head) -> None:
    """The receipt for a mail with orders, to all who give orders for the seat: what one sends replaces another's."""
    text, cause = receipt_page(receipt, side_names(campaign)).text, f"{head.id} {receipt.sha256}"
    text = text if receipt.is_accepted else f"{text}\n{_again(office, campaign, state, author)}\n"
    to_seat(office, campaign, state, author, RECEIPT, cause, f"your {_verdict(receipt)}", text, answers=head.id)
    sent = member_of(campaign, author)
    for other in at_seat(office.seats(campaign.id), seat_of(author), *ACTING):
        if other.member.id != author and other.addresses:
            by = sent.name if sent and sent.name else "the commander"
            words = f"orders of {by} are accepted" if receipt.is_accepted else f"a {_verdict(receipt)}"
            to_seat(office, campaign, state, other.member.id, RECEIPT, cause, words, f"Sent by {by}.\n\n{text}")


def _again(office: Office, campaign: Campaign, state: State, author: str) -> str:
    """What whoever was refused does now."""
    mine = [debt for debt in owed(campaign, state) if seat_of(author) in (debt.seat, debt.side) and debt.due]
    until = f" by {date_in_words(mine[0].due, office.zone(campaign.id, author))}" if mine else ""
    words = "Nothing of it counts. Correct your block and send it again, whole, as an answer to this letter"
    return _line(f"{words}{until}. The word `sheet` gets you a fresh block.\n").rstrip()


def _verdict(receipt: Receipt) -> str:
    if receipt.is_accepted:
        return "orders are accepted"
    count = len(receipt.problems)
    return f"file was refused, {count} problem{'s' if count != 1 else ''}"
