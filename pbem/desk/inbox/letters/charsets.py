"""Bytes to letters, whatever the mail says about them: declared, missing, unknown and wrong character sets."""

from __future__ import annotations

import codecs

from pbem.kernel.text.signs import mended

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# Sets that say nothing: programs write them whatever the letters are.
_VAGUE = ("", "ascii", "utf-8", "iso8859-1", "cp1252")
# Codecs of Python that are no character sets, and two that would make orders of other letters.
_NO_LETTERS = ("utf-7", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem")


def letters(data: bytes, declared: str = "") -> str:
    """The text of a part. What is not UTF-8 and claims nothing better is read as Windows does."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    if wide := _wide(data):
        return data.decode(wide, "replace")
    name = codec_of(declared)
    if name not in _VAGUE:
        text = _strictly(data, name)
        if text is not None:
            return mended(text)
    text = _strictly(data, "utf-8")
    return mended(data.decode("cp1252", "replace") if text is None else text)


def codec_of(declared: str) -> str:
    """The codec that a mail names, by its one name; nothing for a set that nobody knows."""
    word = declared.partition(";")[0].strip().strip("\"'").strip()
    try:
        name = codecs.lookup(word).name if word and word.isascii() and len(word) < 40 else ""
    except (LookupError, ValueError):
        return ""
    return "" if name in _NO_LETTERS else name


def _wide(data: bytes) -> str:
    """UTF-16 without its mark: every other byte is zero."""
    if b"\0" not in data:
        return ""
    for name, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[0::2])):
        if zeros.count(0) * 2 > len(zeros):
            return name
    return ""


def _strictly(data: bytes, name: str) -> str | None:
    try:
        text = data.decode(name)
    except (UnicodeError, LookupError, ValueError, AssertionError, TypeError):
        return None
    return text if isinstance(text, str) else None
