"""The post of a dice ledger: a table for people, and the proof block, which alone counts."""

from __future__ import annotations

from html import escape

from pbem.dice.casting import total
from pbem.dice.harmless import harmless
from pbem.dice.ledger import Cast, Ledger, proof_of
from pbem.dice.proof import write_proof
from pbem.errors import UsageError

FORMATS = ("bbcode", "md", "txt", "html")


def next_post(ledger: Ledger) -> tuple[tuple[int, int, int], bool]:
    """The rolls that a post shows, and whether it is a new one: without news the last post is shown again."""
    last = ledger.posts[-1] if ledger.posts else None
    now = (last[1] if last else 0, len(ledger.casts), len(ledger.revealed))
    if last and now[1:] == last[1:]:
        return last, False
    return now, True


def write_post(ledger: Ledger, fmt: str, after: int, upto: int) -> str:
    """Title, what the post shows, the block, how to check it."""
    if fmt not in FORMATS:
        raise UsageError(f"there is no format {fmt!r}: there are {', '.join(FORMATS)}")
    lines = write_proof(proof_of(ledger, after, upto))
    title, words = f"Dice of {ledger.name}", [_shows(ledger, after, upto), _secret_words(ledger)]
    return _FORM[fmt](title, words, [_row(cast) for cast in ledger.casts[after:upto]], lines)


HEADS = ("roll", "for", "dice", "result", "sum")
_WIDE, _NARROW = 40, 22  # letters of a purpose, and of dice and results, in the table; the block has all of them


def _row(cast: Cast) -> tuple[str, ...]:
    """A roll for people: its number, purpose, what was cast, the faces and their sum."""
    roll = cast.roll
    found = total(roll.what, roll.result)
    parts = (_short(roll.label, _WIDE), _short(roll.what, _NARROW), _short(roll.result, _NARROW))
    return (str(roll.number), *parts, "" if found is None else str(found))


def _short(text: str, most: int) -> str:
    plain = harmless(text)
    return plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"


def _shows(ledger: Ledger, after: int, upto: int) -> str:
    if upto == after:
        return "No new rolls. Keep the commitment below (anchor): every roll to come is checked against it."
    rolls = f"roll {upto}" if upto == after + 1 else f"rolls {after + 1} to {upto}"
    return f"This post shows {rolls}. The block below the table is what counts; it has every purpose in full."


def _secret_words(ledger: Ledger) -> str:
    check = "Copy the whole post into a file and run: pbem verify FILE (or python verify_dice.py FILE)."
    if ledger.is_open:
        return f"The secret of epoch {ledger.epoch} is not revealed yet; until then its rolls cannot be proven. {check}"
    return f"All secrets are revealed. {check}"


def _txt(title: str, words: list[str], rows: list[tuple[str, ...]], lines: list[str]) -> str:
    return "\n".join([title, "", *_filled(words), "", *_columns(rows), *([""] if rows else []), *lines]) + "\n"


def _filled(words: list[str]) -> list[str]:
    import textwrap

    return [line for text in words for line in textwrap.wrap(text, 72)]


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    """The rows under their heads, each in one line."""
    table = [HEADS, *rows] if rows else []
    widths = [max(len(row[k]) for row in table) for k in range(len(HEADS))] if table else []
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _md(title: str, words: list[str], rows: list[tuple[str, ...]], lines: list[str]) -> str:
    table = [[*HEADS], ["---"] * len(HEADS), *([_md_cell(cell) for cell in row] for row in rows)] if rows else []
    written = [f"| {' | '.join(row)} |" for row in table]
    return "\n".join([f"## {title}", "", *words, "", *written, "", *(f"    {line}" for line in lines)]) + "\n"


def _md_cell(cell: str) -> str:
    """A cell whose signs are read as signs."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-.!|~&" else c for c in cell)


def _bbcode(title: str, words: list[str], rows: list[tuple[str, ...]], lines: list[str]) -> str:
    table = ["[code]", *(_coded(line) for line in _columns(rows)), "[/code]"] if rows else []
    return "\n".join([f"[b]{title}[/b]", *words, *table, "[code]", *lines, "[/code]"]) + "\n"


def _coded(line: str) -> str:
    """A line in which nothing ends the code."""
    return line.replace("[", "(").replace("]", ")")


def _html(title: str, words: list[str], rows: list[tuple[str, ...]], lines: list[str]) -> str:
    paragraphs = [f"<p>{escape(text)}</p>" for text in words]
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    cells = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    table = ["<table>", *(f"<tr>{row}</tr>" for row in (heads, *cells)), "</table>"] if rows else []
    block = f"<pre>{escape(chr(10).join(lines))}</pre>"
    return "\n".join([f"<h2>{escape(title)}</h2>", *paragraphs, *table, block]) + "\n"


_FORM = {"txt": _txt, "md": _md, "bbcode": _bbcode, "html": _html}
