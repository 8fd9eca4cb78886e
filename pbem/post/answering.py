"""What the judge writes back: receipts, refusals, answers to commands, and words to the moderator."""

from __future__ import annotations

from pbem.desk.inbox.receipts import Receipt
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.desk.views.pages import receipt_page
from pbem.desk.views.post import side_names
from pbem.post.heads import Head
from pbem.post.letter import Draft, post
from pbem.post.office import Office

RECEIPT, ANSWER, NOTICE, WARNING = "receipt", "answer", "notice", "warning"


def to_seat(
    office: Office, campaign: Campaign, state: State, who: str, kind: str, cause: str, words: str, text: str,
    *, answers: str = "", board: bytes = b"",
) -> bool:  # fmt: skip
    """A letter to a player, about where his campaign stands now."""
    turn = state.position.turn
    subject = f"{campaign.name}, turn {turn}: {words} [{who}]"
    to = office.store.addresses(campaign.id).get(who, "")
    return post(office, Draft(
        kind, cause, campaign.id, who, campaign.player(who), to, subject, text, office.now, answers, turn, board=board,
    ))  # fmt: skip


def to_moderator(office: Office, cause: str, subject: str, text: str, campaign: str = "") -> None:
    """A letter to the moderator; where the settings name none, a line of the log."""
    office.tell(f"{subject}: {text.splitlines()[0] if text else ''}")
    if office.settings.moderator:
        post(office, Draft(
            NOTICE, cause, campaign, "", "", office.settings.moderator, subject, text, office.now,
        ))  # fmt: skip


def answer_receipt(office: Office, campaign: Campaign, state: State, who: str, receipt: Receipt, head: Head) -> None:
    """The receipt for a mail with orders."""
    text = receipt_page(receipt, side_names(campaign)).text
    to_seat(office, campaign, state, who, RECEIPT, f"{head.id} {receipt.sha256}", _verdict(receipt), text,
            answers=head.id)  # fmt: skip


def _verdict(receipt: Receipt) -> str:
    if receipt.is_accepted:
        return "your orders are accepted"
    count = len(receipt.problems)
    return f"your file was refused, {count} problem{'s' if count != 1 else ''}"
