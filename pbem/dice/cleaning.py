"""From a post as it was copied to the bare words of its proof blocks: markup, quoting and typography are taken off.

No sign that is taken off here is ever written in a block as itself (`proof.escaped` sees to that), so nothing of the
block is lost. Every pattern is bounded: the work grows with the length of the text, whatever is in it.
"""

from __future__ import annotations

import re
import unicodedata

from pbem.errors import Unreadable
from pbem.values.patterns import pattern

LARGEST = 4_000_000  # bytes; a long thread with all its proofs has a tenth of it

_LINE_ENDS = pattern("\r\n|[\r\f\v\x1c\x1d\x1e\x85\u2028\u2029]")
_HTML = pattern(r"<(?:!|/?([A-Za-z]{1,12}))[^<>]{0,2000}>")
_BBCODE = pattern(r"\[/?([A-Za-z]{1,12}|\*)(?:[= ][^\[\]\n]{0,200})?\]")
_ENTITY = pattern(r"&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,8}));")
_QUOTER = pattern(r"^[ \t]{0,20}(?:[A-Za-z0-9.]{1,15}>[ \t]?)+", re.MULTILINE)
_WORD = pattern(r"[^ \n]+")
_LONGEST_WORD = 500
_BLANKS = pattern(r"[ \t\n]+")
# Tags that stand between lines, not inside a word.
_LINE_TAGS = pattern(
    "br|p|div|li|ul|ol|pre|code|c|blockquote|quote|q|spoiler|o|list|table|tr|td|th|hr|h|details|summary|body|[*]"
)
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "semi": ";", "excl": "!",
          "percnt": "%", "sol": "/", "period": ".", "comma": ",", "plus": "+", "hyphen": "-", "dash": "-", "lpar": "(",
          "rpar": ")", "shy": "", "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "", "zwj": ""}  # fmt: skip


def _each(codes: str, sign: str) -> dict[int, str]:
    """The code points of a list such as `2010-2015 2212`, all written as one sign."""
    ends = [code.partition("-") for code in codes.split()]
    return {code: sign for a, _, b in ends for code in range(int(a, 16), int(b or a, 16) + 1)}


_TYPE = {
    **_each("2010-2015 2212 fe58 fe63 ff0d", "-"),
    **_each("a0 1680 2000-200a 202f 205f 3000", " "),
    **_each("ad 200b-200f 202a-202e 2060 2066-2069 feff", ""),
    **_each("3a 3c 3e 7c", " "),  # : < > |
    **_each("2a 5c 5f 60 7e", ""),  # * \ _ ` ~
}


def post_text(data: bytes) -> str:
    """The text of a file, or a clear refusal: nothing is unpacked, nothing large is read."""
    if len(data) > LARGEST:
        raise _refused("the file is too large for a post", f"more than {LARGEST:,} bytes")
    if data[:4] in (b"PK\3\4", b"PK\5\6") or data[:2] == b"\x1f\x8b" or data[:4] in (b"\xfd7zX", b"7z\xbc\xaf"):
        raise _refused("this is a packed archive; it was not unpacked", f"binary data beginning {data[:4].hex(' ')}")
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(name, "replace")
    if b"\0" in data:
        raise _refused("this is not a text file", f"binary data beginning {data[:4].hex(' ')}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _refused(why: str, found: str) -> Unreadable:
    advice = "copy the post from the forum or the mail into a plain text file"
    return Unreadable(why, found=found, wanted=f"a post as text, at most {LARGEST:,} bytes", advice=advice)


def bare(text: str) -> str:
    """Words with single blanks between; a line break that was there is kept as the blank."""
    text = _LINE_ENDS.sub("\n", text)
    text = _BBCODE.sub(_gap, _HTML.sub(_gap, text))
    text = _ENTITY.sub(_letter, _ENTITY.sub(_letter, text))
    text = _QUOTER.sub("", text).translate(_TYPE)
    text = _BLANKS.sub(lambda blanks: "\n" if "\n" in blanks[0] else " ", text)
    return composed(text)


def composed(text: str) -> str:
    """NFC, word by word. Very long words are left alone: sorting thousands of accents on one letter takes for ever."""
    if text.isascii():
        return text
    return _WORD.sub(lambda word: word[0] if _is_monster(word[0]) else unicodedata.normalize("NFC", word[0]), text)


def has_monster(text: str) -> bool:
    """Whether there is a word that no person writes."""
    return any(_is_monster(word) for word in text.split(" "))


def _is_monster(word: str) -> bool:
    return len(word) > _LONGEST_WORD and not word.isascii()


def _gap(tag: re.Match[str]) -> str:
    return "\n" if _LINE_TAGS.fullmatch((tag[1] or "").lower()) else ""


def _letter(entity: re.Match[str]) -> str:
    if entity[3]:
        return _NAMED.get(entity[3], entity[0])
    code = int(entity[1]) if entity[1] else int(entity[2], 16)
    is_letter = 9 <= code < 0xD800 or 0xE000 <= code < 0x110000
    return chr(code) if is_letter else ""
