"""What is known of hidden lines where a step is played, and what the run of it has opened. See `kernel.hidden`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.kernel.pieces import Side
from pbem.kernel.text.orders import Order
from pbem.values import NamedTuple, dataclass, field

Read = Callable[[Side, str, str], Order]  # side, section, canonical line


def _unread(side: Side, section: str, line: str) -> Order:
    raise AssertionError(f"nobody reads `{line}` here")


class Openings(NamedTuple):
    """What is known of hidden lines where the step is played."""

    lines: Mapping[str, str] = {}  # the line behind a hash, as far as it is known here
    shown: Mapping[str, tuple[str, str]] = {}  # in this step, by key: who opens which hash; no hash if none fits
    late: frozenset[str] = frozenset()  # keys of openings that the step had to wait for
    owner: str = ""  # the side whose secrets can be opened here; in a replay nobody's
    read: Read = _unread


@dataclass(slots=True)
class Revealed:
    """What a run has opened that nobody had opened before, and what it found to be untrue."""

    fresh: dict[str, str] = field(default_factory=dict)  # the hash by the key of the opening; nothing if none fits
    untrue: list[str] = field(default_factory=list)
    _asked: dict[str, int] = field(default_factory=dict)

    def key_of(self, name: str) -> str:
        """The key of the next opening under a name: each is told from the others of its step by a number."""
        self._asked[name] = self._asked.get(name, 0) + 1
        return f"{name}, {self._asked[name]}"
