"""A raw mail (RFC 5322, MIME): its parts, bounded before they are parsed, each as pages or as bytes to look into."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes  # this module is imported only for what looks like a mail
from email.errors import MessageError
from email.header import decode_header
from email.message import Message

from pbem.desk.inbox.letters.charsets import letters
from pbem.desk.inbox.letters.page import DEEPEST, LARGEST, MOST_PARTS, shown_name, too_large
from pbem.errors import Unreadable
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

_BOUNDARY = pattern(rb"boundary\s*\*?0?\*?\s*=\s*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))", re.I)
_LONG_TYPE = pattern(rb"(?im)^content-(?:type|disposition):(?:[^\n]|\n[ \t]){3000}")
_LONGEST_HEAD = 200_000  # bytes before the first empty line


class Part(NamedTuple):
    """A leaf of a mail: what it says it is, its bytes as they were before the mail packed them, and where it hangs."""

    kind: str  # text/plain and the like
    data: bytes
    charset: str = ""
    name: str = ""
    is_flowed: bool = False
    is_delsp: bool = False
    choice: int = 0  # parts with the same number are versions of one text; 0 stands alone
    turn: int = 0  # in how many forwarded mails it lies
    sender: str = ""

    @property
    def text(self) -> str:
        """Its letters."""
        return letters(self.data, self.charset)


def read_parts(data: bytes) -> list[Part]:
    """The leaves of a mail in their order. A mail that is too large, too deep or in too many parts is refused."""
    check_bounds(data)
    try:
        mail = message_from_bytes(data)
        return list(_Walk().leaves(mail, 0, 0, 0, ""))
    except (MessageError, ValueError, LookupError, RecursionError, TypeError, AttributeError) as error:
        raise Unreadable(
            "the mail is damaged", found=f"{type(error).__name__}: {error}"[:100], wanted="a mail as it was sent",
            advice="save it again, or paste its text into a file",
        ) from error  # fmt: skip


def check_bounds(data: bytes) -> None:
    """Look at a mail before it is parsed: nobody's mail program makes what is refused here."""
    if len(data) > LARGEST:
        raise too_large(len(data))
    head = re.search(rb"\r?\n\r?\n", data[:_LONGEST_HEAD])
    bounds = {found[1] or found[2] for found in _BOUNDARY.finditer(data)}
    parts = sum(data.count(b"\n--" + bound) for bound in list(bounds)[: DEEPEST * 2])
    if (
        (head is None and len(data) > _LONGEST_HEAD)
        or _LONG_TYPE.search(data)
        or len(bounds) > DEEPEST * 2
        or parts > MOST_PARTS
    ):
        raise Unreadable(
            "the mail has too many parts, or parts within parts, to be one that a person has sent",
            found=f"{len(bounds)} layers, {parts} parts", wanted=f"at most {DEEPEST} layers and {MOST_PARTS} parts",
            advice="send the order block alone, as plain text",
        )  # fmt: skip


class _Walk:
    """Goes through the tree of a mail once, counting what it meets."""

    def __init__(self) -> None:
        self.seen = self.choices = 0

    def leaves(self, part: Message, depth: int, turn: int, choice: int, sender: str) -> Iterator[Part]:
        self.seen += 1
        if depth > DEEPEST or self.seen > MOST_PARTS:
            return
        kind = part.get_content_type()
        sender = plain_header(part, "from") or sender
        inner = part.get_payload() if part.is_multipart() else None
        if isinstance(inner, list):
            if kind == "multipart/alternative":
                self.choices += 1
                choice = self.choices
            turn += kind.startswith("message/")
            # Behind the first part of a signed mail stands only the signature.
            for child in inner[:1] if kind == "multipart/signed" else inner:
                if isinstance(child, Message):
                    yield from self.leaves(child, depth + 1, turn, choice, sender)
            return
        data = part.get_payload(decode=True)
        if isinstance(data, bytes):
            yield _leaf(part, kind, data, choice, turn, sender)


def _leaf(part: Message, kind: str, data: bytes, choice: int, turn: int, sender: str) -> Part:
    charset = _word(part.get_param("charset", ""))
    flowed = "flowed" in (_word(part.get_param("format", "")).lower(), *charset.lower().replace("=", " ").split())
    is_delsp = _word(part.get_param("delsp", "")).lower() == "yes"
    name = shown_name(_name(part))
    if part.get_content_disposition() == "attachment" and not name:
        name = "an attachment"
    return Part(kind, data, charset, name, flowed, is_delsp, choice, turn, sender)


def _name(part: Message) -> str:
    found = part.get_filename()
    return _decoded(found) if found else ""


def _word(value: object) -> str:
    """A parameter of a header, also in the three pieces of RFC 2231."""
    return str(value[2] if isinstance(value, tuple) and len(value) == 3 else value or "")


def plain_header(part: Message, name: str) -> str:
    """A field of the header as people read it."""
    return shown_name(_decoded(str(part.get(name, ""))[:1000]))


def _decoded(value: str) -> str:
    try:
        pieces = decode_header(value)
    except (MessageError, ValueError):
        return value
    return "".join(text if isinstance(text, str) else letters(text, charset or "") for text, charset in pieces)
