"""The header of a mail, as far as the post room asks: who, to whom, in answer to what, and how it was sent."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses, parseaddr

from pbem.desk.inbox.letters.mime import check_bounds, plain_header
from pbem.errors import Refusal
from pbem.values import NamedTuple

_ID = re.compile(r"<[^<>\s]{1,300}>")
_MOST = 50  # addresses or ids of one field; more than that no person writes


class Head(NamedTuple):
    """What the header of a mail says."""

    id: str  # its Message-ID, with the signs < and >; empty if it has none
    name: str
    sender: str  # address, in small letters
    to: tuple[str, ...]  # every address that it went to
    subject: str
    answers: tuple[str, ...]  # the ids of the mails it answers, the newest first
    kind: str  # the content type
    fields: tuple[tuple[str, str], ...]  # all, with names in small letters
    report: str = ""  # the report-type of a delivery report

    def get(self, name: str) -> str:
        """The first field of that name; empty if there is none."""
        return next((value for key, value in self.fields if key == name), "")

    def all(self, name: str) -> list[str]:
        """Every field of that name, from the top."""
        return [value for key, value in self.fields if key == name]

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        return any(key == name for key, _ in self.fields)


def read_head(data: bytes) -> Head | None:
    """The header; nothing where this is no mail that can be looked into."""
    try:
        check_bounds(data)
        return _head(message_from_bytes(data))
    except (Refusal, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _head(mail: Message) -> Head:
    fields = tuple((key.lower(), _one_line(str(value))) for key, value in mail.items()[:500])
    name, sender = parseaddr(_first(fields, "from"))
    goes = [value for key, value in fields if key in ("to", "cc", "delivered-to", "x-original-to", "envelope-to")]
    to = tuple(address.lower() for _, address in getaddresses(goes[:_MOST])[:_MOST] if "@" in address)
    found = _ID.search(_first(fields, "message-id"))
    above = _ID.findall(_first(fields, "references"))[-_MOST:]
    answers = dict.fromkeys((*_ID.findall(_first(fields, "in-reply-to"))[:1], *reversed(above)))
    report = mail.get_param("report-type", "")
    return Head(
        found[0] if found else "", plain_header(mail, "from").partition("<")[0].strip(' "') or name, sender.lower(), to,
        plain_header(mail, "subject"), tuple(answers), mail.get_content_type(), fields,
        report.lower() if isinstance(report, str) else "",
    )  # fmt: skip


def key_of(head: Head | None, data: bytes) -> str:
    """What a mail is known by: its Message-ID, or the hash of its bytes."""
    return head.id if head and head.id else hashlib.sha256(data).hexdigest()


def _first(fields: Sequence[tuple[str, str]], name: str) -> str:
    return next((value for key, value in fields if key == name), "")


def _one_line(value: str) -> str:
    return " ".join(value[:4000].split())
