"""Where a post goes, and how much of it fits there."""

from __future__ import annotations

from pbem.errors import UsageError
from pbem.values import NamedTuple


class Place(NamedTuple):
    """A forum or a chat: its format, and how many characters it takes in one message."""

    fmt: str
    most: int
    words: str


PLACES = {
    "reddit": Place("reddit", 10_000, "a comment on Reddit"),
    "discord": Place("md", 2_000, "a message on Discord"),
    "phpbb": Place("bbcode", 60_000, "a post on a standard phpBB board"),
    "discourse": Place("discourse", 32_000, "a post on Discourse"),
    "bgg": Place("bgg", 60_000, "a post on BoardGameGeek"),
    "nodebb": Place("md", 32_767, "a post on NodeBB"),
    "csw": Place("txt", 30_000, "a post on ConsimWorld"),
    "paste": Place("txt", 30_000, "a post on any other forum"),
}


def place_called(name: str) -> Place:
    """The place of this name."""
    found = PLACES.get(name.strip().lower())
    if found is None:
        raise UsageError(f"there is no place {name!r} to post at: there are {', '.join(PLACES)}")
    return found
