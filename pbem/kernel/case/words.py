"""Small words of case files: quotes, lists, and faults that point at their place."""

from __future__ import annotations

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
    at = next((k for k, word in enumerate(words) if word.lower() in names), len(words))
    rest = words[at:]
    if len(rest) % 2 or any(word.lower() not in names for word in rest[::2]):
        raise bad(line, form)
    return words[:at], {name.lower(): unquoted(value) for name, value in zip(rest[::2], rest[1::2], strict=True)}
