"""Durchbruch beside gwe: a half day of the campaign, all ten, and the record of four."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.beside import Played, compared
from tests.bench.measure import Measurement


def run() -> Iterator[Measurement]:
    """Ours is durchbruch, the peer is gwe."""
    yield from compared(Played("durchbruch", "campaign", 1), Played("durchbruch", "campaign", 10))
