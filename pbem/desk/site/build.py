"""Building the site: only campaigns that have changed are made anew, only files that differ are written."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from importlib.resources import files as resources
from typing import TYPE_CHECKING, Any

from pbem import __version__
from pbem.desk.site.campaign import CARD, DATES, FEED, PAGE, Card, Wish, show
from pbem.desk.site.feed import FeedEntry, feed
from pbem.desk.views.dates_ics import dates, dates_ics
from pbem.errors import UsageError
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.store.entry import Reads

LIST = "site.json"  # what was built from what, and every file that is ours
VERIFIER = "verify_dice.html"
_FORMAT = 1


class Built(NamedTuple):
    """What a build has done."""

    campaigns: int
    made: tuple[str, ...]  # the campaigns that were made anew
    written: tuple[str, ...]
    removed: tuple[str, ...]


def build(store: Reads, folder: str, wish: Wish) -> Built:
    """Write the site of a store into a folder that is empty or an older site of ours."""
    old = _read_list(folder)
    known: dict[str, Any] = {}
    made, written, files = list[str](), list[str](), dict[str, str]()
    cards = []
    for listed in store.campaigns():
        glance = store.glance(listed.id)
        key = _key(glance.head.hash if glance else "", wish)
        kept = old.get("campaigns", {}).get(listed.id)
        if kept and kept["key"] == key and all(_is_there(folder, name) for name in kept["files"]):
            known[listed.id] = kept
        else:
            shown = show(store, listed.id, wish)
            parts = {f"{listed.id}/{name}": data for name, data in shown.files.items()}
            written += [name for name, data in parts.items() if _write(folder, name, data)]
            known[listed.id] = {"key": key, "card": _packed(shown.card), "files": sorted(parts)}
            made.append(listed.id)
        files |= dict.fromkeys(known[listed.id]["files"], listed.id)
        cards.append(_unpacked(known[listed.id]["card"]))
    common = _common(cards, wish) | {DATES: dates_ics(dates(store))}
    written += [name for name, data in common.items() if _write(folder, name, data)]
    names = [*files, *common]
    removed = [name for name in old.get("files", ()) if name not in names and _remove(folder, name)]
    values = {"format": _FORMAT, "campaigns": known, "files": sorted(names)}
    _write(folder, LIST, (json.dumps(values, indent=1, sort_keys=True) + "\n").encode())
    return Built(len(cards), tuple(made), tuple(written), tuple(removed))


def _key(head: str, wish: Wish) -> str:
    """All that has a say in a campaign's pages."""
    return hashlib.sha256("\0".join((head, *map(str, wish), __version__, str(_FORMAT))).encode()).hexdigest()


def _common(cards: list[Card], wish: Wish) -> dict[str, bytes]:
    """The front page, the feed of all campaigns, the page that checks dice."""
    from pbem.report.sitepages import site_page

    values = [
        {
            "name": card.name, "game": card.game, "scenario": card.scenario, "turn": card.turn, "seen": card.seen,
            "happened": card.happened, "owed": list(card.owed), "picture": f"{card.id}/{CARD}",
            "page": f"{card.id}/{PAGE}", "feed": f"{card.id}/{FEED}",
        }
        for card in cards
    ]  # fmt: skip
    news = [entry for card in cards for entry in card.entries]
    return {
        PAGE: site_page(wish.title, values).encode(),
        FEED: feed(wish.title, "all", news, wish.url, root="").encode(),
        VERIFIER: (resources("pbem.dice.verifiers") / VERIFIER).read_bytes(),
    }


# -- files ----------------------------------------------------------------------------------------------------


def _read_list(folder: str) -> Mapping[str, Any]:
    """What the last build has written; a folder with other things in it is refused."""
    path = os.path.join(folder, LIST)
    if not os.path.exists(path):
        if os.path.isdir(folder) and os.listdir(folder):
            raise UsageError(f"{folder} holds files that are no site of pbem: give a new or an empty folder")
        return {}
    try:
        with open(path, encoding="utf-8") as file:
            values = json.load(file)
        is_ours = values["format"] == _FORMAT and all(isinstance(name, str) for name in values["files"])
    except (ValueError, KeyError, TypeError):
        is_ours = False
    if not is_ours:
        raise UsageError(f"{path} is not what a build writes: delete it, or give a new folder")
    return dict(values)


def _is_there(folder: str, name: str) -> bool:
    return os.path.isfile(os.path.join(folder, name))


def _write(folder: str, name: str, data: bytes) -> bool:
    """Write a file if its bytes differ, whole or not at all; whether it was written."""
    path = os.path.join(folder, *name.split("/"))
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return False
    except OSError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(f"{path}.new", "wb") as file:
            file.write(data)
        os.replace(f"{path}.new", path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    return True


def _remove(folder: str, name: str) -> bool:
    """Take away a file that an older build wrote, if it lies in the folder."""
    path = os.path.abspath(os.path.join(folder, *name.split("/")))
    if os.path.commonpath([path, os.path.abspath(folder)]) != os.path.abspath(folder) or not os.path.isfile(path):
        return False
    os.remove(path)
    return True


def _packed(card: Card) -> dict[str, Any]:
    return {**card._asdict(), "entries": [list(entry) for entry in card.entries]}


def _unpacked(values: Mapping[str, Any]) -> Card:
    entries = tuple([FeedEntry(*entry) for entry in values["entries"]])
    return Card(**{**values, "owed": tuple(values["owed"]), "entries": entries})
