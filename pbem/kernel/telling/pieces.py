"""A tale in pieces: where a long post may be cut without parting what belongs together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pbem.kernel.facts import Fact
from pbem.kernel.telling.story import Chapter, Told
from pbem.kernel.telling.tale import Tale
from pbem.values import NamedTuple


class Piece(NamedTuple):
    """One combat, or what was told in one run, and the heading under which it stands."""

    title: str
    told: Told
    is_first: bool  # under that heading

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What happened in it."""
        return self.told.facts


def pieces(tale: Tale) -> tuple[Piece, ...]:
    """The tale cut at every place where it may be cut, in order."""
    return tuple(
        Piece(chapter.title, told, number == 0) for chapter in tale.chapters for number, told in enumerate(chapter.told)
    )


def chapters_of(run: Sequence[Piece]) -> tuple[Chapter, ...]:
    """Pieces under their headings again; a heading that began in an earlier part says so."""
    found = []
    for title, under in groupby(run, key=lambda piece: piece.title):
        held = tuple(under)
        words = title if held[0].is_first or not title else f"{title}, continued"
        found.append(Chapter(words, tuple(piece.told for piece in held)))
    return tuple(found)
