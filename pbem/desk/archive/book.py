"""The series replay as one file: a board for every step, the post beside it, room for commentary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.desk.archive.boards import KIT, PNG
from pbem.desk.archive.make import contents_of
from pbem.desk.archive.manifest import SCALES
from pbem.desk.archive.parts import told_book
from pbem.desk.record.eyes import ALL, eyes_of, hidden_now
from pbem.desk.replay.load import load
from pbem.desk.replay.progress import Progress, silent
from pbem.errors import UsageError
from pbem.values import NamedTuple, replace

if TYPE_CHECKING:
    from pbem.store.entry import Reads


class Bound(NamedTuple):
    """A book. Its pictures are in it already, or (in Markdown) are to lie beside it under these names."""

    text: str
    steps: int
    pictures: Mapping[str, bytes]
    warnings: tuple[str, ...]


def bind(
    store: Reads, name: str, form: str, *, scale: int = 80, own: str = "", side: str = "", progress: Progress = silent
) -> Bound:
    """The book of a campaign, of one that goes on as far as everybody may know it, or one side."""
    from pbem.report.bookpages import series_book

    if scale not in SCALES:
        raise UsageError(f"the boards of a book have from {SCALES[0]} to {SCALES[-1]} per cent, not {scale}")
    campaign, state = load(store, name)
    eyes = eyes_of(campaign, state, side)
    contents, _, _ = contents_of(store, campaign.id, eyes == ALL and bool(hidden_now(campaign, state)), scale, eyes)
    # A page puts its boards together; beside Markdown each is a picture of its own.
    book, pictures = told_book(replace(contents, boards=KIT if form == "html" else PNG), progress, eyes)
    warnings: list[str] = []
    inside = pictures if form == "html" else None
    text = series_book(book, form, pictures=inside, own=own or None, warnings=warnings)
    return Bound(text, len(book.steps), {} if inside else pictures, tuple(warnings))
