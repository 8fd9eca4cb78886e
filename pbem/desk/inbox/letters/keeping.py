"""What the record keeps of a letter: its texts as they can be read, without the mail addresses in and around them.

A record goes round, in archives and turn files, and its players' addresses do not. So a mail is kept as a small mail
of its readable parts alone, in their order, with the hash of the mail as it came; a zip file as one with the same
texts; a text as it is, but for addresses. Whoever reads what is kept reads what was sent: the same blocks in the same
lines, of the same age, by the same sender. A file without an address that is no mail is kept byte for byte.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pbem.desk.inbox.letters.charsets import codec_of, letters
from pbem.desk.inbox.letters.masking import masked
from pbem.desk.inbox.letters.opening import PICTURES, PROOFS, SEALED, is_mail, is_text, whole_text
from pbem.desk.inbox.letters.page import LARGEST, LARGEST_TEXT, ZIPPED, is_packed
from pbem.errors import Unreadable

if TYPE_CHECKING:
    from pbem.desk.inbox.letters.mime import Part

Named = Callable[[str], str]  # the player whom the sender of a mail is, by `Otto <otto@example.org>`; else nothing

_NOBODY = "-"  # a sender whom no player is
_UNREAD = b"\0"  # no text in any set of letters
_DAY = (1980, 1, 1, 0, 0, 0)


def as_kept(data: bytes, named: Named) -> bytes:
    """The bytes that the record keeps of a file."""
    if len(data) > LARGEST:
        return data  # refused unread, and no command reads so much
    if is_mail(data):
        return _mail(data, named)
    return _zip(data, named) if is_packed(data) else _text_file(data)


def _text_file(data: bytes) -> bytes:
    """A text; of what is no text and has addresses its beginning, by which it is refused, and a hash to tell it by."""
    try:
        text = whole_text(data)
    except Unreadable:
        narrow = data.replace(b"\0", b"").decode("latin-1")  # letters of two bytes as well
        if masked(narrow) == narrow:
            return data
        return _bytewise(data) if is_long(data) else data[:4] + b"\0" + hashlib.sha256(data).digest()
    clean = masked(text)
    return data if clean == text else clean.encode("utf-8", "replace")


def is_long(data: bytes) -> bool:
    """Whether these bytes are too many for a text, so that nobody looks whether they are one."""
    return len(data) > LARGEST_TEXT


def _bytewise(data: bytes) -> bytes:
    """Without the addresses that stand in plain letters, and no longer than before: for what cannot be opened."""
    return masked(data.decode("latin-1")).encode("latin-1", "replace")[: len(data)]


# -- mails ----------------------------------------------------------------------------------------------------


def _mail(data: bytes, named: Named) -> bytes:
    from pbem.desk.inbox.letters.mime import read_parts

    came = hashlib.sha256(data).hexdigest()
    try:
        parts = read_parts(data)
    except Unreadable:
        return _bytewise(data)
    groups: dict[int, list[bytes]] = {}  # the versions of one text stand together
    for number, part in enumerate(parts, 1):
        if not (part.kind.startswith(PICTURES) or part.kind in PROOFS):
            groups.setdefault(part.choice or -number, []).append(_forwarded(_leaf(part, named), part.turn))
    each = [one[0] if len(one) == 1 else _together("alternative", one, f"=_or_{came[:24]}") for one in groups.values()]
    head = f"X-Kept-Of: sha256 {came}\nMIME-Version: 1.0\n".encode()
    return head + (each[0] if len(each) == 1 else _together("mixed", each, f"=_{came[:24]}"))


def _together(how: str, parts: Iterable[bytes], bound: str) -> bytes:
    head = f'Content-Type: multipart/{how}; boundary="{bound}"\n\n'
    line = f"--{bound}".encode()
    return head.encode() + b"".join(line + b"\n" + part + b"\n" for part in parts) + line + b"--\n"


def _forwarded(part: bytes, turn: int) -> bytes:
    """A part of a mail that is forwarded, in as many as it lay in."""
    return b"Content-Type: message/rfc822\n\n" * turn + part


def _leaf(part: Part, named: Named) -> bytes:
    """A part as it will be read again: who wrote it, what it is called, and its letters."""
    data, charset = _contents(part, named)
    kind = part.kind if part.kind in ("text/plain", "text/html", *SEALED) else "application/octet-stream"
    flowed = ("; format=flowed" if part.is_flowed else "") + ("; delsp=yes" if part.is_delsp else "")
    head = f"From: {_word(named(part.sender) or _NOBODY)}\n" if part.sender else ""
    head += f"Content-Type: {kind}" + (f"; charset={charset}" if charset else "") + f"{flowed}\n"
    head += f'Content-Disposition: attachment; filename="{_word(masked(part.name))}"\n' if part.name else ""
    is_plain = b"\0" not in data
    body = data if is_plain else _in_base64(data)
    return f"{head}Content-Transfer-Encoding: {'8bit' if is_plain else 'base64'}\n\n".encode() + body


def _word(text: str) -> str:
    """A word in a header, whatever letters it has."""
    if text.isascii() and all(sign.isalnum() or sign in " .-_" for sign in text):
        return text
    packed = _in_base64(text.encode("utf-8", "replace")).decode().replace("\n", "")
    return f"=?utf-8?b?{packed}?="


def _in_base64(data: bytes) -> bytes:
    """In letters that any mail program carries."""
    from base64 import encodebytes  # late: few files need it, and `pbem check` starts sooner

    return encodebytes(data)


def _contents(part: Part, named: Named) -> tuple[bytes, str]:
    """The bytes of a part and their character set; of one that nobody can read nothing but that."""
    if part.kind in SEALED:
        return b"", ""
    is_attached = bool(part.name) or part.kind not in ("text/plain", "text/html")
    if is_attached and is_packed(part.data):
        return _zip(part.data, named), ""
    if is_attached and not is_text(part.data):
        return _UNREAD, ""
    if is_attached and is_mail(part.data):
        return _mail(part.data, named), ""
    text = letters(part.data, part.charset)
    clean = masked(text)
    return (part.data, codec_of(part.charset)) if clean == text else (clean.encode("utf-8", "replace"), "utf-8")


# -- zip files ------------------------------------------------------------------------------------------------


def _zip(data: bytes, named: Named) -> bytes:
    """A zip file with the same texts; what cannot be read in it keeps its name alone."""
    from pbem.desk.inbox.letters.packed import is_office, unpacked

    nothing = ZIPPED[1] + bytes(18)  # a zip file without files: within another one it counts as unread
    if is_office(data):
        return _packed([("word/document.xml", b"")])
    files = []
    for name, inside in unpacked(data):
        is_read = inside is not None and not is_packed(inside)
        files.append((masked(name), _inside(inside, named) if inside is not None and is_read else nothing))
    return _packed(files)


def _inside(data: bytes, named: Named) -> bytes:
    if not is_text(data):
        return _UNREAD
    return as_kept(data, named)


def _packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    import zipfile

    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as packed:
        for name, data in files:
            packed.writestr(zipfile.ZipInfo(name, _DAY), data)
    return made.getvalue()
