"""A browser for the order page, and recorded games up to one of their mails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.checking import check
from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf
from pbem.desk.mailed import open_mailed, read_game
from pbem.desk.receiving import receive
from pbem.store import open_store
from tests.report.driving import Browser


class Turn(NamedTuple):
    """A player's position before he wrote a recorded mail, and the orders in it as understood, with their digest."""

    leaf: bytes
    canonical: str
    digest: str


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A running browser."""
    with Browser() as running:
        yield running


def turn_of(game: str, file: str, who: str, folder: Path) -> Turn:
    """The recorded game as it stood when this mail was written."""
    mailed = read_game(game)
    store = open_store(str(folder / f"{game}.db"), create=True)
    open_mailed(store, mailed)
    for mail in mailed.mails:
        if mail["file"] == file:
            break
        receive(store, "", mailed.order_file(mail["file"]), mail["from"], mail["at"])
        adjudicate(store, "", mail["at"])
    receipt = check(store, "", mailed.order_file(file))
    found = Turn(packed(leaf(store, "", who)), receipt.canonical, receipt.digest)
    store.close()
    return found
