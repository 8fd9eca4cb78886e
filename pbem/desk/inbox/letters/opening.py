"""Opening a letter: a raw mail, a saved page, a zip file or plain text, as pages of rows with their ages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pbem.desk.inbox.letters.charsets import letters
from pbem.desk.inbox.letters.history import split
from pbem.desk.inbox.letters.page import (
    ASK_TEXT,
    LARGEST,
    LARGEST_TEXT,
    Letter,
    Page,
    is_packed,
    shown_name,
    too_large,
)  # fmt: skip
from pbem.errors import Unreadable
from pbem.kernel.text.blocks import find_spans, rows_of
from pbem.kernel.text.mail import decode
from pbem.values.patterns import pattern

if TYPE_CHECKING:
    from pbem.desk.inbox.letters.mime import Part

_FIELD = pattern(rb"([A-Za-z][A-Za-z0-9-]{0,60}):(?:[ \t]|(?=\S)|$)")  # a long value may begin on the next line
# Fields that only a mail program writes; `From:`, `To:` and `Subject:` people also copy by hand.
_MADE = frozenset(
    b"mime-version content-type content-transfer-encoding message-id received return-path delivered-to x-mailer "
    b"user-agent dkim-signature authentication-results x-received in-reply-to references".split()
)
_HEADS = ("from", "to", "subject", "date", "von", "an", "betreff", "da", "oggetto", "de", "objet")
_COPIED = pattern(rf"\A\s*(?:{'|'.join(_HEADS)})\s*:.*\n\s*[a-zà-ÿ-]+\s*:", re.I)
_SENDER = pattern(r"^\s*(?:from|von|da|de)\s*:\s*(.*)$", re.I | re.M)
_PAGE = pattern(
    r"\A\s*(?:<\?xml[^>]{0,300}>\s*)?(?:<!--[^>]{0,3000}-->\s*)*"
    r"<(?:!doctype\s+html|html|head|body|div|p|table|pre|meta|span|blockquote|br|font|center|article)\b",
    re.I,
)
PICTURES = ("image/", "audio/", "video/", "font/")
PROOFS = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted", "application/ms-tnef")
_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"


@lru_cache(maxsize=4)  # who judges a mail asks it several questions: whose, which campaign, which command, what orders
def open_letter(data: bytes, starts: tuple[str, ...] = ()) -> Letter:
    """The pages of a file. `starts` are words with which a line of orders begins, so that none is joined wrongly."""
    if len(data) > LARGEST:
        raise too_large(len(data))
    if is_mail(data):
        return _mail(data, starts)
    if is_packed(data):
        unread: list[str] = []
        pages = tuple(_packed(data, "", 0, "", unread, starts))
        return Letter(pages, is_mail=True, unread=tuple(unread))
    text = whole_text(data)
    if _is_page(text):
        return Letter((*_html(text, "", 0, ""),), is_mail=True)
    if text.lstrip().startswith("{\\rtf"):
        found, why = "a file of the format RTF", "this is the file of a word processor"
        raise Unreadable(why, found=found, wanted="plain text", advice=ASK_TEXT)
    is_copied = text.lstrip().lower().startswith(_HEADS) and _COPIED.match(text) is not None
    sender = _SENDER.search(text.lstrip().partition("\n\n")[0]) if is_copied else None
    return Letter((*_text(text, "", 0, sender[1] if sender else "", has_head=is_copied),), is_mail=is_copied)


def is_mail(data: bytes) -> bool:
    """Whether a file begins with the header of a mail as programs write it."""
    names = []
    for line in data[:20_000].lstrip(b"\xef\xbb\xbf\r\n \t").splitlines()[:80]:
        found = _FIELD.match(line)
        if found:
            names.append(found[1].lower())
        elif not line.strip():
            break
        elif not line[:1].isspace() and not (line.startswith((b"From ", b">From ")) and not names):
            return False
    return len(names) > 1 and any(name in _MADE for name in names)


def whole_text(data: bytes) -> str:
    """The letters of a file that is neither a mail nor packed."""
    return _encoded(decode(data))


def _encoded(text: str) -> str:
    """The text of a mail that was copied with the signs of its packing: `=3D=3D=3D orders =3D=3D=3D`."""
    if "=3D=3D=3D" not in text:
        return text
    import quopri  # rare: a mail that was copied from its source

    return letters(quopri.decodestring(text.encode("utf-8", "replace")))


# -- texts ----------------------------------------------------------------------------------------------------


def _text(text: str, name: str, turn: int, sender: str, *, has_head: bool = False) -> Iterator[Page]:
    """A plain text, and the mails that it forwards."""
    if _CLEARSIGNED in text:
        text = re.sub(r"(?m)^- (?=-|From )", "", text)  # dashes are guarded in a signed text
    parts = split(rows_of(text[:LARGEST_TEXT]), has_head=has_head)
    yield Page(parts.own, name, turn, sender)
    yield from (Page(rows, name, turn + 1 + number) for number, rows in enumerate(parts.forwarded))


def _html(text: str, name: str, turn: int, sender: str) -> Iterator[Page]:
    """A page in HTML, and the mails that it forwards."""
    from pbem.desk.inbox.letters.html_text import html_lines

    lines = html_lines(text[:LARGEST_TEXT])
    rows = rows_of("\n".join(line for _, line in lines))
    aged = [row._replace(level=row.level + level) for row, (level, _) in zip(rows, lines, strict=False)]
    parts = split(aged, is_html=True)
    yield Page(parts.own, name, turn, sender)
    yield from (Page(rows, name, turn + 1 + number) for number, rows in enumerate(parts.forwarded))


def is_whole(page: Page) -> bool:
    """Whether there is an order block in it with its end."""
    return any(span.is_closed for span in find_spans(page.rows))


# -- mails ----------------------------------------------------------------------------------------------------


def _mail(data: bytes, starts: Collection[str]) -> Letter:
    from pbem.desk.inbox.letters.mime import read_parts

    pages: list[Page] = []
    unread: list[str] = []
    chosen: dict[int, int] = {}  # where the best version of a text lies that comes in several
    for part in read_parts(data):
        found = list(_pages(part, unread, starts))
        if part.choice in chosen and found:
            at = chosen[part.choice]
            if not part.name and not is_whole(pages[at]) and any(map(is_whole, found)):
                pages[at : at + 1] = found
            elif part.name:
                pages += found
            continue
        if part.choice and found:
            chosen[part.choice] = len(pages)
        pages += found
    return Letter(tuple(pages), is_mail=True, unread=tuple(unread))


def _pages(part: Part, unread: list[str], starts: Collection[str]) -> Iterator[Page]:
    """The pages of a part; what cannot be read is noted by its name."""
    if part.kind.startswith(PICTURES) or part.kind in PROOFS:
        return
    if part.kind in SEALED:
        unread.append(part.name or f"a part of the kind {part.kind}")
        return
    if part.kind == "text/plain" and not part.name:
        text = part.text
        if part.is_flowed:
            from pbem.desk.inbox.letters.flowed import unflowed

            text = unflowed(text, is_delsp=part.is_delsp, starts=starts)
        yield from _text(text, "", part.turn, part.sender)
    elif part.kind == "text/html" and not part.name:
        yield from _html(part.text, "", part.turn, part.sender)
    else:
        yield from _attached(part.name, part.data, part.charset, part.turn, part.sender, unread, starts)


def _attached(
    name: str, data: bytes, charset: str, turn: int, sender: str, unread: list[str], starts: Collection[str]
) -> Iterator[Page]:
    """A file that came with a mail or in a zip."""
    if is_packed(data):
        yield from _packed(data, name, turn, sender, unread, starts)
        return
    if not is_text(data):
        unread.append(name or "an attachment")
        return
    if is_mail(data):
        inner = _mail(data, starts)
        yield from (page._replace(name=page.name or name, turn=turn + 1 + page.turn) for page in inner.pages)
        return
    text = letters(data, charset)
    yield from _html(text, name, turn, sender) if _is_page(text) else _text(text, name, turn, sender)


def _packed(
    data: bytes, name: str, turn: int, sender: str, unread: list[str], starts: Collection[str]
) -> Iterator[Page]:
    from pbem.desk.inbox.letters.packed import is_office, unpacked

    if is_office(data):
        unread.append(name or "the document of a word processor")
        return
    for file, inside in unpacked(data):
        shown = shown_name(f"{name}/{file}" if name else file)
        if inside is None or is_packed(inside):
            unread.append(shown)
        else:
            yield from _attached(shown, inside, "", turn, sender, unread, starts)


def is_text(data: bytes) -> bool:
    """Whether these bytes are letters, in whatever set, and no more than a text may have."""
    if len(data) > LARGEST_TEXT:
        return False
    try:
        decode(data)
    except Unreadable:
        return False
    return True


def _is_page(text: str) -> bool:
    return text.lstrip().startswith("<") and _PAGE.match(text) is not None
