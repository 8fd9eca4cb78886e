"""Boxes that mail comes in by. What was taken in is marked as the settings say; nothing is deleted unless told so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from pbem.post.settings import Settings


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


def box_of(settings: Settings) -> Box | None:
    """The box that the settings name; none where mail comes by `pbem mail take`."""
    if settings.box.kind == "imap":
        from pbem.post.boxes.imap import Imap

        return Imap(settings)
    if settings.box.kind == "maildir":
        from pbem.post.boxes.maildir import Maildir

        return Maildir(settings.beside(settings.box.place), settings.box.after)
    if settings.box.kind == "mbox":
        from pbem.post.boxes.mbox import Mbox

        return Mbox(settings.beside(settings.box.place))
    return None
