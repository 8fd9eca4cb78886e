"""A thread as a forum shows it: posts with their author, their time and their words, whatever the forum is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol

from pbem.dice.drand import iso_of
from pbem.values import NamedTuple


class Posted(NamedTuple):
    """A post of a thread. `text` is what its author typed, where the forum gives it."""

    id: str
    account: str  # the forum's number of its author; empty where a page does not show it
    name: str
    at: str = ""
    edited: str = ""  # when it was last edited; UNKNOWN where only that it was is known
    text: str = ""
    is_own: bool = False  # by the account that posts for us


UNKNOWN = "unknown"


class Made(NamedTuple):
    """A post that the forum has taken. One that waits for approval has no number yet."""

    id: str
    is_queued: bool = False


class Thread(Protocol):
    """A thread that can be read and written."""

    def posts(self) -> Sequence[Posted]:
        """All posts, oldest first, in one pass; of those with a block or a mark the words as typed."""

    def queued(self) -> Sequence[str]:
        """The texts of our posts that wait for approval, as far as the forum shows them."""

    def reply(self, text: str) -> Made:
        """Post at the end."""

    def edit(self, id: str, text: str) -> None:
        """Replace the words of a post of ours."""

    def picture(self, name: str, data: bytes) -> str:
        """Upload a picture; its address for posts."""


def moment(value: object) -> str:
    """A time of a forum, milliseconds or ISO 8601, in the house's form; nothing where it is none."""
    if isinstance(value, int | float) and value > 0:
        return iso_of(int(value) // 1000)
    if not isinstance(value, str) or not value:
        return ""
    try:
        found = datetime.fromisoformat(value.strip().replace("Z", "+00:00"))
    except ValueError:
        return ""
    return iso_of(int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()))
