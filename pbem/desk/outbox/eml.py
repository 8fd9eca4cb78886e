"""A message as a mail file (`.eml`): a mail program opens it ready to send, the board attached inline.

Nothing in it depends on the clock or on chance: Message-ID, boundary and date follow from the record. The text is
plain, in lines of at most 78 signs none of which ends with a blank, so that no mail program wraps an order block or
takes its lines for flowed ones.
"""

from __future__ import annotations

import hashlib
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from pbem.desk.outbox.making import BOARD
from pbem.desk.outbox.message import Message
from pbem.dice.drand import seconds_of

_HTML = "html"


def as_eml(message: Message, fmt: str = "txt") -> bytes:
    """The mail, for a file that ends with `.eml`."""
    mail = EmailMessage(policy=SMTP)
    mail["Subject"] = _harmless(message.subject)
    if message.to:
        mail["To"] = _address(message)
    mail["Date"] = _date(message.at)
    mail["Message-ID"] = message.id
    mail["References"] = message.thread
    mail["X-Unsent"] = "1"  # opens as a draft in Outlook; others do not mind
    text = "".join(f"{line.rstrip()}\n" for line in message.text.splitlines())
    mail.set_content(text, subtype=_HTML if fmt == _HTML else "plain", charset="utf-8", cte=_encoding(text))
    if message.board:
        cid = f"<board.{hashlib.sha256(message.board).hexdigest()[:16]}@pbem.invalid>"
        mail.add_attachment(message.board, "image", "png", filename=BOARD, disposition="inline", cid=cid)
        mail.set_boundary(f"=_pbem_{hashlib.sha256(message.id.encode()).hexdigest()[:32]}")
    return mail.as_bytes()


def _encoding(text: str) -> str:
    """Plain letters travel as they are, so that the file can be read by eye; others as quoted-printable."""
    return "7bit" if text.isascii() and all(len(line) < 900 for line in text.splitlines()) else "quoted-printable"


def _address(message: Message) -> Address:
    local, _, domain = message.to.rpartition("@")
    return Address(_harmless(message.player), local, domain)


def _harmless(words: str) -> str:
    """Words for a header: one line of letters that can be seen, none of them a code in which headers could hide."""
    seen = "".join(sign if sign.isprintable() else " " for sign in words)
    return " ".join(seen.replace("=?", "= ?").split())


def _date(at: str) -> str:
    from datetime import UTC, datetime

    return format_datetime(datetime.fromtimestamp(seconds_of(at), UTC))
