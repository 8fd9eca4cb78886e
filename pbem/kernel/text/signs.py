"""Signs as people mean them: what word processors, phones and wrong character sets make of plain letters."""

from __future__ import annotations

import re

from pbem.values.patterns import pattern

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_ARROWS = dict.fromkeys(map(ord, "→⇒➔➜➝➞⟶⟹›»\uf0e0\uf0e8"), "->")  # the last two: Wingdings, from a word processor
_QUOTES = {**dict.fromkeys(map(ord, "‘’‚‛`´"), "'"), **dict.fromkeys(map(ord, "“”„‟«"), '"')}
_BLANKS = {**dict.fromkeys(map(ord, "\u00a0\u2000\u2002\u2003\u2007\u2009\u202f\u3000\t"), " ")}
_NOTHING = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"), "")
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) != "－"}
_FRACTIONS = {ord("½"): "1/2", ord("⅓"): "1/3", ord("⅔"): "2/3", ord("¼"): "1/4", ord("¾"): "3/4", 0x2044: "/"}
_MATHS = {ord("≥"): ">=", ord("≤"): "<=", ord("×"): "x"}
_SIGNS = {**_DASHES, **_ARROWS, **_QUOTES, **_BLANKS, **_NOTHING, **_WIDE, **_FRACTIONS, **_MATHS}
# The signs of Windows from 0x80 on, blanks where it has none: written out, because loading its letters takes longer.
_CP1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"
# Signs of Windows that somebody read as Latin-1 are control characters; 0x85 ends a line and stays one.
_WINDOWS = {code: sign.translate(_SIGNS) for code, sign in enumerate(_CP1252, 0x80) if code != 0x85 and sign != " "}
PLAIN = {**_WINDOWS, **_SIGNS}

_TAIL = "".join(chr(code) for code in range(0x80, 0xC0)) + _CP1252.replace(" ", "")
_TWICE = pattern(f"[\u00c2-\u00f4][{re.escape(_TAIL)}]{{1,3}}")
_OUTLOOK_ARROW = pattern(r"(?<=\d) +[àè] +(?=\d)")  # Wingdings again: `->` in Outlook, a letter everywhere else


def plain(text: str) -> str:
    """Typographic signs as people mean them: dashes, arrows, quotes, blanks; control characters dropped."""
    if not text.isascii():
        text = _OUTLOOK_ARROW.sub(" -> ", text.translate(PLAIN))
    elif "\t" in text or "`" in text:
        text = text.translate(PLAIN)
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else " " if c.isspace() else "" for c in text)


def mended(text: str) -> str:
    """Letters of UTF-8 that were read as Latin-1 or Windows letters, `â€“` for a dash, as they were meant."""
    return text if text.isascii() else _TWICE.sub(_once, text)


def _once(found: re.Match[str]) -> str:
    """The letters that the bytes spell, and as they are what spells none."""
    data = b"".join(_byte(letter) for letter in found[0])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return found[0]


def _byte(letter: str) -> bytes:
    return letter.encode("latin-1") if ord(letter) < 0x100 else letter.encode("cp1252")
