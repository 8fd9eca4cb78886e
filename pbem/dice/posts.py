"""The post of a dice ledger. What counts stands in the proof block alone, so that nobody has to compare two lists."""

from __future__ import annotations

from html import escape

from pbem.dice.ledger import Ledger, proof_of
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
    return _FORM[fmt](title, words, lines)


def _shows(ledger: Ledger, after: int, upto: int) -> str:
    if upto == after:
        return "No new rolls. Keep the commitment below (anchor): every roll to come is checked against it."
    rolls = f"roll {upto}" if upto == after + 1 else f"rolls {after + 1} to {upto}"
    return f"This post shows {rolls}: number, epoch, purpose, what was cast, and the result."


def _secret_words(ledger: Ledger) -> str:
    check = "Copy the whole post into a file and run: pbem verify FILE (or python verify_dice.py FILE)."
    if ledger.is_open:
        return f"The secret of epoch {ledger.epoch} is not revealed yet; until then its rolls cannot be proven. {check}"
    return f"All secrets are revealed. {check}"


def _txt(title: str, words: list[str], lines: list[str]) -> str:
    return "\n".join([title, "", *_filled(words), "", *lines]) + "\n"


def _filled(words: list[str]) -> list[str]:
    import textwrap

    return [line for text in words for line in textwrap.wrap(text, 72)]


def _md(title: str, words: list[str], lines: list[str]) -> str:
    return "\n".join([f"## {title}", "", *words, "", *(f"    {line}" for line in lines)]) + "\n"


def _bbcode(title: str, words: list[str], lines: list[str]) -> str:
    return "\n".join([f"[b]{title}[/b]", *words, "[code]", *lines, "[/code]"]) + "\n"


def _html(title: str, words: list[str], lines: list[str]) -> str:
    paragraphs = [f"<p>{escape(text)}</p>" for text in words]
    return "\n".join([f"<h2>{escape(title)}</h2>", *paragraphs, f"<pre>{escape(chr(10).join(lines))}</pre>"]) + "\n"


_FORM = {"txt": _txt, "md": _md, "bbcode": _bbcode, "html": _html}
