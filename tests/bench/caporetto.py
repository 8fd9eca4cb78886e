"""Caporetto beside gwe: a month, all thirteen, and the record of four."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.beside import Played, compared
from tests.bench.measure import Measurement


def run() -> Iterator[Measurement]:
    """Ours is caporetto, the peer is gwe."""
    yield from compared(Played("caporetto", "historical", 1), Played("caporetto", "historical", 13))
