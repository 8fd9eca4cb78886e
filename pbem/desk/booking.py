"""The series replay as one file: a board for every step, the post beside it, room for commentary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pbem.desk.archive_parts import told_book
from pbem.desk.archiving import contents_of
from pbem.desk.manifest import SCALES
from pbem.desk.progress import Progress, silent
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.store.store import Store


class Bound(NamedTuple):
    """A book. Its pictures are in it already, or (in Markdown) are to lie beside it under these names."""

    text: str
    steps: int
    pictures: Mapping[str, bytes]
    warnings: tuple[str, ...]


def bind(
    store: Store, campaign: str, form: str, *, scale: int = 80, own: str = "", progress: Progress = silent
) -> Bound:
    """The book of a campaign, of one that goes on as far as everybody may know it."""
    from pbem.report.bookpages import series_book

    if scale not in SCALES:
        raise UsageError(f"the boards of a book have from {SCALES[0]} to {SCALES[-1]} per cent, not {scale}")
    contents, _, _ = contents_of(store, campaign, False, scale)
    book, pictures = told_book(contents, progress)
    warnings: list[str] = []
    inside = pictures if form == "html" else None
    text = series_book(book, form, pictures=inside, own=own or None, warnings=warnings)
    return Bound(text, len(book.steps), {} if inside else pictures, tuple(warnings))
