"""How hard a secret is to guess. The commitment is public: whoever guesses the secret knows every die beforehand.

| refused | because |
|---|---|
| nothing, a few letters, a number, a date | all of them can be tried in a moment |
| a word or a row of signs again and again | only its first turn counts |
| a row of the keyboard, of the alphabet, of digits | the next sign follows from the one before |
| a sentence of fewer than sixteen different words | a word in a sentence is worth about eight bits, a quotation less |

A secret of 64 random hex digits has 256 bits; the program makes one itself if none is given.
"""

from __future__ import annotations

import re
from itertools import pairwise

from pbem.errors import UsageError

ENOUGH = 128  # bits
_WORD_BITS = 8  # of a word in a sentence
_HUNDREDTHS = {10: 332, 16: 400, 26: 470, 36: 516, 52: 570, 62: 595, 95: 656}  # bits of one of so many signs
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm")
_NEXT = {pair for row in _ROWS for one in (row, row[::-1]) for pair in pairwise(one)}
_SHORTEST_REPEAT = 3
_FEW_WORDS = 2  # with more, it is a sentence
ADVICE = (
    "leave --seed out, and a random secret is made; or give a file with 64 random hex digits, "
    "such as `openssl rand -hex 32` writes"
)


def bits_of(text: str) -> int:
    """About how many bits a guesser has to try, never more than it could be."""
    plain = text.strip()
    by_signs = _fresh_signs(plain.lower()) * _HUNDREDTHS[_alphabet(plain)] // 100
    words = {re.sub(r"\W", "", word) for word in plain.lower().split()}
    return min(by_signs, _WORD_BITS * len(words)) if len(words) > _FEW_WORDS else by_signs


def check_strong(text: str) -> None:
    """Refuse a secret that can be found by trying; it is never told again."""
    if not text.strip():
        raise UsageError(f"the seed is empty: {ADVICE}")
    bits = bits_of(text)
    if bits < ENOUGH:
        raise UsageError(
            f"the seed is too weak: it has about {bits} bits, and {ENOUGH} are needed. Its commitment is public, so "
            f"whoever tries enough seeds finds it and knows all dice: {ADVICE}"
        )


def _alphabet(text: str) -> int:
    """The smallest usual set of signs that holds the text."""
    sets = ((10, r"\d+"), (16, r"[\da-f]+|[\dA-F]+"), (26, r"[a-z]+|[A-Z]+"), (36, r"[\da-z]+|[\dA-Z]+"),
            (52, r"[A-Za-z]+"), (62, r"[\dA-Za-z]+"))  # fmt: skip
    return next((size for size, shape in sets if re.fullmatch(shape, text)), 95)


def _fresh_signs(text: str) -> int:
    """How many signs do not follow from those before: repeats, rows and runs count once."""
    count = at = 0
    while at < len(text):
        length = _seen_before(text, at)
        count += 1 if length or not _follows(text, at) else 0
        at += length or 1
    return count


def _seen_before(text: str, at: int) -> int:
    """The length of the longest piece from here on that stands earlier in the text."""
    length = _SHORTEST_REPEAT
    while at + length <= len(text) and text.find(text[at : at + length], 0, at + length - 1) >= 0:
        length += 1
    return length - 1 if length > _SHORTEST_REPEAT else 0


def _follows(text: str, at: int) -> bool:
    """Whether a sign is the same as the one before, its neighbour on the keyboard, or goes on with a run."""
    if at < 1:
        return False
    before, sign = text[at - 1], text[at]
    step = ord(sign) - ord(before)
    is_run = at > 1 and step in (1, -1, 0) and step == ord(before) - ord(text[at - 2])
    return sign == before or is_run or (before, sign) in _NEXT
