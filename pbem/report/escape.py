"""Escaping: what comes from outside is cleaned, and every format escapes all text in its own way.

A zero-width blank (`GAP`) breaks what a forum would read as a tag, a link or a mention. It cannot be seen, and
`pbem.kernel.text.mail` drops it again when a quoted order block comes back.
"""

from __future__ import annotations

import html as _html
import re
from collections.abc import Callable, Mapping
from typing import Any

from pbem.kernel.episodes import Episode
from pbem.kernel.facts import Fact
from pbem.kernel.naming import alike
from pbem.values import dataclass
from pbem.values.patterns import pattern

GAP = "\u200b"
_MARKER = pattern(r"^[\W_]*((?:end of )?orders)[\W_]*$", re.I)


def clean(value: Any) -> Any:
    """The value with every text in it rid of control, format and private characters; line ends stay."""
    if isinstance(value, str):
        return alike(value, clean_text(value))
    if isinstance(value, Fact):
        return Fact(clean_text(value.kind), clean_text(value.rule), clean(value.about), clean(value.episode))
    if isinstance(value, Episode):
        return value._replace(name=clean_text(value.name), parent=clean(value.parent))
    if isinstance(value, Mapping):
        return {clean(key): clean(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(entry) for entry in value]
    return value


def clean_text(text: str) -> str:
    """A text that cannot move the cursor, turn the writing direction, or carry signs of our own markup."""
    if text.isprintable() or text.replace("\n", "").isprintable():  # every sign below is none that could be printed
        return text
    text = re.sub(r"\r\n|[\r\v\f\x85\u2028\u2029]", "\n", text)
    return "".join(c if c.isprintable() or c == "\n" else " " if c.isspace() else "" for c in text)


def unmarked(text: str) -> str:
    """Words of a player in which no line can be taken for the marker of an order block."""
    return "\n".join(_MARKER.sub(r"\1", line) for line in text.split("\n"))


# -- plain text ------------------------------------------------------------------------------------------------


def _as_it_is(text: str) -> str:
    return text


# -- HTML ------------------------------------------------------------------------------------------------------


def _html_text(text: str) -> str:
    return _html.escape(text, quote=True)


# -- Markdown --------------------------------------------------------------------------------------------------

_MD_SIGNS = pattern(r"([\\`*_\[\]~|$^{}#])")
_MD_MEMBER = pattern(r"\b[ur]/(?=\w)")  # u/somebody calls a member by name on some boards
_MD_EMOJI = pattern(r":(?=[\w+-]+:)")
# What only means something where a line begins: headings, lists, rules under a heading.
_MD_START = pattern(r"[#+=-]|\d+(?=[.)])")


def _md_text(text: str) -> str:
    text = _MD_SIGNS.sub(r"\\\1", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MD_MEMBER.sub(rf"\g<0>{GAP}", _no_links(_MD_EMOJI.sub(r"\:", text)))


def _md_start(text: str) -> str:
    """A digit cannot be escaped, the sign behind it can. Blanks at the start could make the line code."""
    text = text.lstrip()
    found = _MD_START.match(text)
    if not found:
        return text
    at = found.end() if found[0].isdigit() else 0
    return f"{text[:at]}\\{text[at:]}"


# -- BBCode ----------------------------------------------------------------------------------------------------


def _bbcode_text(text: str) -> str:
    return _no_links(text.replace("[", "[" + GAP))


def _bbcode_pre(text: str) -> str:
    return text.replace("[", "[" + GAP)


def _no_links(text: str) -> str:
    """Neither an address nor a mention of a forum's members."""
    text = text.replace("://", f":{GAP}//")
    return re.sub(r"@(?=\w)|\bwww(?=\.)", lambda found: found[0] + GAP, text, flags=re.I)


# -- the formats -----------------------------------------------------------------------------------------------

Escape = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Format:
    """How a format escapes text in a line, text as it stands (an order block), and the beginning of a line."""

    name: str
    text: Escape
    pre: Escape
    start: Escape
    like: str = ""  # the format whose look it takes for all that it does not dress in its own way


FORMATS = {
    "txt": Format("txt", _as_it_is, _as_it_is, _as_it_is),
    "md": Format("md", _md_text, _as_it_is, _md_start),
    "discourse": Format("discourse", _md_text, _as_it_is, _md_start, "md"),
    "reddit": Format("reddit", _md_text, _as_it_is, _md_start, "md"),
    "bbcode": Format("bbcode", _bbcode_text, _bbcode_pre, _as_it_is),
    "bbcode-spoiler": Format("bbcode-spoiler", _bbcode_text, _bbcode_pre, _as_it_is, "bbcode"),
    "bgg": Format("bgg", _bbcode_text, _bbcode_pre, _as_it_is),
    "html": Format("html", _html_text, _html_text, _as_it_is),
}
