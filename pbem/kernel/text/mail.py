"""From a mail to an order block: decoding, unquoting, unwrapping, headers and sections.

Accepts loosely: quoted lines, signatures, typographic dashes and arrows, any line ends, wrapped lines. What
comes out is plain lines with their numbers in the text as sent.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.errors import Family, Problem, Refused, Spot, Unreadable

LARGEST = 1_000_000  # bytes; no order file of any game comes near
HEADER_KEYS = ("campaign", "side", "turn", "step", "player", "nonce", "anchor", "link", "signature")
BEGIN, END = "=== orders ===", "=== end of orders ==="

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_ARROWS = dict.fromkeys(map(ord, "→⇒➔➜➝➞⟶⟹›»"), "->")
_QUOTES = {**dict.fromkeys(map(ord, "‘’‚‛`´"), "'"), **dict.fromkeys(map(ord, "“”„‟«"), '"')}
_BLANKS = {**dict.fromkeys(map(ord, "\u00a0\u2000\u2002\u2003\u2007\u2009\u202f\u3000\t"), " ")}
_NOTHING = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"), "")
PLAIN = {**_DASHES, **_ARROWS, **_QUOTES, **_BLANKS, **_NOTHING, ord("≥"): ">=", ord("≤"): "<=", ord("×"): "x"}
_CONTROL = [chr(code) for code in range(32) if chr(code) not in "\r\n\t\f"]
_QUOTED = re.compile(r"^(?:\s*>(?!=(?!=))\s?)+")  # a line that begins with >= is the rest of a condition
_MARK = re.compile(r"^\W*\b(end of orders|orders)\b\W*$", re.I)
_HEADER = re.compile(rf"(?:^|(?<=\s))({'|'.join(HEADER_KEYS)})\s*[:=]\s*", re.I)
_WRAP = 55  # a line at least this long may have been wrapped by a mail program


class Line(NamedTuple):
    """One order as written, in one piece, with the number of its first line."""

    number: int
    text: str


@dataclass(slots=True)
class Block:
    """The order block of a mail: header fields, and the lines of each section (`` is the header's own step)."""

    header: dict[str, str] = field(default_factory=dict)
    header_lines: dict[str, Line] = field(default_factory=dict)
    sections: dict[str, list[Line]] = field(default_factory=dict)


def decode(data: bytes) -> str:
    """The text of a file, whatever program wrote it; a clear refusal if it is no text."""
    if len(data) > LARGEST:
        raise Unreadable(
            "the file is too large for an order file",
            found=f"{len(data):,} bytes",
            wanted=f"at most {LARGEST:,} bytes of text",
            advice="send only the order block; the file was kept as received",
        )
    text = _text(data)
    if not plain(text).strip():
        raise Unreadable("the file is empty", found="no text", wanted="an order block", advice=_ASK_SHEET)
    return text


_ASK_SHEET = "`pbem sheet` writes an order sheet to fill in"


def _text(data: bytes) -> str:
    for bom, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(bom):
            return _decoded(data, name)
    if b"\0" in data:
        for name, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[0::2])):
            if zeros.count(0) * 2 > len(zeros):
                return _decoded(data, name)
        raise _binary(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if sum(map(text.count, _CONTROL)) > 3 + len(text) // 50:
        raise _binary(data)
    return text


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        raise _binary(data) from error


def _binary(data: bytes) -> Unreadable:
    start = data[:4].hex(" ")
    return Unreadable(
        "this is not a text file", found=f"binary data beginning {start}", wanted="plain text", advice=_ASK_SHEET
    )


def plain(text: str) -> str:
    """Typographic signs as people mean them: dashes, arrows, quotes, blanks; control characters dropped."""
    text = text.translate(PLAIN)
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else " " if c.isspace() else "" for c in text)


