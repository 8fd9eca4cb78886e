"""How a measurement is taken and shown."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Measurement:
    """Ours beside a peer. `ratio` is how many times better we are (above 1) or worse (below 1)."""

    name: str
    unit: str
    ours: float
    peer: float
    ratio: float
    goal: str
    met: bool

    def line(self) -> str:
        """One line for people."""
        verdict = "met" if self.met else "MISSED"
        figures = f"ours {self.ours:>10.3f}  peer {self.peer:>10.3f} {self.unit:<10} ratio {self.ratio:>7.2f}"
        return f"{self.name:<52} {figures}  goal {self.goal}: {verdict}"

    def json(self) -> str:
        """One object for programs."""
        return json.dumps(asdict(self))


def best_of(action: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest of several runs, in seconds of this process: what other programs do meanwhile does not count.

    Whole processes are timed with `time.perf_counter`.
    """
    found = []
    for _ in range(times):
        begin = clock()
        action()
        found.append(clock() - begin)
    return min(found)


def side_by_side(ours: Callable[[], object], peer: Callable[[], object], times: int = 7) -> tuple[float, float]:
    """The best of each in seconds, taken in turns: a slow minute of the machine hits both alike."""
    found = [(best_of(ours, 1), best_of(peer, 1)) for _ in range(times)]
    return min(mine for mine, _ in found), min(other for _, other in found)


def faster(name: str, ours: float, peer: float, at_least: float, unit: str = "ms") -> Measurement:
    """A time of ours against a peer's time: we must be `at_least` times as fast."""
    ratio = peer / ours
    return Measurement(
        name, unit, ours * 1000, peer * 1000, ratio, f"at least {at_least:g} times as fast", ratio >= at_least
    )
