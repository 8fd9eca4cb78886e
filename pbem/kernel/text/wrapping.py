"""Lines that belong together: what mail programs wrap, double-space, embolden and make lists of, in one piece again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pbem.kernel.text.blocks import HEADER, Row
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

# Words and signs with which no line begins in any game: such a line belongs to the one before. A game adds its own.
_INSIDE = ("->", ">=", "<=", ",", "+", ";")
JOINERS = ("on", "if", "and", "via", "with", "then", "else", "or", "unless")

_WRAP = 55  # a line at least this long may have been wrapped by a mail program
_BOLD = pattern(r"(?<![\w/*])(\*{1,3})(?=[^\s*/])([^*/]*[^\s*/])\1(?![\w/*])")
_BOLD_LINE = pattern(r"^\s*(\*{1,3})(?=[^\s*/])(.*[^\s*/])\1$")
_BULLET = pattern(r"^\s*[•◦▪‣●○■□·∙⁃]\s*")
_LISTED = pattern(r"^\s*(?:[-*+o]|\(?\d{1,3}[.)])\s+(?=(\S+))")
_UNFINISHED = pattern(r"(?:[,;:+&|]|->|[<>]=?|=|\b(?:with|and|if|on|via|or|then|odds|to))$", re.I)


class Grammar(NamedTuple):
    """The words of a game that tell a new line from the rest of a wrapped one.

    `clauses` are verbs that may also go on an order: after `on */2:` an `advance` is no order of its own. In a section
    of its own name a verb always begins an order: `exploit` in `exploit-1`.
    """

    sections: Collection[str]
    verbs: Collection[str]
    clauses: Collection[str] = ()
    joiners: Collection[str] = ()  # the game's own words with which no line begins

    def joins(self, word: str) -> bool:
        """Whether the word stands inside an order only."""
        return word in JOINERS or word in self.joiners

    def without(self, section: str) -> Grammar:
        """The words as they are in a section: `Exploit 1` takes `exploit` from the clauses."""
        own = section_word(section).partition("-")[0]
        return self._replace(clauses=[word for word in self.clauses if word != own]) if own in self.clauses else self

    def section_in(self, words: str) -> str:
        """The section that a line opens, however it is written: `Corps XII:` for `corps-XII`; nothing for others."""
        if not words.endswith(":"):
            return ""
        word = section_word(words)
        return next((name for name in self.sections if section_word(name) == word), "")


def section_word(text: str) -> str:
    """The word of a section in one form."""
    return "-".join(text.strip(" :").lower().split())


class Before(NamedTuple):
    """The order line before: its last piece as written, the whole of it, and whether blank lines follow."""

    piece: str = ""
    whole: str = ""
    is_apart: bool = False


def single_spaced(rows: Sequence[Row]) -> list[Row]:
    """The rows without the blank line that some programs put after each of them."""
    written = [index for index, row in enumerate(rows[:-1]) if row.text.strip()]
    apart = [index for index in written if not rows[index + 1].text.strip()]
    if len(written) < 4 or len(apart) * 10 < len(written) * 9:
        return list(rows)
    drop = {index + 1 for index in apart}
    return [row for index, row in enumerate(rows) if index not in drop]


def whole_header(rows: Sequence[Row], grammar: Grammar) -> list[Row]:
    """The rows with wrapped lines of the header in one piece: `side: Central` and `Powers  turn: 1`."""
    found: list[Row] = []
    for row in rows:
        before = found[-1].text.rstrip() if found else ""
        is_wrapped = (len(before) >= _WRAP or before.endswith(":")) and HEADER.match(before.strip())
        words = bare(row.text, grammar).strip() if is_wrapped else ""
        if words and not _begins(words, grammar):
            found[-1] = found[-1]._replace(text=f"{before} {words}")
        else:
            found.append(row)
    return found


def bare(text: str, grammar: Grammar) -> str:
    """A line without its note, the marks of a list and bold type."""
    words = text.split("#")[0].rstrip()
    if "*" in words:
        words = _BOLD.sub(r"\2", _BOLD_LINE.sub(r"\2", words))
    if not words.isascii():
        words = _BULLET.sub("", words)
    listed = _LISTED.match(words)
    return words[listed.end() :] if listed and _begins(listed[1], grammar) else words


def _begins(word: str, grammar: Grammar) -> bool:
    plain = first_word(word)
    is_known = plain in grammar.verbs or grammar.joins(plain) or bool(grammar.section_in(word))
    return is_known or word.startswith("#") or bool(HEADER.match(word))


def first_word(words: str) -> str:
    """The word that a line begins with, in small letters."""
    return words.strip().partition(" ")[0].rstrip(":").lower()


def belongs_to(before: Before, words: str, grammar: Grammar, is_talk: bool) -> bool:
    """Whether a line is the rest of the one before it; talk is no order, and may end as it likes."""
    first = first_word(words)
    if not before.whole:
        return False
    if not is_talk and first in grammar.clauses and _is_clause(before, words):
        return True
    if first in grammar.verbs:
        return False
    begins_inside = first.startswith(_INSIDE) or (first == "on" and ":" in words)
    if not is_talk and (_is_unfinished(before, grammar) or begins_inside):
        return True  # also after a blank line: no order begins or ends like this
    is_wrapped = words[0] == " " or len(before.piece) >= _WRAP or _goes_on(first, grammar)
    return is_wrapped and not before.is_apart


def _is_unfinished(before: Before, grammar: Grammar) -> bool:
    """Whether the order before cannot end as it does."""
    last = before.piece.split()[-1].lower()
    return last in grammar.clauses or last in grammar.joiners or bool(_UNFINISHED.search(before.piece.rstrip()))


def _is_clause(before: Before, words: str) -> bool:
    """`advance GE-5` after `on */2:`, where `advance: none` would be an order of its own."""
    return ":" not in words or before.piece.rstrip().endswith((":", ";", ","))


def _goes_on(first: str, grammar: Grammar) -> bool:
    return grammar.joins(first) or first.startswith((*_INSIDE, "|"))
