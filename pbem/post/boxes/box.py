"""What a mailbox can do, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pbem.values import NamedTuple


class Fetched(NamedTuple):
    """A mail in a box: what the box calls it, and its bytes; none where it is too large to be read."""

    place: str
    data: bytes | None
    size: int = 0


class Box(Protocol):
    """A mailbox."""

    def mails(self) -> Iterator[Fetched]:
        """Those that were not taken in yet, oldest first."""

    def done(self, place: str) -> None:
        """Mark one as taken in."""

    def wait(self) -> None:
        """Until something comes, or for a while."""

    def close(self) -> None:
        """Let go of it."""


class NoBox(Exception):
    """The box cannot be reached now; nothing was marked."""
