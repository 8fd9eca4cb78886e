"""Reading one order line word by word, with the place of each word for the caret."""

from __future__ import annotations

from pbem.errors import Spot, Unreadable
from pbem.errors import did_you_mean as did_you_mean
from pbem.errors import near as near
from pbem.kernel.text.mail import Line
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

# A plus between two words joins them, `0303+0402`; before a figure it is a sign, `+2`.
_TOKEN = pattern(r"->|>=|<=|[<>=]|[,:;|()]|(?<=\w)\+|(?:[^\s,:;|()<>=+-]+|-(?!>)|(?<!\w)\+)+")


class Word(NamedTuple):
    """A word of the line and where it begins."""

    text: str
    column: int


class Words:
    """A line as words, read from left to right."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.at = 0
        self._written: list[str] = _TOKEN.findall(line.text)
        self._small = [*map(str.lower, self._written), ""]  # the end of the line is an empty word

    @property
    def words(self) -> list[Word]:
        """All words with their places, which most lines never need: they are wanted for the caret."""
        return [Word(m[0], m.start()) for m in _TOKEN.finditer(self.line.text)]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to read."""
        return self.at >= len(self._written)

    def peek(self, ahead: int = 0) -> str:
        """The next word in small letters; the empty text at the end."""
        index = self.at + ahead
        return self._small[index] if index < len(self._small) else ""

    def has(self, word: str) -> bool:
        """Whether the word stands anywhere in what is left."""
        return word in self._small[self.at :]

    def take(self, wanted: str) -> str:
        """The next word as written; `wanted` says what should stand here."""
        if self.is_done:
            raise self.unreadable("the line ends too early", wanted, "complete the line")
        self.at += 1
        return self._written[self.at - 1]

    def skip(self, *words: str) -> bool:
        """Pass over the next word if it is one of these."""
        is_here = self._small[self.at] in words
        self.at += is_here
        return is_here

    def expect(self, *words: str) -> str:
        """The next word, which must be one of these."""
        if self.peek() not in words or self.is_done:
            advice = did_you_mean(self.peek(), words) or "write one of them here"
            raise self.unreadable("this word is not understood here", " or ".join(f"`{w}`" for w in words), advice)
        return self.take("").lower()

    def number(self, wanted: str) -> int:
        """A whole number."""
        text = self.peek()
        if not text.isdecimal() or len(text) > 6:
            raise self.unreadable("a number belongs here", wanted, "write it in digits")
        return int(self.take(wanted))

    def end(self) -> None:
        """Nothing may be left."""
        if not self.is_done:
            advice = "leave them out; a new order begins on a new line"
            raise self.unreadable("the order is complete before these words", "the end of the line", advice)

    def rest(self) -> str:
        """All that is left, as written."""
        if self.is_done:
            return ""
        start = self.words[self.at].column
        self.at = len(self._written)
        return self.line.text[start:].strip()

    def spot(self, back: int = 0, count: int = 1) -> Spot:
        """The place of the word `back` words before the next one."""
        index, words = self.at - back, self.words
        if not words or index >= len(words):
            return Spot(self.line.number, self.line.text, len(self.line.text), 1)
        first, last = words[index], words[min(index + count, len(words)) - 1]
        return Spot(self.line.number, self.line.text, first.column, last.column + len(last.text) - first.column)

    def whole(self) -> Spot:
        """The place of the whole line."""
        return Spot(self.line.number, self.line.text, 0, len(self.line.text))

    def unreadable(self, why: str, wanted: str, advice: str = "") -> Unreadable:
        """A refusal that points at the next word."""
        found = self._written[self.at] if not self.is_done else "the end of the line"
        return Unreadable(why, found=found, wanted=wanted, advice=advice, spot=self.spot())
