"""From a mail to an order block: decoding, unquoting, unwrapping, headers and sections.

Accepts loosely: quoted lines, signatures, typographic dashes and arrows, any line ends, wrapped lines. What
comes out is plain lines with their numbers in the text as sent.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.errors import Family, Problem, Refused, Spot, Unreadable
from pbem.kernel.text.blocks import BEGIN, END, HEADER, HEADER_KEYS, Row, order_rows, rows_of
from pbem.kernel.text.signs import mended, plain
from pbem.kernel.text.wrapping import JOINERS, Before, Grammar, bare, belongs_to, single_spaced, whole_header
from pbem.values import NamedTuple, dataclass, field

__all__ = ["BEGIN", "END", "HEADER_KEYS", "JOINERS", "Block", "Line", "decode", "header_of", "order_text", "plain"]

LARGEST = 1_000_000  # bytes; no order file of any game comes near
PRESS = "press"  # the section of plain talk
_CONTROL = [chr(code) for code in range(32) if chr(code) not in "\r\n\t\f"]


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
    section_lines: dict[str, Line] = field(default_factory=dict)


def decode(data: bytes) -> str:
    """The text of a file, whatever program wrote it; a clear refusal if it is no text."""
    if len(data) > LARGEST:
        raise Unreadable(
            "the file is too large for an order file",
            found=f"{len(data):,} bytes",
            wanted=f"at most {LARGEST:,} bytes of text",
            advice="send only the order block",
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
    return mended(text)


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


def read_block(
    text: str, section_names: Collection[str], verbs: Collection[str], clauses: Collection[str] = ()
) -> Block:
    """The order block of a text. The words are the game's; they tell wrapped lines from new ones."""
    return read_rows(order_rows(rows_of(text)), Grammar(section_names, verbs, clauses))


def read_rows(rows: Sequence[Row], grammar: Grammar, step: str = "") -> Block:
    """The header and the sections in the rows of a block; `step` is whose lines these are where no header says so."""
    block = Block()
    section, before, own = "", Before(), grammar.without(step)
    problems: list[Problem] = []
    for number, _, row in whole_header(single_spaced(rows), grammar):
        words = bare(row, grammar)
        plain_words = words.strip()
        if not plain_words:
            before = before._replace(is_apart=True)
        elif not section and HEADER.match(plain_words):
            _read_header(block, Line(number, plain_words), problems)
            own = grammar.without(block.header.get("step", step))
        elif named := grammar.section_in(plain_words):
            section, before, own = named, Before(), grammar.without(named)
            block.sections.setdefault(section, [])
            block.section_lines.setdefault(section, Line(number, plain_words))
        else:
            lines = block.sections.setdefault(section, [])
            if belongs_to(before, words, own, section == PRESS):
                lines[-1] = Line(lines[-1].number, f"{lines[-1].text} {plain_words}")
            else:
                lines.append(Line(number, plain_words))
            before = Before(words, lines[-1].text)
    if problems:
        raise Refused(problems)
    return block


def order_text(text: str) -> str:
    """The lines of the order block alone, unquoted and plain: what a signature covers, and then what is read."""
    return "\n".join(row.text for row in order_rows(rows_of(text)))


def _read_header(block: Block, line: Line, problems: list[Problem]) -> None:
    fields = list(HEADER.finditer(line.text))
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
