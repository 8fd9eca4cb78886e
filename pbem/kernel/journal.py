"""The journal of a step: each die and each decision, in the order in which the rules asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.errors import Diverged
from pbem.kernel.rolls import Cast, cast_from_json
from pbem.values import NamedTuple


class Page(NamedTuple):
    """One page: a `roll` with its faces, an `ask` with what was chosen, or `more`, an instalment of orders."""

    kind: str
    key: str
    values: tuple[Any, ...]
    source: str = ""  # of an answer: orders, standing, default, answer
    epoch: int = 0  # of a roll: which secret made it
    cast: Cast | None = None  # of a roll: what was cast

    def as_json(self) -> list[Any]:
        """The page as a list, for the record."""
        row = [self.kind, self.key, list(self.values), self.source, self.epoch]
        return [*row, self.cast.as_json()] if self.cast else row


def pages_from_json(rows: Iterable[list[Any]]) -> list[Page]:
    """The pages that `as_json` wrote."""
    return [Page(row[0], row[1], tuple(row[2]), row[3], row[4], *map(cast_from_json, row[5:])) for row in rows]


class Journal:
    """Pages that are read again before new ones are written. A page that does not fit is never bent."""

    def __init__(self, pages: Iterable[Page] = ()) -> None:
        self.pages = list(pages)
        self._read = 0

    @property
    def number(self) -> int:
        """The number, from 1, of the page that was read last."""
        return self._read

    @property
    def is_read_through(self) -> bool:
        """Whether every recorded page has been used."""
        return self._read >= len(self.pages)

    def next(self, kind: str, key: str) -> Page | None:
        """The next recorded page, or nothing when the rules have come to new ground."""
        if self.is_read_through:
            return None
        page = self.pages[self._read]
        if (page.kind, page.key) != (kind, key):
            raise Diverged(self._read + 1, f"{page.kind} {page.key}", f"{kind} {key}")
        self._read += 1
        return page

    def append(self, page: Page) -> None:
        """A new page at the end, still to be read."""
        self.pages.append(page)

    def write(self, page: Page) -> Page:
        """A new page at the end, read at once."""
        self.append(page)
        self._read = len(self.pages)
        return page
