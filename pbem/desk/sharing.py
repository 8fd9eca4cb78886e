"""Letting others at the store: a role of PostgreSQL that plays campaigns."""

from __future__ import annotations


def let_role_play(db: str, role: str) -> None:
    """The role may read and add to the record from now on, and neither change nor remove any of it."""
    from pbem.store import open_store
    from pbem.store.engine import let_play

    store = open_store(db)  # the tables and their triggers come first
    store.close()
    let_play(store.url, role)
