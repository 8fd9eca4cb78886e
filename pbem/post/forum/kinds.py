"""The kinds of forums in one table: how posts go there, how they are written, how much fits, how often one may post."""

from __future__ import annotations

from pbem.values import NamedTuple


class Kind(NamedTuple):
    """A kind of forum. `place` names its markup and its longest post (`report.places`)."""

    place: str
    way: str  # api: it takes and gives posts itself; hand: somebody pastes, and saves pages
    pause: int = 0  # seconds between two posts
    picture: int = 300_000  # bytes of a board
    words: str = ""


KINDS = {
    "nodebb": Kind("nodebb", "api", 10, words="NodeBB 1.15 and later, by its write API v3"),
    "discourse": Kind("discourse", "api", 5, words="Discourse, by its API"),
    "phpbb": Kind("phpbb", "hand", picture=250_000, words="phpBB, by paste"),
    "bgg": Kind("bgg", "hand", words="BoardGameGeek, by paste"),
    "reddit": Kind("reddit", "hand", words="Reddit, by paste"),
    "csw": Kind("csw", "hand", words="ConsimWorld, by paste"),
    "paste": Kind("paste", "hand", words="any other forum, by paste of plain text"),
}
BY_HAND = tuple(name for name, kind in KINDS.items() if kind.way == "hand")
