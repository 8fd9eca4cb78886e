"""Editions of a game's rules: what each of them changed, and the last release that plays it (`editions.toml`).

[[edition]]
number = 1
released = "0.2.0"       # the last release that plays it; the newest edition has none yet

[[edition]]
number = 2
[[edition.change]]
rules = ["10.52", "12.13"]
words = "a combat unit that withdraws onto a lone enemy HQ displaces it"
"""

from __future__ import annotations

import os

from pbem import library
from pbem.values import NamedTuple

FILE = "editions.toml"


class Change(NamedTuple):
    """A change of behaviour: the rules it concerns, and what is done now."""

    rules: tuple[str, ...]
    words: str

    def __str__(self) -> str:
        return f"{', '.join(self.rules)}: {self.words}"


class Edition(NamedTuple):
    """An edition of the rules."""

    number: int
    released: str  # the last release that plays it; nothing of one that is not out yet
    changes: tuple[Change, ...]


def editions(game: str) -> dict[int, Edition]:
    """All editions of a game by their number; none where the game keeps no list of them."""
    if not os.path.exists(os.path.join(library.game_folder(game), FILE)):
        return {}
    rows = library.data(game, FILE).get("edition", ())
    return {row["number"]: _edition(row) for row in rows}


def _edition(row: dict[str, object]) -> Edition:
    changes = row.get("change", ())
    assert isinstance(changes, list | tuple)
    return Edition(
        int(str(row["number"])),
        str(row.get("released", "")),
        tuple(Change(tuple(change["rules"]), change["words"]) for change in changes),
    )
