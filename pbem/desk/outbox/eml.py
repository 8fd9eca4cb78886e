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
    mail = as_mail(message, fmt)
    mail["X-Unsent"] = "1"  # opens as a draft in Outlook; others do not mind
    return mail.as_bytes()


def as_mail(message: Message, fmt: str = "txt", id: str = "") -> EmailMessage:
    """The mail as a value, for whoever adds fields of his own; `id` is its Message-ID, if not that of the message."""
    mail = EmailMessage(policy=SMTP)
    mail["Subject"] = _harmless(message.subject)
    if message.to:
        mail["To"] = address_of(message.player, message.to)
    mail["Date"] = _date(message.at)
    mail["Message-ID"] = id or message.id
    mail["References"] = message.thread
    text = "".join(f"{line.rstrip()}\n" for line in message.text.splitlines())
    mail.set_content(text, subtype=_HTML if fmt == _HTML else "plain", charset="utf-8", cte=_encoding(text))
    if message.board:
        cid = f"<board.{hashlib.sha256(message.board).hexdigest()[:16]}@pbem.invalid>"
        mail.add_attachment(message.board, "image", "png", filename=BOARD, disposition="inline", cid=cid)
        if message.seen:
            list(mail.iter_attachments())[-1]["Content-Description"] = " ".join(message.seen.split())
    if message.leaf:
        mail.add_attachment(message.leaf, "application", "octet-stream", filename=message.leaf_name)
    if mail.is_multipart():
        mail.set_boundary(f"=_pbem_{hashlib.sha256((id or message.id).encode()).hexdigest()[:32]}")
    return mail


def _encoding(text: str) -> str:
    """Plain letters travel as they are, so that the file can be read by eye; others as quoted-printable."""
    return "7bit" if text.isascii() and all(len(line) < 900 for line in text.splitlines()) else "quoted-printable"


def address_of(name: str, address: str) -> Address:
    """An address with the name of its owner, for a header."""
    local, _, domain = address.rpartition("@")
    return Address(_harmless(name), local, domain)


def _harmless(words: str) -> str:
    """Words for a header: one line of letters that can be seen, none of them a code in which headers could hide."""
    seen = "".join(sign if sign.isprintable() else " " for sign in words)
    return " ".join(seen.replace("=?", "= ?").split())


def _date(at: str) -> str:
    from datetime import UTC, datetime

    return format_datetime(datetime.fromtimestamp(seconds_of(at), UTC))
