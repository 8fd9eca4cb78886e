"""Removing a campaign that was opened by mistake: only while nothing has been played in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.record.campaign import campaign_id
from pbem.desk.record.find import glance_at
from pbem.desk.record.writing import again_if_overtaken
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.store.store import Store

_REASONS = {
    "sealed": "orders have been sealed in it, and their seal may stand in public",
    "asked": "a step of it is under way",
    "played": "a step of it has been played",
    "joined": "the other player has joined it and holds the same record",
}


def remove(store: Store, campaign: str) -> str:
    """Take a campaign out of the store: its record, secrets and addresses. Its name is returned."""
    return again_if_overtaken(lambda: _remove(store, campaign))


def _remove(store: Store, name: str) -> str:
    glance = glance_at(store, campaign_id(name) if name else "")
    opened = glance.opened.values()
    kinds = [entry.kind for entry in store.entries(opened["campaign"])]
    why = next((_REASONS[kind] for kind in kinds if kind in _REASONS), "")
    if why:
        raise UsageError(
            f"{opened['name']} is not removed: {why}. A record is only ever added to; "
            "stop playing, and keep an archive (`pbem archive`) if you want the store for another"
        )
    store.remove(opened["campaign"], glance.head.seq)
    return str(opened["name"])
