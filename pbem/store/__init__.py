"""The store: the record of each campaign, append-only, each entry chained by hash to the one before.

Only `tables` and `store` import SQLModel; `open_store` does so when it is called, `peek` never.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.store.entry import Reads
from pbem.store.place import make_private, path_of, place_of

if TYPE_CHECKING:
    from pbem.store.store import Store


def open_store(place: str, *, create: bool = False) -> Store:
    """The store at a path or SQLAlchemy URL; `create` makes it if it is not there."""
    from pbem.store.store import Store

    url = place_of(place, create=create)
    if create:
        make_private(path_of(url))
    return Store(url)


def open_for_reading(place: str) -> Reads:
    """The store for a quick look: an SQLite file is read with the standard library alone, others as usual."""
    from pbem.store.peek import Peek

    url = place_of(place)
    path = path_of(url)
    peek = Peek.open(path) if path else None
    return peek or open_store(url)
