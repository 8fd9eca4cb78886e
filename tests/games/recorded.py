"""Stores of the recorded games after each of their mails, for tests that look at the same game from other sides."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from pbem.desk.adjudicating import adjudicate
from pbem.desk.mailed import open_mailed, read_game
from pbem.desk.receiving import receive
from pbem.store import open_store
from pbem.store.store import Store
from tests.once import made_once


def store_after(game: str, mails: int, place: Path) -> Store:
    """A store of its own at this place: the recorded game after so many of its mails, or after the last."""
    folder = made_once(f"recorded-{game}", partial(_play, game))
    most = len(read_game(game).mails)
    return open_store(str(shutil.copy(folder / f"{min(mails, most)}.db", place)))


def _play(game: str, folder: Path) -> None:
    """What needs no orders, then all mails, with a copy of the store after each."""
    mailed, playing = read_game(game), folder / "playing"
    store = open_store(str(playing), create=True)
    open_mailed(store, mailed)
    adjudicate(store, "", mailed.campaign["at"])
    for number, mail in enumerate((None, *mailed.mails)):
        if mail and receive(store, "", mailed.order_file(mail["file"]), mail["from"], mail["at"]).is_accepted:
            adjudicate(store, "", mail["at"])
        store.close()  # SQLite folds its side files into the one that is copied; the next use opens it again
        shutil.copy(playing, folder / f"{number}.db")
