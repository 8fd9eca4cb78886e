"""Where a store is: a bare path or any SQLAlchemy URL."""

from __future__ import annotations

import os
import re

from pbem.errors import UsageError
from pbem.values.patterns import pattern

_URL = pattern(r"^[a-z][a-z0-9]*(\+[a-z0-9_]+)?://", re.IGNORECASE)


def _is_url(place: str) -> bool:
    return "://" in place and _URL.match(place) is not None


def place_of(place: str, *, create: bool = False) -> str:
    """The place as a URL; a file that is not there is an error unless it is to be made."""
    if not place.strip() or "\0" in place:
        raise UsageError(
            "the store has no name: give a path such as ./pbem.db or an SQLAlchemy URL with --db or PBEM_DB"
        )
    if "?" in place and not _is_url(place):
        raise UsageError(
            f"{place} cannot name a store: a question mark begins the options of a URL; choose another name"
        )
    url = place if _is_url(place) else f"sqlite:///{place}"
    path = path_of(url)
    if path and os.path.isdir(path):
        raise UsageError(f"{path} is a folder; a store is a file such as {os.path.join(path, 'pbem.db')}")
    if path and not create and not os.path.exists(path):
        raise UsageError(f"there is no store at {path}: `pbem new` makes one, --db or PBEM_DB names another")
    folder = os.path.dirname(path)
    if path and create and folder and not os.path.isdir(folder):
        raise UsageError(f"the folder {folder} of the store does not exist: make it first")
    return url


def path_of(url: str) -> str:
    """The file of an SQLite URL; the empty text for every other store."""
    if not url.lower().startswith("sqlite:///"):
        return ""
    path = url[len("sqlite:///") :]
    return "" if path in ("", ":memory:") or "?" in path or path.startswith("file:") else path


def make_private(path: str) -> None:
    """A new store is made for its owner alone: it keeps the secrets of the dice, and orders that nobody may see."""
    if path and not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
