"""Italia 1917-1918 beside gwe: a turn of Vittorio Veneto, Monte Grappa to its end, and its record."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.beside import Played, compared
from tests.bench.measure import Measurement


def run() -> Iterator[Measurement]:
    """Ours is italia18, the peer is gwe."""
    yield from compared(Played("italia18", "vittorio", 1), Played("italia18", "grappa", 2))
