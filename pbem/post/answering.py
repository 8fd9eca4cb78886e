"""What the judge writes back: receipts, refusals, answers to commands, and words to the moderator."""

from __future__ import annotations

from pbem.desk.inbox.receipts import Receipt
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.members import member_of, seat_of
from pbem.desk.record.state import State
from pbem.desk.views.pages import receipt_page
from pbem.desk.views.post import side_names
from pbem.post.heads import Head
from pbem.post.letter import Draft, post
from pbem.post.office import Office
from pbem.post.rights import ACTING, at_seat

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
    return post(office, Draft(
        kind, cause, campaign.id, who, name, to, subject, text, office.now, answers, turn, board=board,
    ))  # fmt: skip


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
    to_seat(office, campaign, state, author, RECEIPT, cause, f"your {_verdict(receipt)}", text, answers=head.id)
    sent = member_of(campaign, author)
    for other in at_seat(office.seats(campaign.id), seat_of(author), *ACTING):
        if other.member.id != author and other.addresses:
            by = sent.name if sent and sent.name else "the commander"
            words = f"orders of {by} are accepted" if receipt.is_accepted else f"a {_verdict(receipt)}"
            to_seat(office, campaign, state, other.member.id, RECEIPT, cause, words, f"Sent by {by}.\n\n{text}")


def _verdict(receipt: Receipt) -> str:
    if receipt.is_accepted:
        return "orders are accepted"
    count = len(receipt.problems)
    return f"file was refused, {count} problem{'s' if count != 1 else ''}"
