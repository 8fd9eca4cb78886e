"""Whether the data of a campaign are those that the program ships. Compared text by text; no record is believed.

`shipped.toml` beside the data of a game has the hash of each scenario's data by the release that first had them, so
that data of an earlier release are known again, and a post says the same under every later release.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from typing import Any

from pbem import __version__, library
from pbem.errors import PbemError
from pbem.kernel.game import Game
from pbem.library.overrides import toml_value
from pbem.library.texts import read_toml
from pbem.values import NamedTuple

FILE = "shipped.toml"
MOST = 40  # differences that are named one by one
_LONGEST = 100  # of a value that is shown

Texts = Mapping[str, str]


class Data(NamedTuple):
    """The data of a campaign beside those that are shipped."""

    sha256: str
    release: str  # that ships them, such as `pbem 0.2.0`; with which they were compared where they differ
    changes: tuple[str, ...] = ()  # each chart, map row or counter that differs; none if they are as shipped

    @property
    def is_shipped(self) -> bool:
        """Whether nothing differs."""
        return not self.changes

    def __str__(self) -> str:
        return f"data as shipped with {self.release}" if self.is_shipped else f"other data than {self.release} ships"

    def lines(self) -> list[str]:
        """All of it in lines, the first as a heading."""
        words = str(self)
        return [words[0].upper() + words[1:], *self.changes]

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "as_shipped": self.is_shipped,
            "release": self.release,
            "sha256": self.sha256,
            "changes": list(self.changes),
        }


def compared(card: Game, scenario: str, texts: Texts) -> Data:
    """The data of a campaign beside what is shipped with this release or an earlier one."""
    found = digest_of(texts)
    for release, digest in releases(card.name).get(scenario, {}).items():
        if digest == found:
            return Data(found, f"{_maker(card.name)} {release}")
    ours = _shipped_now(card, scenario)
    now = f"pbem {__version__}" if _maker(card.name) == "pbem" else card.name
    return Data(found, now, tuple(_cut(_differences_of(ours, texts))))


def digest_of(texts: Texts) -> str:
    """One hash of all data files: of their names and hashes."""
    rows = "".join(f"{file} {hashlib.sha256(text.encode()).hexdigest()}\n" for file, text in sorted(texts.items()))
    return hashlib.sha256(rows.encode()).hexdigest()


def releases(game: str) -> dict[str, dict[str, str]]:
    """By scenario and release the hash of its data; a game may keep no such list."""
    is_kept = os.path.exists(os.path.join(library.game_folder(game), FILE))
    return library.data(game, FILE) if is_kept else {}


def _maker(game: str) -> str:
    return game if library.is_guest(game) else "pbem"


def _shipped_now(card: Game, scenario: str) -> Texts:
    try:
        return library.texts_of(card, scenario)
    except PbemError:
        return {}  # a scenario of somebody's own: all of it differs


# -- what differs ---------------------------------------------------------------------------------------------


def _differences_of(ours: Texts, theirs: Texts) -> Iterator[str]:
    for file in sorted({*ours, *theirs}):
        if file not in ours:
            yield f"{_shown(file)}: none of the files that are shipped"
        elif file not in theirs:
            yield f"{file}: missing"
        elif ours[file] != theirs[file]:
            old, new = _values(ours[file], file), _values(theirs[file], file)
            words = [f"{file}, {line}" for line in _differences("", old, new)]
            yield from words or [f"{file}: the same values, written in another way"]


def _values(text: str, file: str) -> dict[str, Any]:
    """What a file says by name: the tables of a TOML file, the lines of another by the word they begin with."""
    if file.endswith(".toml"):
        try:
            return read_toml(text, file)
        except PbemError:
            return {"text": text}
    lines: dict[str, str] = {}
    for row in text.splitlines():
        key, _, rest = row.partition("#")[0].strip().partition(" ")
        if key:
            lines[key] = f"{lines[key]} / {rest.strip()}" if key in lines else rest.strip()
    return lines


def _differences(above: str, ours: Any, theirs: Any) -> Iterator[str]:
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        for key in dict.fromkeys((*ours, *theirs)):
            yield from _differences(f"{above}.{key}" if above else key, ours.get(key), theirs.get(key))
    elif ours != theirs:
        yield f"{_shown(above)}: {_value(theirs)} in place of {_value(ours)}"


def _value(value: Any) -> str:
    return "nothing" if value is None else _shown(toml_value(value))


def _shown(text: str) -> str:
    """A text of somebody else's record, in one short line."""
    line = "".join(sign if sign.isprintable() else "?" for sign in text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."


def _cut(words: Iterator[str]) -> Iterator[str]:
    count = 0
    for count, line in enumerate(words, 1):
        if count <= MOST:
            yield line
    if count > MOST:
        yield f"and {count - MOST} more"
