"""The store of a command, opened at a path or URL, for a look or for writing: no database before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.store import open_for_reading, open_store
from pbem.store.entry import Busy, Reads

if TYPE_CHECKING:
    from pbem.store.store import Store

__all__ = ("Busy", "Reads", "Store", "open_for_reading", "open_store")
