"""Small words of case files: quotes, lists, and faults that point at their place."""

from __future__ import annotations

from fractions import Fraction

from pbem.errors import Spot, Unreadable
from pbem.kernel.text.mail import Line


def unquoted(text: str) -> str:
    """The text without the quotes around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def comma_list(text: str) -> list[str]:
    """What stands between the commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def fault(row: Line, why: str, found: str, wanted: str, advice: str = "") -> Unreadable:
    """A refusal that points at the words in their line."""
    column = row.text.find(found)
    spot = Spot(row.number, row.text, column, len(found)) if column >= 0 else Spot(row.number, row.text)
    return Unreadable(why, found=found, wanted=wanted, advice=advice or "see docs/cases.md", spot=spot)


def bad(line: Line, form: str) -> Unreadable:
    """An expectation of the wrong form."""
    return fault(line, "the expectation cannot be read", line.text, form)


def tail(line: Line, words: list[str], names: tuple[str, ...], form: str) -> tuple[list[str], dict[str, str]]:
    """The words before the first of the names, and what follows each of them: `to 0103 cost 4 by 5.12`."""
    words = _with_halves(words)
    at = next((k for k, word in enumerate(words) if word.lower() in names), len(words))
    rest = words[at:]
    if len(rest) % 2 or any(word.lower() not in names for word in rest[::2]):
        raise bad(line, form)
    return words[:at], {name.lower(): unquoted(value) for name, value in zip(rest[::2], rest[1::2], strict=True)}


def _with_halves(words: list[str]) -> list[str]:
    """A half belongs to the number before it: `cost 4 1/2`."""
    found: list[str] = []
    for word in words:
        if word == "1/2" and found and found[-1].isdecimal():
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def amount(text: object) -> Fraction | None:
    """Points as players write them: 4, 4.5, 4 1/2 or 1/2; nothing where it is no number."""
    try:
        return sum([Fraction(part) for part in str(text).split()]) or Fraction(0)
    except ValueError:
        return None


def same_amount(wanted: str, found: str) -> bool:
    """Whether both mean as much, however they are written: 4.5 is 4 1/2."""
    return wanted == found or (amount(wanted) is not None and amount(wanted) == amount(found))
