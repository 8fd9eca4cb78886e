"""The campaign of Durchbruch, by mail to its end: the same commands on the second morning and on the last."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.campaign import Scale, grown
from tests.bench.measure import Measurement
from tests.games.durchbruch.endings import AG, GREEDY, IT


def run() -> Iterator[Measurement]:
    """From October 25 to October 28."""
    yield from grown(Scale("durchbruch", {AG: GREEDY, IT: GREEDY}, "morning", 3))
