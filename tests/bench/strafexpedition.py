"""Strafexpedition beside gwe: a day of the campaign, the seven days of Monte Cengio, and the record of four of them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.beside import Played, compared
from tests.bench.measure import Measurement


def run() -> Iterator[Measurement]:
    """Ours is strafexpedition, the peer is gwe."""
    yield from compared(Played("strafexpedition", "campaign", 1), Played("strafexpedition", "cengio", 7))
