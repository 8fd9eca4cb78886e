"""The texts of a mail as they were sent, for what proves itself: turn files and posts are read letter by letter."""

from __future__ import annotations

from collections.abc import Callable

from pbem.desk.inbox.letters.opening import is_mail
from pbem.desk.inbox.letters.packed import unpacked
from pbem.desk.inbox.letters.page import is_packed

_SKIPPED = ("image/", "audio/", "video/", "font/", "application/pgp-signature", "application/pkcs7-signature")


def texts_in(data: bytes, wanted: Callable[[str], bool]) -> list[str] | None:
    """The texts of a mail or a zip file that are wanted, each once; nothing for a file that is neither.

    Of the versions of one text, plain and HTML, the first that is wanted counts.
    """
    if is_packed(data):
        return _distinct([[text] for text in _unpacked(data)], wanted)
    if not is_mail(data):
        return None
    from pbem.desk.inbox.letters.flowed import unflowed
    from pbem.desk.inbox.letters.mime import read_parts

    versions: dict[int, list[str]] = {}
    for number, part in enumerate(read_parts(data), 1):
        if part.kind.startswith(_SKIPPED):
            continue
        texts = list(_unpacked(part.data)) if is_packed(part.data) else [part.text]
        texts = [unflowed(text, is_delsp=part.is_delsp) for text in texts] if part.is_flowed else texts
        versions.setdefault(part.choice or -number, []).extend(texts)
    return _distinct(list(versions.values()), wanted)


def _unpacked(data: bytes) -> list[str]:
    from pbem.desk.inbox.letters.charsets import letters

    return [letters(inside) for _, inside in unpacked(data) if inside is not None and not is_packed(inside)]


def _distinct(versions: list[list[str]], wanted: Callable[[str], bool]) -> list[str]:
    found = (next((text for text in texts if wanted(text)), None) for texts in versions)
    return list(dict.fromkeys(text for text in found if text is not None))