def read_block(text: str, section_names: Collection[str], verbs: Collection[str]) -> Block:
    """The order block of a text. Section names and verbs are the game's; they tell wrapped lines from new ones."""
    rows = _order_rows(_unquoted(text))
    block = Block()
    section, before = "", ""
    problems: list[Problem] = []
    for number, _, row in rows:
        words = row.split("#")[0].rstrip()
        first = words.strip().partition(" ")[0].rstrip(":").lower()
        if not words.strip():
            before = ""
        elif not section and _HEADER.match(words.strip()):
            _read_header(block, Line(number, words.strip()), problems)
        elif words.strip(" :").lower() in section_names and words.rstrip().endswith(":"):
            section, before = words.strip(" :").lower(), ""
            block.sections.setdefault(section, [])
        elif before and first not in verbs and (words[0] == " " or len(before) >= _WRAP or _goes_on(first)):
            lines = block.sections[section]
            lines[-1] = Line(lines[-1].number, lines[-1].text + " " + words.strip())
            before = words
        else:
            block.sections.setdefault(section, []).append(Line(number, words.strip()))
            before = words
    if problems:
        raise Refused(problems)
    return block


def order_text(text: str) -> str:
    """The lines of the order block alone, unquoted and plain: what a signature covers, and then what is read."""
    return "\n".join(row.text for row in _order_rows(_unquoted(text)))


# Words with which a line never begins: such a line belongs to the one before.
JOINERS = ("on", "if", "and", "via", "with", "barrage", "shift", "then", "else", "or", "unless")


def _goes_on(first: str) -> bool:
    return first in JOINERS or first.startswith(("->", ">=", "<=", ",", "|"))


class _Row(NamedTuple):
    number: int
    depth: int  # how often it is quoted
    text: str


def _unquoted(text: str) -> list[_Row]:
    lines = re.split(r"\r\n|\r|\n|\f|\v|\x85|\u2028|\u2029", text)
    rows = []
    for number, line in enumerate(lines, 1):
        quoted = _QUOTED.match(line)
        depth, start = (quoted[0].count(">"), quoted.end()) if quoted else (0, 0)
        rows.append(_Row(number, depth, plain(line[start:]).rstrip()))
    return rows


def _order_rows(rows: list[_Row]) -> list[_Row]:
    """The rows between markers; else what the player wrote himself, else what he quoted.

    Of several blocks the least quoted one counts, and of those the last: an answer above a quoted sheet is
    the answer. Lines inside a block may be quoted or not, since an edited block is often half of each.
    """
    blocks = _blocks(rows)
    depth = min((rows[begin].depth for begin, _ in blocks), default=0)
    has_own_header = any(row.depth == 0 and _HEADER.match(row.text.strip()) for row in rows)
    if blocks and not (depth and has_own_header):
        begin, end = next(block for block in reversed(blocks) if rows[block[0]].depth == depth)
        return _unsigned(rows[begin + 1 : end])
    return _unsigned([row for row in rows if row.depth == 0 or not has_own_header])


def _blocks(rows: list[_Row]) -> list[tuple[int, int]]:
    """First and last row of each order block; a block without an end reaches to the next one or to the bottom."""
    found: list[tuple[int, int]] = []
    is_open = False
    for index, row in enumerate(rows):
        mark = _MARK.match(row.text) if row.text.strip()[:2] in ("==", "--", "**", "__", "~~") else None
        if mark and is_open:
            found[-1] = (found[-1][0], index)
        if mark:
            is_open = mark[1].lower() == "orders"
            found += [(index, len(rows))] if is_open else []
    return found


def _unsigned(rows: list[_Row]) -> list[_Row]:
    """The rows down to the mail signature."""
    end = next((index for index, row in enumerate(rows) if row.text == "--" and index), len(rows))
    return rows[:end]


def _read_header(block: Block, line: Line, problems: list[Problem]) -> None:
    fields = list(_HEADER.finditer(line.text))
    for match, after in zip(fields, [*fields[1:], None], strict=True):
        key = match[1].lower()
        value = line.text[match.end() : after.start() if after else None].strip(" ,;").strip("\"'")
        if block.header.get(key, value).lower() != value.lower():
            spot = Spot(line.number, line.text, match.start(1), len(key))
            why = f"the header gives `{key}` twice with different values"
            found = f"{block.header[key]} and {value}"
            problems.append(
                Problem(Family.AMBIGUOUS, why, found, "one value", advice="leave out one of them", spot=spot)
            )
        block.header[key] = value
        block.header_lines[key] = line


def header_of(values: Mapping[str, str]) -> str:
    """The header as the program writes it."""
    return "".join(f"{key}: {values[key]}\n" for key in HEADER_KEYS if key in values)
